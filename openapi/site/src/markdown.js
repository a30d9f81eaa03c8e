// Plugins for Markdown: links between files, tables, diagrams.
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderMermaidSVG } from 'beautiful-mermaid';
import { repository } from '../site.config.js';
import { root } from './contract.js';
import { target } from './pages.js';

const COLORS = { bg: 'var(--sl-color-bg)', fg: 'var(--sl-color-text)', muted: 'var(--sl-color-gray-2)', line: 'var(--sl-color-gray-2)', font: 'system-ui' };

/** Links to files become links to pages. Links that begin with a slash are addresses of the site. */
export const links = {
  name: 'repository-links',
  link(node, context) {
    if (!context.fileURL || /^([a-z]+:|#)/.test(node.url)) return;
    const file = relative(repository, fileURLToPath(context.fileURL)).replaceAll('\\', '/');
    const url = node.url.startsWith('/') ? root + node.url : target(file, node.url);
    if (url) context.setProperty(node, 'url', url);
    else context.replaceNode(node, node.children);
  },
};

/** A wide table scrolls, so the keyboard must reach it. */
export const tables = { name: 'tables', element: { filter: ['table'], visit: (node, context) => context.setProperty(node, 'tabIndex', 0) } };

/** Draws Mermaid diagrams when the site is built. */
export const diagrams = {
  name: 'diagrams',
  code(node) {
    if (node.lang !== 'mermaid') return;
    const svg = renderMermaidSVG(node.value, COLORS)
      .replace(/@import url\([^)]*\);/g, '') // It loads fonts from another host.
      .replace(/\n\s*/g, '\n'); // An empty line ends the HTML in Markdown.
    return { raw: `<figure class="diagram" tabindex="0">${svg}</figure>`, mdxExpressions: false };
  },
};
