// Bar charts of tables. `<!-- chart: orphans by program -->` before a table draws its column `orphans`, with the rows named by `program`. `by program, runs`
// adds the other column with its name.
const CHART = /^<!-- chart: (.+) by (.+) -->\n\n((?:\|.*\n)+)/gm;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const number = (text) => Number.parseFloat(text.replaceAll(',', '')) || 0;
const cells = (line) => line.slice(1, -1).split('|').map((cell) => cell.replace(/\[([^\]]*)]\([^)]*\)/g, '$1').replaceAll('`', '').trim());

/** The bars of a table. It has the same values as text, so screen readers skip them. */
function bars(value, names, table) {
  const [head, , ...body] = table.trim().split('\n').map(cells);
  const column = (name) => {
    if (!head.includes(name)) throw new Error(`chart: no column ${name} in ${head}`);
    return head.indexOf(name);
  };
  const most = Math.max(...body.map((row) => number(row[column(value)])));
  const rows = body.map((row) => {
    const text = row[column(value)];
    const width = Math.round((1000 * number(text)) / most) / 10;
    const label = names.map((name, i) => (i > 0 ? `${name} ` : '') + row[column(name)]).join(', ');
    return `<div class="row"><span>${escaped(label)}</span><span class="track"><i style="width: ${width}%"></i></span><b>${escaped(text)}</b></div>`;
  });
  return `<figure class="chart not-content" aria-hidden="true"><figcaption>${escaped(value)}</figcaption>${rows.join('')}</figure>`;
}

/** Markdown with a chart before each table that has such a comment. */
export const withCharts = (markdown) => markdown.replace(CHART, (_, value, by, table) => `${bars(value, by.split(', '), table)}\n\n${table}`);

/** The first chart of a text. */
export function firstChart(markdown) {
  const [[, value, by, table]] = markdown.matchAll(CHART);
  return bars(value, by.split(', '), table);
}
