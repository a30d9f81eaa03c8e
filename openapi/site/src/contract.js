// The OpenAPI documents: their parts, and the pages of the site that show them.
import { existsSync, readFileSync } from 'node:fs';
import { base, contracts } from '../site.config.js';

/** Path of the site on its host, without a slash at the end. */
export const root = base.replace(/\/$/, '');

/** The documents that have reference pages: folder of the pages, name of the file, title. */
export const REFERENCES = [
  { folder: 'api/reference', name: 'gpu-cloud-v2', title: 'API reference' },
  { folder: 'api/observed', name: 'gpu-cloud-v2-observed', title: 'Observed operations' },
  { folder: 'api/stub-admin', name: 'stub-admin-v1', title: 'Stub administration' },
].filter(({ name }) => existsSync(`${contracts}/${name}.json`));

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
const documents = new Map();

/** Keeps the spelling of numbers that JavaScript would write differently, such as 45.00. */
const numbers = (key, value, { source }) => (typeof value === 'number' && String(value) !== source ? JSON.rawJSON(source) : value);

/** A document. Of the observed one only what was observed: the reference has the rest. */
export function read(name) {
  if (!documents.has(name)) {
    const document = JSON.parse(readFileSync(`${contracts}/${name}.json`, 'utf8'), numbers);
    documents.set(name, name.endsWith('-observed') ? onlyObserved(document) : document);
  }
  return documents.get(name);
}

/** The document without the operations of which neither the description nor the request was observed, and without tags that have none left. */
function onlyObserved(document) {
  const isObserved = (operation) => JSON.stringify([operation, resolved(document, operation.requestBody?.content?.['application/json']?.schema)])
    .includes('"x-observed"');
  const paths = Object.entries(document.paths)
    .map(([path, item]) => [path, Object.fromEntries(Object.entries(item).filter(([method, part]) => !METHODS.includes(method) || isObserved(part)))])
    .filter(([, item]) => METHODS.some((method) => item[method]));
  const pruned = { ...document, paths: Object.fromEntries(paths) };
  return { ...pruned, tags: document.tags.filter((tag) => operationsOf(pruned, tag).length > 0) };
}

/** The referenced part, with the members next to the reference. */
export function resolved(document, node) {
  if (!node?.$ref) return node;
  const { $ref, ...others } = node;
  return { ...$ref.slice(2).split('/').reduce((at, step) => at[step], document), ...others };
}

export const nameOf = (node) => node?.$ref?.split('/').at(-1);
export const slugOf = (name) => name.toLowerCase().replaceAll(' ', '-');

export function operations(document) {
  return Object.entries(document.paths).flatMap(([path, item]) => METHODS.filter((method) => item[method]).map((method) => {
    const operation = item[method];
    const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((p) => resolved(document, p));
    return { ...operation, parameters, path, method: method.toUpperCase() };
  }));
}

export const operationsOf = (document, tag) => operations(document).filter((operation) => operation.tags[0] === tag.name);

/** A schema with the members of all its parts. */
export function flat(document, schema) {
  const own = resolved(document, schema);
  if (!own?.allOf) return own;
  const parts = [...own.allOf.map((part) => flat(document, part)), own];
  return {
    ...own,
    properties: Object.assign({}, ...parts.map((part) => part.properties)),
    required: parts.flatMap((part) => part.required ?? []),
  };
}

/** The values of an enumeration, each with its name and meaning. */
export function values(schema) {
  return (schema.enum ?? schema['x-extensible-enum'] ?? []).map((value, i) => ({
    value, name: schema['x-enum-varnames']?.[i], meaning: schema['x-enum-descriptions']?.[i],
  }));
}

export const json = (content) => content?.['application/json'];

/** The examples of a body, each once, with names and summaries. */
export function examples(document, content) {
  const all = Object.entries(json(content)?.examples ?? {}).map(([name, example]) => ({ name, ...resolved(document, example) }));
  return all.filter((example, i) => all.findIndex(({ value }) => value === example.value) === i);
}

/** What the service does not document about a part of a document: names and texts. */
export const facts = (node) => Object.entries(node?.['x-unspecified'] ?? {});

/** What the service does not document about a response and its headers, each fact once. */
export function responseFacts(document, response) {
  const headers = Object.values(response?.headers ?? {}).map((header) => resolved(document, header));
  return [response, ...headers].flatMap(facts).filter(([name, text], i, all) => all.findIndex((other) => other[0] === name && other[1] === text) === i);
}

/** The pages of operations by their identifiers. */
export const links = new Map(REFERENCES.flatMap(({ folder, name }) =>
  operations(read(name)).map(({ operationId }) => [operationId, `${root}/${folder}/${operationId}`])));
