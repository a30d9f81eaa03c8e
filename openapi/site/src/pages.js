// The pages of the site that are Markdown files of the repository, and where links between them lead.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { contracts, files, home, repository, version } from '../site.config.js';
import { read, root } from './contract.js';
import { errors, samples, unknowns, versions, workflows } from './generated.js';

const WORKFLOWS = 'openapi/gpu-cloud-v2.arazzo.yaml';
const GUIDES = 'openapi/site/guides';
/** What the build appends to a guide. */
const APPENDED = { 'errors.md': errors, 'unknowns.md': unknowns, 'changes.md': versions };

/** The documents that readers can download. */
export const downloads = readdirSync(contracts).filter((name) => /^(gpu-cloud|stub-admin)-v\d.*\.(yaml|json)$/.test(name));
/** Folders and files of the repository that readers download under another address. */
const PACKED = { 'openapi/collections/bruno': 'gpu-cloud-v2.bruno.zip' };

const text = (file) => readFileSync(`${repository}/${file}`, 'utf8');
const markdown = (folder, pattern) => globSync(pattern, { cwd: `${repository}/${folder}` }).map((file) => file.replaceAll('\\', '/')).sort();

/** All pages: file in the repository, and slug. */
export function pages() {
  return [
    ...markdown('docs', '**/*.md').map((file) => ({ file: `docs/${file}`, slug: file.slice(0, -3).replace(/^index$/, 'documentation') })),
    ...markdown(GUIDES, '*.md').map((file) => ({ file: `${GUIDES}/${file}`, slug: `api/${file.slice(0, -3)}` })),
    { file: WORKFLOWS, slug: 'api/workflows' },
    ...['CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'].map((file) => ({ file, slug: `project/${file.slice(0, -3).toLowerCase()}` })),
  ];
}

const slugs = new Map(pages().map(({ file, slug }) => [file, slug]));

/** The names of the assumptions, which are anchors of their page. */
export const assumptions = new Set([...text('docs/reference/assumptions.md').matchAll(/<a id="([^"]+)">/g)].map(([, name]) => name));

/** The picture of the states of an instance. */
export const lifecycle = () => `<figure class="diagram" tabindex="0">${text(`${GUIDES}/lifecycle.svg`).trim()}</figure>`;

/** The Markdown of a page, with no comments but those that draw charts. In guides of the API, names in double braces are replaced. */
export function source(file) {
  if (file === WORKFLOWS) return workflows();
  const content = text(file).replace(/<!--(?! chart:)[\s\S]*?-->\n*/g, '');
  if (!file.startsWith(GUIDES)) return content;
  return content
    .replaceAll('`{{home}}`', home ? `\`${home}\`` : 'its repository')
    .replace(/^\{\{samples (\S+)}}$/gm, (_, operation) => samples(operation))
    .replaceAll('{{version}}', version)
    .replaceAll('{{contract}}', read('gpu-cloud-v2').info.version)
    .replaceAll('{{administration}}', read('stub-admin-v1').info.version)
    .replace('{{lifecycle}}', () => lifecycle())
    + (APPENDED[posix.basename(file)]?.() ?? '');
}

/** Where a relative link in a file leads: to a page, a download, a file of the project, or undefined. */
export function target(file, link) {
  const [path, fragment] = link.split('#');
  const hash = fragment ? `#${fragment}` : '';
  const name = posix.basename(path);
  if (downloads.includes(name) || name.endsWith('.postman_collection.json')) return `${root}/${name}`;
  const found = posix.normalize(posix.join(posix.dirname(file), path));
  if (PACKED[found]) return `${root}/${PACKED[found]}`;
  if (found === 'README.md') return `${root}/`;
  if (slugs.has(found)) return `${root}/${slugs.get(found)}${hash}`;
  if (!existsSync(`${repository}/${found}`)) throw new Error(`${file}: broken link ${link}`);
  return files && `${files}/${found}`;
}
