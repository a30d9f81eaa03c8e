import { satteri } from '@astrojs/markdown-satteri';
import sitemap from '@astrojs/sitemap';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';
import { address, base, output, repository } from './site.config.js';
import { root } from './src/contract.js';
import { finish } from './src/finish.js';
import { diagrams, links, tables } from './src/markdown.js';
import { sidebar } from './src/sidebar.js';

/** Pages end in .html, as canonical links do. The start page is listed once. */
function listed(item) {
  const { pathname } = new URL(item.url);
  if (root && pathname === root) return undefined;
  return /(\/|\.html)$/.test(pathname) ? item : { ...item, url: `${item.url}.html` };
}

const image = address && String(new URL(`${root}/og.png`, address));
const meta = (property, content) => ({ tag: 'meta', attrs: { property, content } });
const FROM_DISK = `if (location.protocol === 'file:') addEventListener('DOMContentLoaded', () => {
  document.querySelector('site-search').textContent = 'To search, open the site from a web server.';
});`;

export default defineConfig({
  site: address,
  base,
  outDir: output,
  trailingSlash: 'never',
  // Its script would be in each page.
  prefetch: false,
  build: { format: 'file' },
  markdown: { processor: satteri({ mdastPlugins: [links, diagrams], hastPlugins: [tables], features: { smartPunctuation: false } }) },
  integrations: [
    starlight({
      title: 'GPU cloud',
      description: 'Rent GPU instances over HTTP: the contract of the API, a local stub of the service, and a Java client.',
      favicon: '/icon.svg',
      customCss: ['./src/styles/site.css', './src/styles/print.css'],
      components: Object.fromEntries(['Footer', 'MarkdownContent', 'PageTitle', 'SiteTitle'].map((name) => [name, `./src/components/${name}.astro`])),
      head: [
        { tag: 'script', content: FROM_DISK },
        // Tabs need scripts. Without them all panels are shown.
        { tag: 'noscript', content: '<style>[role=tabpanel][hidden] { display: block !important; }</style>' },
        ...(image ? [meta('og:image', image), meta('og:image:alt', 'GPU cloud')] : []),
      ],
      credits: false,
      lastUpdated: false,
      markdown: { processedDirs: [repository] },
      sidebar: sidebar(),
    }),
    ...(address ? [sitemap({ serialize: listed })] : []),
    finish(),
  ],
});
