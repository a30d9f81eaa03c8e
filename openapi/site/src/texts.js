// llms.txt, an index of the site for language models, and llms-full.txt, all pages and operations as one text.
import { address } from '../site.config.js';
import { json, nameOf, operations, read, REFERENCES, resolved, root, values } from './contract.js';
import { description, parsed } from './loader.js';
import { pages, source } from './pages.js';

const GROUPS = { api: 'API', tutorials: 'Tutorials', 'how-to': 'How-to guides', reference: 'Reference', explanation: 'Explanation', project: 'Project' };

const at = (path) => (address ? String(new URL(`${root}/${path}`, address)) : path);
const cell = (text = '') => text.trim().replaceAll('\n', ' ').replaceAll('|', '\\|');
const table = (heads, rows) => rows.length > 0 && [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
const type = (schema = {}) => nameOf(schema) ?? schema.allOf?.map(nameOf).filter(Boolean).join(', ') ?? (schema.items ? `list of ${type(schema.items)}` : [schema.type ?? ''].flat().join(' or '));
const facts = (node) => Object.entries(node['x-unspecified'] ?? {}).map(([name, text]) => `Not documented: ${text} (\`${name}\`)`);
const joined = (...blocks) => blocks.flat().filter(Boolean).join('\n\n');

const members = (document, { properties = {}, required = [] }) => table(['Member', 'Type', 'Meaning'], Object.entries(properties).map(([member, node]) =>
  [`\`${member}\`${required.includes(member) ? ' (required)' : ''}`, type(node), cell(node.description ?? resolved(document, node).description)]));

function operationText(document, operation) {
  const body = resolved(document, operation.requestBody);
  const schema = json(body?.content)?.schema;
  return joined(
    `### ${operation.operationId}`, `\`${operation.method} ${operation.path}\`: **${operation.summary}**`, operation.description?.trim(),
    table(['Parameter', 'Type', 'Meaning'], operation.parameters.map((p) => [`\`${p.name}\``, type(p.schema), cell(p.description)])),
    body && `Body: ${type(schema)}`, schema?.allOf?.map((part) => members(document, part)),
    table(['HTTP', 'Body', 'Meaning'], Object.entries(operation.responses).map(([status, response]) => {
      const { content, description: meaning } = resolved(document, response);
      return [status, type(json(content)?.schema), cell(meaning)];
    })),
    (operation['x-codeSamples'] ?? []).map(({ lang, source: code }) => `\`\`\`${lang.toLowerCase()}\n${code}\n\`\`\``),
    facts(operation),
  );
}

function schemaText(document, name, schema) {
  return joined(
    `### ${name}`, schema.description?.trim(),
    table(['Value', 'Name', 'Meaning'], values(schema).map((v) => [`\`${v.value}\``, v.name ?? '', cell(v.meaning)])),
    members(document, schema),
    facts(schema),
  );
}

/** An OpenAPI document as Markdown. */
function documentText(document) {
  return joined(
    `# ${document.info.title}`, document.info.description.trim(),
    '## Operations', operations(document).map((operation) => operationText(document, operation)),
    '## Schemas', Object.entries(document.components.schemas).map(([name, schema]) => schemaText(document, name, schema)),
  );
}

function index() {
  const { info } = read('gpu-cloud-v2');
  const line = ({ file, slug }) => {
    const { title, body } = parsed(file);
    return `- [${title}](${at(`${slug}.html`)}): ${description(body)}`;
  };
  return joined(
    `# ${info.title}`, `> ${info.summary}`,
    `## Documents\n\n- [OpenAPI 3.1](${at('gpu-cloud-v2.yaml')})\n- [All pages as one text](${at('llms-full.txt')})`,
    REFERENCES.map(({ folder, name, title }) => `## ${title}\n\n${operations(read(name))
      .map((o) => `- [${o.operationId}](${at(`${folder}/${o.operationId}.html`)}): ${o.summary}`).join('\n')}`),
    Object.entries(GROUPS).map(([folder, title]) =>
      `## ${title}\n\n${pages().filter(({ slug }) => slug.startsWith(`${folder}/`)).map(line).join('\n')}`),
  );
}

export function texts() {
  const full = [...REFERENCES.map(({ name }) => documentText(read(name))), ...pages().map(({ file }) => source(file).replace(/<!-- .+ -->\n\n/g, '').trim())];
  return { 'llms.txt': `${index()}\n`, 'llms-full.txt': `${full.join('\n\n---\n\n')}\n` };
}
