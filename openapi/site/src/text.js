// Markdown of descriptions as HTML. Names of operations and assumptions become links.
import { createSatteriMarkdownProcessor } from '@astrojs/markdown-satteri';
import { links, root } from './contract.js';
import { assumptions } from './pages.js';

const names = {
  name: 'names',
  inlineCode(node, context) {
    const url = links.get(node.value) ?? (assumptions.has(node.value) ? `${root}/reference/assumptions#${node.value}` : undefined);
    if (url && context.parent(node)?.type !== 'link') return { type: 'link', url, children: [node] };
  },
};
const processor = await createSatteriMarkdownProcessor({ mdastPlugins: [names], smartypants: false, syntaxHighlight: false });

export const markdown = async (text) => (text ? (await processor.render(text)).code : '');

/** The headings of level 2 of a description: the table of contents of the page. */
export const headings = async (text) => (text ? (await processor.render(text)).metadata.headings.filter(({ depth }) => depth === 2) : []);
