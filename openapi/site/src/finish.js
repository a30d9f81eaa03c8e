// Completes the site: adds files for programs, and makes links relative, so that the site works in any folder and from disk.
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { address, contracts } from '../site.config.js';
import { collections } from './collections.js';
import { root } from './contract.js';
import { licenses } from './licenses.js';
import { downloads } from './pages.js';
import { redirects } from './redirects.js';
import { texts } from './texts.js';

/** Path of a file in the site, of an address on this host. */
function fileOf(url) {
  const path = url.slice(root.length + 1);
  if (path === '') return 'index.html';
  return /\.[a-z0-9]+$/.test(path) ? path : `${path}.html`;
}

/** Links to pages with the ending .html and relative, except in 404.html, which a server sends for any path. */
function linked(html, file) {
  const to = (url) => (file === '404.html' ? `${root}/${fileOf(url)}` : posix.relative(posix.dirname(file), fileOf(url)) || posix.basename(file));
  return html.replace(/(\s(?:href|src)=")(\/(?!\/)[^"#]*)/g, (all, start, url) => (`${url}/`.startsWith(`${root}/`) ? start + to(url) : all));
}

/** Scripts of menu, tabs and copy buttons in the page itself, because browsers load no module from disk. */
function inlined(html, site) {
  return html.replace(/<script type="module" src="[^"]*(\/_astro\/(?:page|ec)\.[^"]+)"><\/script>/g,
    (_, file) => `<script type="module">${readFileSync(site + file, 'utf8')}</script>`);
}

/** A page without JavaScript is light. With JavaScript the theme of the reader replaces this one. */
const light = (html) => html.replace('data-theme="dark"', 'data-theme="light"');

/** Loads all pictures of a page at once, because one that is not loaded yet is not printed. */
const eager = (html) => html.replaceAll('loading="lazy"', 'loading="eager"');

/** The empty corner of a table is a cell, no header. */
const corners = (html) => html.replaceAll('<th></th>', '<td></td>');

/** Makes the search find its files from its own address, because the build does not know the folder of the site. */
function freeSearch(site) {
  const [script] = globSync('_astro/Search.*.js', { cwd: site }).map((file) => `${site}/${file}`);
  const text = readFileSync(script, 'utf8');
  const free = text.replace(/baseUrl:.*?,showImages:/,
    'baseUrl:new URL("../",import.meta.url).pathname,bundlePath:new URL("../pagefind/",import.meta.url).pathname,showImages:');
  if (free === text) throw new Error(`${script}: the paths of the search were not found`);
  writeFileSync(script, free);
}

/** Removes what the search does not use: the dialogs of Pagefind, because the site has that of Starlight, and other languages. */
function withoutUnusedSearch(site) {
  globSync('pagefind/{pagefind-{ui,component-ui,modular-ui,highlight},wasm.unknown}.*', { cwd: site }).forEach((file) => rmSync(`${site}/${file}`));
}

function robots() {
  const sitemap = address ? [`Sitemap: ${new URL(`${root}/sitemap-index.xml`, address)}`] : [];
  return `${['User-agent: *', 'Allow: /', ...sitemap].join('\n')}\n`;
}

export function finish() {
  return {
    name: 'finish',
    hooks: {
      'astro:build:done': ({ dir }) => {
        const site = fileURLToPath(dir).replace(/\/$/, '');
        downloads.forEach((name) => copyFileSync(`${contracts}/${name}`, `${site}/${name}`));
        for (const file of globSync('**/*.html', { cwd: site })) {
          const html = readFileSync(`${site}/${file}`, 'utf8');
          writeFileSync(`${site}/${file}`, linked(light(eager(corners(inlined(html, site)))), file));
        }
        freeSearch(site);
        withoutUnusedSearch(site);
        const added = { ...collections(), ...texts(), ...redirects(), 'licenses.txt': licenses(), 'robots.txt': robots() };
        for (const [name, content] of Object.entries(added)) writeFileSync(`${site}/${name}`, content);
      },
    },
  };
}
