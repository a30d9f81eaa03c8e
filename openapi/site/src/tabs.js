// Finds what becomes tabs in the HTML of a page: sections that have the name of a language, and blocks of code in several languages.
const LANGUAGES = ['Python', 'TypeScript', 'JavaScript', 'Node.js', 'curl', 'Shell', 'Java', 'Kotlin', 'Go'];
/** The code of samples for curl is called by its language above it. */
const LABELS = { Shell: 'curl' };

const HEADING = /<div class="sl-heading-wrapper level-h(\d)"><h\d id="[^"]*">(.*?)<\/h\d>/g;
const BLOCK = /<div class="expressive-code">.*?<\/figure><\/div>/gs;
const titleOf = (block) => /<span class="title">([^<]*)/.exec(block)?.[1];

/** The headings of a page, each with the end of its section. */
function sections(html) {
  const all = [...html.matchAll(HEADING)].map(({ index, 1: level, 2: label }) => ({ start: index, level: Number(level), label }));
  return all.map((each, i) => ({ ...each, end: all.slice(i + 1).find(({ level }) => level <= each.level)?.start ?? html.length }));
}

const blocks = (html) => [...html.matchAll(BLOCK)].map(({ index, 0: block }) => ({ start: index, end: index + block.length, label: titleOf(block) }));

/** Neighbours in different languages. */
function groups(html, parts) {
  const found = [];
  for (const part of parts.filter(({ label }) => LANGUAGES.includes(label))) {
    const last = found.at(-1);
    const follows = last && html.slice(last.at(-1).end, part.start).trim() === '' && last.every(({ label }) => label !== part.label);
    if (follows) last.push(part);
    else found.push([part]);
  }
  return found.filter((group) => group.length > 1);
}

/** The parts of a page: `html`, or `tabs` with labels. */
export function tabbed(html) {
  const bySection = groups(html, sections(html));
  const all = [...bySection, ...groups(html, blocks(html)).filter(([{ start }]) => !bySection.some((group) => start >= group[0].start && start < group.at(-1).end))]
    .sort((a, b) => a[0].start - b[0].start);
  const parts = [];
  let at = 0;
  for (const group of all) {
    parts.push({ html: html.slice(at, group[0].start) });
    parts.push({ tabs: group.map(({ start, end, label }) => ({ label: LABELS[label] ?? label, html: html.slice(start, end) })) });
    at = group.at(-1).end;
  }
  return [...parts, { html: html.slice(at) }];
}
