// The HTML of the site is complete without scripts, and leads nowhere else.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import test from 'node:test';
import { codes, document, facts, files, folder, operationPages, operations, pages, references, resolved, text, words } from './site.js';

const MEGABYTE = 1_000_000;
const examplesOf = (contract, content) => Object.values(content?.['application/json']?.examples ?? {}).map((example) => resolved(contract, example));
const missing = (all, within) => all.filter((each) => !within.includes(each));
const plain = (markdown) => markdown.replace(/\[([^\]]*)]\([^)]*\)/g, '$1').replace(/[`*]/g, '').replace(/\s+/g, ' ').trim();

/** All responses of an operation. */
const responses = (contract, operation) => Object.values(operation.responses).map((response) => resolved(contract, response));

test('shows every operation, with its path, samples, examples, headers and links', () => {
  assert.ok(operationPages().length >= 44);
  for (const { contract, operation, file } of operationPages()) {
    const html = text(file);
    const shown = words(html);
    const bodies = [resolved(contract, operation.requestBody), ...responses(contract, operation)].filter(Boolean);
    const examples = bodies.flatMap(({ content }) => examplesOf(contract, content));
    const headers = responses(contract, operation).flatMap((response) => Object.keys(response.headers ?? {}));
    const links = responses(contract, operation).flatMap((response) => Object.values(response.links ?? {}))
      .map((link) => resolved(contract, link).operationId);
    const needed = [operation.operationId, operation.summary, ...examples.map(({ summary }) => summary), ...headers, ...links].map(plain);
    assert.deepEqual(missing(needed, shown), [], file);
    assert.deepEqual(missing((operation['x-codeSamples'] ?? []).map(({ source }) => source.trim()), codes(html).map((code) => code.trim())), [], file);
    const values = codes(html).flatMap((code) => { try { return [JSON.stringify(JSON.parse(code))]; } catch { return []; } });
    assert.deepEqual(missing(examples.map(({ value }) => JSON.stringify(value)), values), [], file);
  }
});

test('gives the examples of an operation different titles', () => {
  for (const { file } of operationPages()) {
    const titles = [...text(file).matchAll(/<details class="example"[^>]*>\s*<summary>([^<]*)</g)].map(([, title]) => title);
    assert.equal(new Set(titles).size, titles.length, `${file}: ${titles}`);
  }
});

test('shows both forms of an error and every draft', () => {
  for (const { operation, file } of operationPages().filter(({ file }) => file.startsWith('api/reference'))) {
    const shown = words(text(file));
    assert.match(shown, /"code": 400, "message"/, file);
    assert.match(shown, /"code": 1, "msg"/, file);
    assert.equal(shown.includes('Draft. The service declares'), operation['x-stability-level'] === 'draft', file);
    assert.ok(shown.includes('Rename an instance (not yet released)'), 'the sidebar marks the draft');
  }
});

test('explains every value of an enumeration', () => {
  for (const [at, name] of Object.entries(references)) {
    const shown = words(text(`${at}/schemas.html`));
    const meanings = Object.values(document(name).components.schemas).flatMap((schema) => schema['x-enum-descriptions'] ?? []);
    assert.deepEqual(missing(meanings.map(plain), shown), []);
  }
});

test('writes numbers as the contract does', () => {
  const source = text('gpu-cloud-v2.json');
  const amounts = [...source.matchAll(/"(day|hour|amount|balance)" : (\d+\.\d*0)\b/g)].map(([, name, amount]) => `"${name}": ${amount}`);
  const all = words(text('api/reference/listPods.html') + pages.filter((file) => file.startsWith('api/reference/')).map(text).join(' '));
  assert.ok(amounts.length > 0);
  assert.deepEqual(missing(amounts, all), []);
  assert.deepEqual(amounts.filter((amount) => !/\.\d\d$/.test(amount)), [], 'Amounts have two decimals');
});

test('shows every undocumented fact, with a link to its assumption', () => {
  const contract = document('gpu-cloud-v2');
  const all = facts(contract);
  assert.ok(all.length > 150);
  const unknowns = words(text('api/unknowns.html'));
  const reference = words(pages.filter((file) => file.startsWith('api/reference')).map(text).join(' '));
  const assumptions = text('reference/assumptions.html');
  for (const [name, fact] of all) {
    assert.ok(unknowns.includes(plain(fact)), `unknowns: ${fact}`);
    assert.ok(reference.includes(plain(fact)), `reference: ${fact}`);
    assert.ok(text('api/unknowns.html').includes(`reference/assumptions.html#${name}"`), name);
    assert.ok(assumptions.includes(`id="${name}"`), name);
  }
});

