// The site in a browser: accessible, in both themes and on a phone; searches find the right page; it tries requests; it works without scripts and from disk.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { delimiter, extname } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { document, folder, operations, pages, text } from './site.js';

const TYPES = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.json': 'application/json', '.svg': 'image/svg+xml', '.webp': 'image/webp' };
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const VIEWS = ['light', 'dark'].flatMap((colorScheme) => [{ width: 1280, height: 900 }, { width: 390, height: 844 }].map((viewport) => ({ colorScheme, viewport })));
/** One page of each kind: checked in all views. The pages that are written by hand are checked in one view each. */
const KINDS = ['index.html', '404.html', 'api/errors.html', 'api/reference.html', 'api/reference/tags/instances.html',
  'api/reference/updateInstanceTitle.html', 'api/stub-admin/createAccount.html', 'how-to/console.html', 'project/architecture.html'];

/** Searches, and the page that must be among the first three results, with an exclamation mark the first. */
const SEARCHES = {
  timer: 'api/reference/setShutdownTimer.html', orphan: 'how-to/avoid-orphans.html', 'lost response': 'explanation/lost-responses.html',
  createInstanceByPod: '!api/reference/createInstanceByPod.html', 429: '!api/errors.html', balance: 'api/reference/getBalance.html', pytest: 'how-to/python.html',
  'cancel timer': '!api/reference/setShutdownTimer.html', price: 'api/reference/listGpus.html', webhook: 'api/unknowns.html', refund: '!api/limits.html', title: 'api/reference/updateInstanceTitle.html', kit: 'reference/kit.html', 'status 22': '!api/reference/listInstances.html',
  shutdown_time: '!api/reference/setShutdownTimer.html', 'delete account': '!api/stub-admin/deleteAccount.html',
};
const PHONE = { viewport: { width: 390, height: 844 } };

const program = ['chromium', 'chromium-browser', 'google-chrome']
  .flatMap((name) => process.env.PATH.split(delimiter).map((at) => `${at}/${name}`)).find(existsSync);
const options = { skip: program || process.env.CONTRACT_CI === 'true' ? false : 'Chromium is not installed' };

let browser;
let server;
let origin;

before(async () => {
  if (options.skip) return;
  server = createServer(({ url }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname).replace(/\/$/, '/index.html');
    const found = existsSync(folder + path);
    response.writeHead(found ? 200 : 404, { 'Content-Type': TYPES[extname(path)] ?? 'application/octet-stream' });
    response.end(readFileSync(folder + (found ? path : '/404.html')));
  });
  await new Promise((started) => server.listen(0, '127.0.0.1', started));
  origin = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** A stub that responds to one request of a page at an origin that it accepts. */
async function stub(accepted) {
  const requests = [];
  const started = createServer((request, response) => {
    response.writeHead(200, { 'Access-Control-Allow-Origin': accepted, 'Access-Control-Allow-Headers': 'authorization, content-type', 'Content-Type': 'application/json' });
    let body = '';
    request.on('data', (part) => { body += part; });
    request.on('end', () => {
      if (request.method !== 'OPTIONS') requests.push({ method: request.method, url: request.url, key: request.headers.authorization, body });
      response.end('{"code":0,"msg":"success","data":{"instance_uuid":"made-here"}}');
    });
  });
  await new Promise((done) => started.listen(0, '127.0.0.1', done));
  return { requests, base: `http://127.0.0.1:${started.address().port}/api/open/v2`, close: () => started.close() };
}

/** A page that records requests to other hosts, errors of scripts and messages on the console. */
async function opened(view = VIEWS[0]) {
  const context = await browser.newContext(view);
  // The longest load time of a page on a busy machine.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  page.problems = [];
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(origin) && !request.url().startsWith('file:')) page.problems.push(request.url());
  });
  page.on('console', (message) => message.type() === 'error' && page.problems.push(message.text()));
  page.on('pageerror', (error) => page.problems.push(String(error)));
  return page;
}

