// Loads Markdown files of the repository, which have no front matter: the first heading is the title, the first paragraph the description.
import { spawnSync } from 'node:child_process';
import { relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { edit, repository } from '../site.config.js';
import { withCharts } from './charts.js';
import { root } from './contract.js';
import { pages, source } from './pages.js';

const plain = (markdown) => markdown.replace(/\[([^\]]*)]\([^)]*\)/g, '$1').replace(/[`*]/g, '').replace(/\s+/g, ' ').trim();

/** The beginning of a text in at most 200 characters, whole sentences if possible: the first paragraph, and more if it is short. */
export function description(body) {
  const blocks = body.split(/\n\n+/).filter((block) => /^[A-Za-z`*[-]/.test(block.trim())).map((block) => plain(block.replace(/^- /gm, '')));
  const text = (blocks[0]?.length < 30 ? blocks.slice(0, 2).join(' ') : blocks[0] ?? '').replace(/:$/, '.');
  if (text.length <= 200) return text;
  return text.slice(0, 200).replace(/[^.]*$/, '') || `${text.slice(0, 190).replace(/\s\S*$/, '')} …`;
}

/** Title and body of a page. */
export function parsed(file) {
  const [, title, body] = /^# (.+)\n([\s\S]*)$/.exec(source(file)) ?? [];
  if (!title) throw new Error(`${file}: the first line is not a heading of level 1`);
  return { title: plain(title), body };
}

/** Where readers can change a file, and when it was last changed; neither if there is no such place. */
function origin(file) {
  if (!edit) return { editUrl: false };
  const { stdout } = spawnSync('git', ['log', '-1', '--format=%cI', '--', file], { cwd: repository, encoding: 'utf8' });
  return { editUrl: `${edit}/${file}`, lastUpdated: stdout?.trim() ? new Date(stdout.trim()) : false };
}

const NOT_FOUND = `The page does not exist, or has moved. Search for it, or begin at the [start page](${root}/), the
[API reference](${root}/api/reference.html) or the [documentation](${root}/documentation.html).`;

export function repositoryPages() {
  return {
    name: 'repository-pages',
    async load({ store, parseData, generateDigest, renderMarkdown, watcher }) {
      store.clear();
      for (const { file, slug } of pages()) {
        const { title, body } = parsed(file);
        const data = await parseData({ id: slug, data: { title, description: description(body), ...origin(file) } });
        const rendered = await renderMarkdown(withCharts(body), { fileURL: pathToFileURL(`${repository}/${file}`) });
        store.set({
          id: slug, data, body, rendered, digest: generateDigest(title + body), filePath: relative(process.cwd(), `${repository}/${file}`),
          assetImports: rendered.metadata.imagePaths,
        });
      }
      const missing = { title: 'Page not found', template: 'splash', editUrl: false, pagefind: false, description: 'This page does not exist.' };
      store.set({ id: '404', data: await parseData({ id: '404', data: missing }), body: '', rendered: await renderMarkdown(NOT_FOUND) });
      watcher?.add(`${repository}/docs`);
    },
  };
}
