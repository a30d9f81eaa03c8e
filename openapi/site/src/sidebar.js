// The sidebar: the guides of the API, the reference, and the pages of docs in the order of docs/index.md.
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { repository } from '../site.config.js';
import { operationsOf, read, REFERENCES, slugOf } from './contract.js';
import { pages } from './pages.js';

/** The guides of the API, with labels that are shorter than their titles. */
const API = [
  { slug: 'api/start', label: 'Start' }, 'how-to/quickstart', 'api/authentication', { slug: 'api/workflows', label: 'Workflows' }, 'api/errors', 'api/limits',
  'api/unknowns', { slug: 'reference/assumptions', label: 'Assumptions' }, 'api/compatibility', { slug: 'api/changes', label: 'Changes' },
];
/** How much the words of a page count in the search, by the beginning of its slug: operations and guides of the API more, schemas and the administration of the stub least. */
const WEIGHTS = {
  'api/stub-admin': 0.2, 'api/reference/schemas': 0.2, 'api/observed': 0.2, 'api/workflows': 0.3, 'api/unknowns': 0.5, 'api/errors': 3, 'api/': 1, 'reference/admin-api': 0.2, 'project/': 0.2, '': 0.5,
};

export const weightOf = (slug) => Object.entries(WEIGHTS).find(([start]) => slug.startsWith(start))[1];

/** Sections of docs/index.md that are open on every page. */
const OPEN = ['Tutorials', 'How-to guides'];

function reference({ folder, name, title }) {
  const document = read(name);
  return { label: title, collapsed: true, items: [
    { label: 'Overview', link: `/${folder}` },
    ...document.tags.map((tag) => ({ label: tag.name, collapsed: true, items: [
      { label: `About ${tag.name.toLowerCase()}`, link: `/${folder}/tags/${slugOf(tag.name)}` },
      ...operationsOf(document, tag).map((o) => ({
        label: o['x-stability-level'] === 'draft' ? `${o.summary} (not yet released)` : o.summary, link: `/${folder}/${o.operationId}`, badge: { text: o.method, class: `method ${o.method}` },
      })),
    ] })),
    { label: 'Schemas', link: `/${folder}/schemas` },
  ] };
}

/** A section of docs/index.md. A line in bold begins a group, and so does an item that begins with a name and a colon. */
function section(text, slugs) {
  const [heading] = text.split('\n', 1);
  const whole = { label: heading.trim(), collapsed: !OPEN.includes(heading.trim()), items: [] };
  const groupOf = (label) => {
    const group = { label, items: [] };
    whole.items.push(group);
    return group;
  };
  let current = whole;
  for (const part of text.split(/^(?=\*\*|- )/m)) {
    const [, bold] = /^\*\*(.+)\*\*$/m.exec(part) ?? [];
    const [, name] = /^- ([^:[]+):/.exec(part) ?? [];
    if (bold) current = groupOf(bold);
    const links = [...part.matchAll(/\]\(([^)#]+\.md)/g)].map(([, link]) => slugs.get(posix.join('docs', link)));
    (name ? groupOf(name) : current).items.push(...links.filter(Boolean));
  }
  return { ...whole, items: whole.items.filter((item) => typeof item === 'string' || item.items.length > 0) };
}

const slugsOf = (item) => item.items?.flatMap(slugsOf) ?? [item.slug ?? item];

/** The sections of docs/index.md. A page that it does not list is the last one in the section of its folder. */
function guides() {
  const shown = ['documentation', ...API.flatMap(slugsOf)];
  const docs = pages().filter(({ slug }) => !shown.includes(slug));
  const slugs = new Map(docs.map(({ file, slug }) => [file, slug]));
  const [, ...parts] = readFileSync(`${repository}/docs/index.md`, 'utf8').split(/^## /m);
  const sections = parts.map((part) => section(part, slugs));
  const listed = new Set(sections.flatMap(slugsOf));
  for (const { slug } of docs.filter((page) => !listed.has(page.slug))) {
    const folder = slug.split('/', 1) + '/';
    sections.find((each) => slugsOf(each).some((other) => other.startsWith(folder)))?.items.push(slug);
  }
  return sections;
}

export function sidebar() {
  return [{ label: 'API', items: API }, ...REFERENCES.map(reference), ...guides()];
}