/** The findings of axe on a page in a view. Code blocks that scroll are regions without names, which the highlighter makes. */
async function violations(page, file, { colorScheme, viewport }) {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);
  await page.goto(origin + file);
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const wide = document.documentElement.scrollWidth > innerWidth ? ['wider than the screen'] : [];
    const { violations } = await window.axe.run(document, { resultTypes: ['violations'], rules: { 'landmark-unique': { enabled: false } } });
    return [...wide, ...violations.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 200)}`))];
  });
  return found.map((each) => `${file}, ${colorScheme}, ${viewport.width} pixels: ${each}`);
}

test('is accessible, light and dark, on a desk and on a phone', options, async () => {
  const others = pages.filter((file) => file.includes('/') && !/^api\/(reference|stub-admin)/.test(file) && !KINDS.includes(file));
  const work = [
    ...KINDS.flatMap((file) => VIEWS.map((view) => ({ file, view }))),
    ...others.map((file, i) => ({ file, view: VIEWS[i % VIEWS.length] })),
  ];
  const found = [];
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, async () => {
    const page = await opened();
    for (let next = work.shift(); next; next = work.shift()) found.push(...await violations(page, next.file, next.view));
    found.push(...page.problems);
    await page.context().close();
  }));
  assert.deepEqual(found, []);
});

test('finds what readers search for', options, async () => {
  const page = await opened();
  await page.goto(`${origin}index.html`);
  const search = (text) => page.evaluate(async (query) => {
    window.pagefind ??= await import('/pagefind/pagefind.js');
    const { results } = await window.pagefind.search(query);
    return Promise.all(results.slice(0, 3).map(async (result) => (await result.data()).url.replace(/^\//, '').replace(/(\.html)?(#.*)?$/, '.html')));
  }, text);
  const first = Object.fromEntries(operations(document('gpu-cloud-v2')).flatMap(({ operationId, summary }) =>
    [operationId, summary].map((text) => [text, `!api/reference/${operationId}.html`])));
  const paths = Object.fromEntries(Object.entries(document('gpu-cloud-v2').paths).map(([path, item]) =>
    [path, `!api/reference/${Object.values(item).find((o) => o.operationId).operationId}.html`]));
  const wrong = [];
  for (const [text, wanted] of Object.entries({ ...first, ...paths, ...SEARCHES })) {
    const found = await search(text);
    const right = wanted.startsWith('!') ? found[0] === wanted.slice(1) : found.includes(wanted);
    if (!right) wrong.push(`${text}: ${found}, not ${wanted}`);
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual(page.problems, []);
});

test('shows whole words in the results of a search, and no badges', options, async () => {
  const page = await opened();
  await page.goto(`${origin}index.html`);
  const text = await page.evaluate(async () => {
    const { search } = await import('/pagefind/pagefind.js');
    const { results } = await search('status');
    return (await Promise.all(results.slice(0, 10).map(async (result) => (await result.data()).content))).join('\n');
  });
  assert.doesNotMatch(text, /(string|integer|boolean|object|number|int32|double)(required|\d open)|[a-z_](string|integer|boolean|number),|facts? not documented\b/);
});

test('searches from the keyboard', options, async () => {
  const page = await opened();
  await page.goto(`${origin}how-to/install.html`);
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('shutdown timer');
  await page.locator('.pagefind-ui__result-link', { hasText: 'Set or cancel the shutdown timer' }).first().click();
  await page.waitForURL(/setShutdownTimer\.html/);
  assert.deepEqual(page.problems, []);
});

test('keeps the language of samples on all pages', options, async () => {
  const page = await opened();
  await page.goto(`${origin}api/reference/listInstances.html`);
  await page.getByRole('tab', { name: 'Python' }).click();
  await page.goto(`${origin}api/reference/getBalance.html`);
  await page.locator('[role=tab][aria-selected=true]').getByText('Python').waitFor();
});

test('keeps the language in guides, and opens the tab of a linked section', options, async () => {
  const page = await opened();
  await page.goto(`${origin}how-to/quickstart.html`);
  await page.getByRole('tab', { name: 'TypeScript' }).click();
  await page.goto(`${origin}api/authentication.html`);
  await page.getByText('await fetch').first().locator('visible=true').waitFor();
  await page.goto(`${origin}how-to/quickstart.html#curl`);
  await page.getByRole('heading', { name: 'curl', exact: true }).waitFor();
});

