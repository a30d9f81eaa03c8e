// Markdown that is made of the documents: errors, undocumented facts, versions and workflows.
import { readFileSync } from 'node:fs';
import yaml from 'js-yaml';
import { contracts } from '../site.config.js';
import others from '../versions.json' with { type: 'json' };
import { examples, operations, read, resolved } from './contract.js';

const contract = read('gpu-cloud-v2');

const block = (language, code) => `\`\`\`${language}\n${code}\n\`\`\``;
const body = (value) => block('json', JSON.stringify(value, null, 2));
const cells = (...texts) => `| ${texts.map((text) => text.trim().replaceAll('\n', ' ')).join(' | ')} |`;
const assumption = (name) => `[\`${name}\`](../../../docs/reference/assumptions.md#${name})`;

/** All responses other than HTTP 200, without repetitions, by status. */
function failures() {
  const all = new Map();
  for (const { operationId, responses } of operations(contract)) {
    for (const [status, response] of Object.entries(responses).filter(([status]) => status !== '200')) {
      all.set(response.$ref ?? `${operationId}/${status}`, { status, ...resolved(contract, response) });
    }
  }
  return [...all.values()].sort((a, b) => a.status.localeCompare(b.status));
}

/** Bodies of HTTP 200 whose code is not 0, each with the operations that return it. */
function rejections() {
  const all = new Map();
  for (const { operationId, responses } of operations(contract)) {
    for (const { summary, value } of examples(contract, responses['200']?.content).filter(({ value }) => value.code !== 0)) {
      const key = `${summary}\n${JSON.stringify(value)}`;
      all.set(key, { summary, value, operations: [...(all.get(key)?.operations ?? []), `\`${operationId}\``] });
    }
  }
  return [...all.values()];
}

/** The samples of an operation in all languages, one after the other. */
export const samples = (id) => operations(contract).find(({ operationId }) => operationId === id)['x-codeSamples']
  .map(({ lang, source }) => block(lang.toLowerCase(), source.trim())).join('\n\n');

/** The end of the page about errors. */
export function errors() {
  const named = failures().map((failure) => ({ ...failure, title: failure.status === 'default' ? 'Other statuses' : `HTTP ${failure.status}` }));
  return [
    '\n\n## HTTP statuses',
    ['| Status | Meaning |', '|---|---|', cells('200', 'The response of the operation. `code` says whether it succeeded.'),
      ...named.map(({ status, description }) => cells(status, description))].join('\n'),
    '## Rejections with HTTP 200',
    ...rejections().flatMap(({ summary, value, operations }) => [`${summary}, from ${operations.join(', ')}:`, body(value)]),
    '## Bodies of other statuses',
    ...named.flatMap(({ title, content }) => [`### ${title}`,
      ...examples(contract, content).flatMap(({ summary, value }) => [`${summary}:`, body(value)])]),
  ].join('\n\n');
}

/** The end of the page about facts that the service does not document. */
export function unknowns() {
  const rows = [];
  const collect = (node, place) => {
    if (node === null || typeof node !== 'object') return;
    for (const [name, fact] of Object.entries(node['x-unspecified'] ?? {})) rows.push(cells(place, fact, assumption(name)));
    for (const child of Object.values(node)) {
      collect(child, child?.operationId ? `\`${child.operationId}\`` : child?.in ? `${place}, \`${child.name}\`` : place);
    }
  };
  collect(contract.servers, 'base URL');
  contract.tags.forEach((tag) => collect(tag, tag.name));
  collect(contract.paths, '');
  for (const parts of Object.values(contract.components)) {
    for (const [name, { properties, ...rest }] of Object.entries(parts)) {
      collect(rest, `\`${name}\``);
      for (const [member, schema] of Object.entries(properties ?? {})) collect(schema, `\`${name}\`, \`${member}\``);
    }
  }
  return [
    Object.entries(contract.info['x-unspecified']).map(([name, fact]) => `- ${fact} (${assumption(name)})`).join('\n'),
    '## By operation, parameter, schema and member',
    // Searches for an operation must find the operation first.
    '<div data-pagefind-weight="0.1">',
    ['| Where | Not documented | Assumption |', '|---|---|---|', ...rows].join('\n'),
    '</div>',
  ].join('\n\n');
}

/** The end of the page about changes: where sites of other versions are. */
export function versions() {
  return `\n\n## Versions of this site\n\nThis site describes version ${contract.info.version} of the contract. ${others.length
    ? `Earlier versions have sites of their own:\n\n${others.map(({ version, address }) => `- [${version}](${address})`).join('\n')}`
    : 'There is no site of an earlier version.'}\n`;
}

/** Replaces expressions of Arazzo by names in braces. */
const named = (text) => text.replace(/\$steps\.(\w+)\.outputs\.(\w+)/g, '{$1.$2}').replace(/\{?\$inputs\.(\w+)}?/g, '{$1}');

function request(workflow, step, { method, path }) {
  const parameters = [...(step.parameters ?? []), ...(workflow.parameters ?? [])];
  const query = parameters.filter((p) => p.in === 'query').map((p) => `${p.name}=${named(String(p.value))}`).join('&');
  const headers = parameters.filter((p) => p.in !== 'query').map((p) => `${p.name}: ${named(String(p.value))}\n`).join('');
  const payload = step.requestBody?.payload;
  const content = payload
    ? `Content-Type: application/json\n\n${named(JSON.stringify(payload, null, 2)).replace(/"\{(shutdownTime)}"/g, '{$1}')}` : '';
  return `${method} ${path}${query && `?${query}`}\n${headers}${content}`.trimEnd();
}

/** A step of a workflow: its request and an example of the response. */
function stepText(workflow, step, number) {
  const operation = operations(contract).find(({ operationId }) => operationId === step.operationId);
  const outputs = Object.entries(step.outputs ?? {})
    .map(([name, value]) => `\`{${step.stepId}.${name}}\` is \`${value.replace('$response.body#/', '')}\``).join(', ');
  const fails = (step.successCriteria ?? []).some((c) => /^\$response.body#\/code (!= 0|== [^0].*)$/.test(c.condition));
  const example = examples(contract, operation.responses['200'].content).find(({ value }) => (value.code !== 0) === fails);
  const words = step.stepId.replace(/(?=[A-Z])/g, ' ').toLowerCase();
  return [
    `### ${number}. ${words[0].toUpperCase()}${words.slice(1)}`, step.description?.trim() ?? '', block('http', request(workflow, step, operation)),
    ...(example ? [`Response, for example${outputs && ` (${outputs})`}:`, body(example.value)] : []),
  ].join('\n\n');
}

/** The page about workflows, from the Arazzo document. */
export function workflows() {
  const arazzo = yaml.load(readFileSync(`${contracts}/gpu-cloud-v2.arazzo.yaml`, 'utf8'));
  return [
    `# ${arazzo.info.title}`, arazzo.info.description.trim(),
    'A name in braces, such as `{choosePod.pod}`, is a value from the response of an earlier step.',
    ...arazzo.workflows.flatMap((w) => [`## ${w.summary}`, w.description.trim(), ...w.steps.map((step, i) => stepText(w, step, i + 1))]),
  ].join('\n\n');
}
