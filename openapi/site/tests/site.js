// The finished site, for tests.
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export const folder = resolve(process.env.SITE_OUTPUT ?? 'target/site');
export const files = readdirSync(folder, { recursive: true }).map((file) => file.replaceAll('\\', '/'));
export const pages = files.filter((file) => file.endsWith('.html'));

export const text = (file) => readFileSync(`${folder}/${file}`, 'utf8');
export const document = (name) => JSON.parse(text(`${name}.json`));

/** The documents with reference pages, each with the folder of the pages. */
export const references = { 'api/reference': 'gpu-cloud-v2', 'api/stub-admin': 'stub-admin-v1' };

export const resolved = (contract, node) =>
  (node?.$ref ? node.$ref.slice(2).split('/').reduce((at, step) => at[step], contract) : node);

export const operations = (contract) => Object.values(contract.paths).flatMap(Object.values).filter((operation) => operation.operationId);

/** All operations of a document, each with its page. */
export const operationPages = () => Object.entries(references).flatMap(([at, name]) => {
  const contract = document(name);
  return operations(contract).map((operation) => ({ contract, operation, file: `${at}/${operation.operationId}.html` }));
});

const ENTITIES = { lt: '<', gt: '>', amp: '&', quot: '"' };
const decoded = (html) => html
  .replace(/&#x([0-9a-f]+);|&#(\d+);/gi, (_, hex, decimal) => String.fromCodePoint(hex ? parseInt(hex, 16) : Number(decimal)))
  .replace(/&([a-z]+);/g, (all, name) => ENTITIES[name] ?? all);

/** The words of a page, without tags, and with single blanks. */
export const words = (html) => decoded(html.replace(/<(script|style)[\s\S]*?<\/\1>/g, '').replace(/<[^>]+>/g, '')).replace(/\s+/g, ' ');

/** The texts of the code blocks of a page, which the copy buttons carry. */
export const codes = (html) => [...html.matchAll(/data-code="([^"]*)"/g)].map(([, code]) => decoded(code).replaceAll('\u007f', '\n'));

/** All undocumented facts of a part of a document: their names and texts. */
export function facts(node) {
  if (node === null || typeof node !== 'object') return [];
  return [...Object.entries(node['x-unspecified'] ?? {}), ...Object.values(node).flatMap(facts)];
}
