// Plugins for Markdown: links between files, tables, diagrams.
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderMermaidSVG } from 'beautiful-mermaid';
import { repository } from '../site.config.js';
import { root } from './contract.js';
import { target } from './pages.js';

/** Colors of the site, and distances with which a diagram fits the text beside it. */
const DRAWN = { bg: 'var(--sl-color-bg)', fg: 'var(--sl-color-text)', muted: 'var(--sl-color-gray-2)', line: 'var(--sl-color-gray-2)', font: 'system-ui',
  padding: 8, layerSpacing: 24, nodeSpacing: 16 };

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

const childrenNamed = (node, ...names) => (node?.children ?? []).filter(({ tagName }) => names.includes(tagName));
const textOf = (node) => node.value ?? (node.children ?? []).map(textOf).join('');

/**
 * A wide table scrolls, so the keyboard must reach it. On a phone, the rows of one with more than two columns become cards: there, each cell
 * shows the name of its column. The roles stay those of a table when the style makes blocks of rows and cells.
 */
export const tables = {
  name: 'tables',
  element: {
    filter: ['table'],
    visit(table, context) {
      const rows = childrenNamed(table, 'thead', 'tbody').flatMap((part) => childrenNamed(part, 'tr'));
      const labels = childrenNamed(rows[0], 'th').map(textOf);
      context.setProperty(table, 'tabIndex', 0);
      if (labels.length < 3) return;
      context.setProperty(table, 'className', ['cards']);
      context.setProperty(table, 'role', 'table');
      childrenNamed(table, 'thead', 'tbody').forEach((part) => context.setProperty(part, 'role', 'rowgroup'));
      for (const row of rows) {
        context.setProperty(row, 'role', 'row');
        // A header without a text names no column.
        childrenNamed(row, 'th').forEach((cell) => context.setProperty(cell, 'role', textOf(cell) ? 'columnheader' : 'cell'));
        childrenNamed(row, 'td').forEach((cell, column) => {
          context.setProperty(cell, 'role', 'cell');
          context.setProperty(cell, 'dataLabel', labels[column].replace(/(\w)$/, '$1:'));
        });
      }
    },
  },
};

/** A message that is lost, `--x` in Mermaid, ends at a cross halfway. The renderer would draw one that arrives. */
function lostMessages(source, svg) {
  const lost = [...source.matchAll(/--?x\s*\S+?\s*:\s*(.+)$/gm)].map(([, label]) => label.trim());
  return svg.replace(/<g class="message"[^>]*data-label="([^"]*)"[\s\S]*?<\/g>/g, (message, label) => (!lost.includes(label) ? message
    : message.replace(/(<line x1="([\d.]+)" y1="([\d.]+)" x2=")([\d.]+)("[^>]*?) marker-end="[^"]*"/, (_, start, from, y, to, end) => {
      const x = (Number(from) + Number(to)) / 2;
      return `<path class="lost" d="M${x - 5} ${y - 5}l10 10m0 -10l-10 10" stroke="var(--sl-color-red)" stroke-width="2" />${start}${x}${end}`;
    })));
}

/** Draws Mermaid diagrams when the site is built. */
export const diagrams = {
  name: 'diagrams',
  code(node) {
    if (node.lang !== 'mermaid') return;
    const svg = lostMessages(node.value, renderMermaidSVG(node.value, DRAWN))
      .replace(/@import url\([^)]*\);/g, '') // It loads fonts from another host.
      .replace(/\n\s*/g, '\n'); // An empty line ends the HTML in Markdown.
    return { raw: `<figure class="diagram" tabindex="0">${svg}</figure>`, mdxExpressions: false };
  },
};