test('leads to files and anchors that exist', () => {
  const ids = new Map(pages.map((file) => [file, new Set([...text(file).matchAll(/\s(?:id|name)="([^"]+)"/g)].map(([, id]) => id))]));
  const dead = (file, link) => {
    if (/^(https?:|mailto:|data:)/.test(link)) return false;
    const [path, id] = link.split('#');
    const found = path === '' ? file : path.startsWith('/') ? path.slice(1) || 'index.html' : posix.join(posix.dirname(file), path);
    return !files.includes(found) || Boolean(id && ids.get(found)?.has(decodeURIComponent(id)) === false);
  };
  const links = pages.flatMap((file) => [...text(file).matchAll(/<[a-z]+\s[^>]*?(?:href|src)="([^"]*)"/g)].map(([, link]) => [file, link]));
  assert.deepEqual(links.filter(([file, link]) => dead(file, link)), []);
});

test('loads nothing from other hosts', () => {
  const loads = /<(?:script|img|iframe|source)\s[^>]*src="(?:https?:)?\/\/|<link\s[^>]*rel="(?:stylesheet|preload|icon)[^>]*href="(?:https?:)?\/\/|url\(["']?(?:https?:)?\/\//;
  assert.deepEqual(files.filter((file) => /\.(html|css)$/.test(file)).filter((file) => loads.test(text(file))), []);
});

test('describes every page', () => {
  const described = pages.filter((file) => text(file).includes('data-theme='));
  assert.ok(described.length > 100);
  assert.deepEqual(described.filter((file) => !/<meta name="description" content="[^"]{15,}"/.test(text(file))), []);
  assert.deepEqual(described.filter((file) => !text(file).includes('class="about"')), []);
});

test('forwards the addresses that pages had before', () => {
  for (const name of 'assumptions authentication changes check compatibility errors kit limits pacts quickstart reference states stub-admin unknowns workflows'.split(' ')) {
    assert.match(text(`${name}.html`), /http-equiv="refresh"/);
  }
  assert.match(text('how-to/ci.html'), /url=install\.html/);
  assert.match(text('how-to/ci.html'), /'install\.html' \+ \(location\.hash \|\| '#in-ci'\)/);
  assert.match(text('api/quickstart.html'), /url=\.\.\/how-to\/quickstart\.html/);
  assert.match(text('reference.html'), /"#tag\/instances\/post\/instance\/create_by_pod":"api\/reference\/createInstanceByPod.html"/);
});

test('names the API and the administration of its stub as their documents do', () => {
  const { title } = document('gpu-cloud-v2').info;
  assert.match(text('api/start.html'), new RegExp(`<h1[^>]*>${title}</h1>`));
  assert.ok(text('llms.txt').startsWith(`# ${title}\n`));
  for (const name of [title, document('stub-admin-v1').info.title]) assert.ok(text('catalog-info.yaml').includes(`  title: ${name}\n`), name);
  assert.equal(JSON.parse(text('gpu-cloud-v2.postman_collection.json')).info.name, title);
  assert.ok(text('gpu-cloud-v2.arazzo.yaml').includes(`title: Workflows of the ${title}\n`));
});

test('has files for programs', () => {
  for (const name of ['gpu-cloud-v2.yaml', 'gpu-cloud-v2.openapi30.json', 'gpu-cloud-v2.arazzo.yaml', 'stub-admin-v1.yaml', 'catalog-info.yaml', 'robots.txt',
    'gpu-cloud-v2.postman_collection.json', 'gpu-cloud-v2.bruno.zip']) {
    assert.ok(files.includes(name), name);
  }
  const contract = document('gpu-cloud-v2');
  const ids = operations(contract).map(({ operationId }) => operationId);
  assert.deepEqual(missing(ids.map((id) => `[${id}](api/reference/${id}.html)`), text('llms.txt')), []);
  assert.deepEqual(missing([...ids, ...Object.keys(contract.components.schemas)].map((name) => `### ${name}\n`), text('llms-full.txt')), []);
  assert.ok(text('llms.txt').length < text('llms-full.txt').length / 10);
  assert.match(text('llms-full.txt'), /Body: InstanceReference\n\n\| Member .*\n.*\n\| `gpu_uuid` /);
  assert.doesNotMatch(text('llms-full.txt'), /Body: *\n/);
  assert.match(text('licenses.txt'), /Apache License[\s\S]*starlight[\s\S]*MIT License/);
});

test('begins with a small page, and links to no placeholder', () => {
  const home = text('index.html');
  const parts = [...home.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, file]) => text(file));
  assert.ok([home, ...parts].join('').length < 150_000);
  assert.deepEqual(pages.filter((file) => /href="[^"]*(\.example|\.invalid|\.test)[/"]/.test(text(file))), []);
  assert.deepEqual(pages.filter((file) => /Edit page|Last updated/.test(text(file))), [], 'the address for changes is not set');
});

test('is small enough to carry', (t) => {
  const zips = readdirSync(posix.dirname(folder)).filter((name) => name.endsWith('-portal.zip'));
  if (zips.length === 0) return t.skip('Maven packs the site');
  assert.ok(statSync(`${posix.dirname(folder)}/${zips[0]}`).size < 4 * MEGABYTE);
});

test('names the versions of tools that the build uses', () => {
  const versions = ['../../pom.xml', '../pom.xml', '../lint/package.json', '../../contract-tests/pom.xml'].map((file) => readFileSync(file, 'utf8')).join();
  const table = text('api/compatibility.html').split('Which tools read the contract').at(-1);
  // The version inside the artifact of Scalar differs from that of the artifact.
  const named = [...table.replace(/<td[^>]*>Scalar[\s\S]*?<\/tr>/, '').matchAll(/<td[^>]*>(\d+\.\d+\.\d+)<\/td>/g)].map(([, version]) => version);
  assert.ok(named.length >= 4);
  assert.deepEqual(missing(named, versions), []);
});