test('tries a request against a local stub, and names the setting that lets it', options, async () => {
  const [open, closed] = await Promise.all([stub(origin.slice(0, -1)), stub('http://other.test')]);
  const page = await opened();
  await page.goto(`${origin}api/reference/createInstanceByPod.html`);
  await page.getByText('Try it', { exact: true }).click();
  await page.getByText(`--stub.cors.allowed-origins=${origin.slice(0, -1)}`).waitFor();
  await page.getByLabel('Base URL of the stub').fill(closed.base);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('No response').waitFor();
  await page.getByLabel('Base URL of the stub').fill(open.base);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('made-here').waitFor();
  const [{ method, url, key, body }] = open.requests;
  assert.deepEqual([method, url, key, JSON.parse(body).pod_uuid], ['POST', '/api/open/v2/instance/create_by_pod', 'Bearer demo-key', 'pod-stable-diffusion']);
  await page.getByLabel('Base URL of the stub').fill('https://service.test/api/open/v2');
  await page.getByRole('button', { name: 'Send' }).click();
  assert.equal(await page.locator('.try input:invalid').count(), 1, 'only a stub on this machine');
  [open, closed].forEach((each) => each.close());
});

test('is read on a phone: samples fold below the first paragraph, code stays in its box, copy buttons cover none', options, async () => {
  const page = await opened(PHONE);
  await page.goto(`${origin}api/reference/createInstanceByPod.html`);
  const samples = page.locator('.how > summary');
  assert.ok((await samples.boundingBox()).y < 844, 'the samples begin on the first screen');
  assert.equal(await page.locator('.how').evaluate((how) => how.open), false);
  await samples.click();
  for (const file of ['api/reference/createInstanceByPod.html', 'how-to/quickstart.html', 'how-to/install.html']) {
    if (!page.url().endsWith(file)) await page.goto(origin + file);
    const wrong = await page.evaluate(() => [...document.querySelectorAll('main .expressive-code figure')].filter((figure) => figure.checkVisibility()).flatMap((figure) => {
      const [code, button] = ['pre', '.copy button'].map((part) => figure.querySelector(part)?.getBoundingClientRect());
      const broken = [...figure.querySelectorAll('.ec-line')].filter((line) => line.getBoundingClientRect().height > 1.5 * parseFloat(getComputedStyle(line).lineHeight));
      return [
        code.right > innerWidth && 'wider than the screen',
        button?.bottom > code.top + 2 && 'the copy button covers code',
        figure.querySelector('.copy button') && getComputedStyle(figure.querySelector('.copy button')).opacity !== '1' && 'the copy button is not visible',
        broken.some((line) => line.textContent.trimEnd().endsWith('\\')) && 'a backslash on a line of its own',
      ].filter(Boolean);
    }));
    assert.deepEqual(wrong, [], file);
  }
});

test('shows a table as cards on a phone, and no wide diagram or table', options, async () => {
  const page = await opened(PHONE);
  for (const [file, row] of [['project/measurements.html', /^plain create, wait, destroy\s+runs: 3,000\s+[\s\S]*orphans: 1,927\s+orphans per 100 runs: 64$/], ['explanation/lost-responses.html', /^leases.rent[\s\S]*does it know them\? yes/]]) {
    await page.goto(origin + file);
    const wide = await page.locator('table.cards').evaluateAll((tables) => tables.filter((table) => table.scrollWidth > table.clientWidth + 1).length);
    assert.equal(wide, 0, file);
    const cards = await page.locator('table.cards tbody tr').evaluateAll((rows) => rows.map((each) => [...each.cells].map((cell) => {
      const label = getComputedStyle(cell, '::before').content;
      return (label === 'none' ? '' : label.replace(/^"|"$/g, '').replace('" "', ' ')) + cell.textContent;
    }).join('\n')));
    assert.ok(cards.some((card) => row.test(card)), `${file}: ${cards}`);
  }
});

test('shows diagrams whole on a desk', options, async () => {
  const page = await opened({ viewport: { width: 1440, height: 900 } });
  const drawn = pages.filter((file) => text(file).includes('<figure class="diagram"'));
  assert.ok(drawn.includes('project/architecture.html'));
  for (const file of drawn) {
    await page.goto(origin + file);
    const cut = await page.locator('.diagram').evaluateAll((all) => all.flatMap((diagram) => {
      const box = diagram.getBoundingClientRect();
      return [...diagram.querySelectorAll('text, rect')].filter((part) => part.getBoundingClientRect().left < box.left || part.getBoundingClientRect().right > box.right)
        .map((part) => part.outerHTML);
    }));
    assert.deepEqual(cut, [], file);
  }
});

test('has a menu on the first page', options, async () => {
  const page = await opened(PHONE);
  await page.goto(`${origin}index.html`);
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'How-to guides' }).click();
  await page.getByRole('heading', { name: 'Quickstart', level: 1 }).waitFor();
});

test('draws a lost response as one that does not arrive', options, async () => {
  const page = await opened();
  await page.goto(`${origin}explanation/lost-responses.html`);
  const [lost, caller] = await page.evaluate(() => [
    document.querySelector('.message[data-label="the response is lost"] line').getBoundingClientRect().left,
    document.querySelector('.lifeline[data-actor=Program]').getBoundingClientRect().left]);
  assert.ok(lost > caller + 30, `the line ends at ${lost}, the program is at ${caller}`);
  assert.equal(await page.locator('.message .lost').count(), 1, 'a cross');
  assert.equal(await page.locator('.message[data-label="the response is lost"] [marker-end]').count(), 0, 'no arrow');
});

test('leads back through the sections of the sidebar, and shows the gaps on demand', options, async () => {
  const page = await opened();
  await page.goto(`${origin}api/reference/listInstances.html`);
  const boxes = page.locator('.what .facts:visible');
  assert.equal(await boxes.count(), 1, 'one box');
  assert.ok((await boxes.boundingBox()).y > (await page.locator('#response').boundingBox()).y, 'below what is documented');
  await page.goto(`${origin}api/reference/listGpus.html`);
  assert.equal(await boxes.count(), 0, 'no facts of its own');
  await page.goto(`${origin}api/reference/listInstances.html`);
  const mark = page.locator('.what .mark').first();
  assert.equal(await mark.locator('p').first().isVisible(), false);
  await mark.locator('summary').click();
  await mark.locator('p').first().waitFor();
  await page.locator('.crumbs').getByRole('link', { name: 'Instances' }).click();
  await page.waitForURL(/api\/reference\/tags\/instances\.html/);
});

test('is light and readable without scripts', options, async () => {
  const page = await opened({ javaScriptEnabled: false });
  await page.goto(`${origin}api/reference/createInstanceByPod.html`);
  assert.equal(await page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor), 'rgb(255, 255, 255)');
  await page.locator('.failure summary').first().click();
  await page.locator('.failure p').first().waitFor();
});

test('opens from disk, and says that search needs a server', options, async () => {
  const page = await opened();
  await page.goto(pathToFileURL(`${folder}/api/start.html`).href);
  await page.getByText('To search, open the site from a web server.').waitFor();
  await page.getByRole('link', { name: 'Quickstart' }).first().click();
  await page.getByRole('heading', { name: 'Quickstart', level: 1 }).waitFor();
});

test('prints whole operations', options, async () => {
  const page = await opened();
  await page.goto(`${origin}api/reference/createInstanceByPod.html`);
  await page.emulateMedia({ media: 'print' });
  for (const text of ['encoding, duplicate members', '"invalid_parameter"', 'AbortSignal.timeout', 'InstanceSpec.builder', 'TypeScript']) {
    assert.ok(await page.getByText(text).locator('visible=true').first().isVisible(), text);
  }
  assert.ok(!await page.locator('nav.sidebar, site-search').first().isVisible());
  for (const { operationId } of operations(document('gpu-cloud-v2'))) {
    await page.goto(`${origin}api/reference/${operationId}.html`);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    assert.ok(pdf.match(/\/Type\s*\/Page\b(?!s)/g).length <= 5, `${operationId} has too many pages`);
  }
});

test('prints pictures', options, async () => {
  const page = await opened();
  await page.goto(`${origin}how-to/console.html`);
  assert.ok(await page.locator('main img').evaluateAll((images) => images.length > 0 && images.every((image) => image.complete && image.naturalWidth > 0)));
});

test('forwards old addresses of operations', options, async () => {
  const page = await opened();
  await page.goto(`${origin}reference.html#tag/instances/POST/instance/create_by_pod`);
  await page.waitForURL(/createInstanceByPod\.html/);
});
