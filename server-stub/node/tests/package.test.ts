import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setupServer } from 'msw/node';
import { afterEach, describe, expect, vi } from 'vitest';
import { Stub, StubError, currentStub, findJava, startStub } from 'gpu-cloud-stub';
import { handlers } from 'gpu-cloud-stub/msw';
import { requireOwn, requireOwnProcess } from './node_modules/gpu-cloud-stub/dist/files.js';
import { endAccount } from './node_modules/gpu-cloud-stub/dist/run.js';
import { test } from 'gpu-cloud-stub/vitest';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test('Names of tests [become] keys: 日本', ({ account }) => {
  expect(account.apiKey).toMatch(/^tenant-names-of-tests-become-keys-[0-9a-f]{8}$/);
});

test('accounts have names of at most 50 characters '.repeat(9), async ({ account }) => {
  expect(await account.balance()).toBeGreaterThan(0);
  await account.setBalance(3);
  expect(await account.balance()).toBe(3);
});

test('accounts open with a seed', async () => {
  const account = await currentStub().account('poor', { recharges: [{ amount: 1, trade_offset: '-P1D' }] });
  expect((await account.details()).balance).toBe(1);
  await account.delete();
});

test('a seed has a clock and faults', async () => {
  const account = await currentStub().account('scenario', {
    clock: { now: 1893499200, frozen: true },
    faults: [{ operation: 'getBalance', code: 7, times: 1 }],
  });
  expect((await account.call('GET', '/balance/info')).code).toBe(7);
  expect(await account.advance({ minutes: 1 })).toBe(1893499260);
  await account.delete();
  // @ts-expect-error no such operation
  await expect(currentStub().account('scenario', { faults: [{ operation: 'nonsense', code: 7 }] })).rejects.toThrow(/HTTP 400: .*operation/);
});

test('errors have the reason', async ({ account }) => {
  // @ts-expect-error no such operation
  await expect(account.fault({ operation: 'nonsense', status: 500 })).rejects.toThrow(/HTTP 400: .*operation/);
  await expect(new Stub(account.stub.url).account('x', {})).rejects.toThrow(/HTTP 401/);
});

test('the program under test can replace fetch', async ({ account }) => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('blocked by the test')));
  vi.stubGlobal('Request', undefined);
  await account.setBalance(7);
  expect(await account.call('GET', '/balance/info')).toMatchObject({ code: 0, httpStatus: 200, data: { balance: 7 } });
  expect(await account.advance({ minutes: 1 })).toBeGreaterThan(0);
});

test('the admin client is typed', async ({ account }) => {
  const params = { path: { account: account.apiKey } };
  const body = { stock: [{ gpu_uuid: 'gpu-rtx-4090', stock: 0 }] };
  await account.stub.admin.PUT('/__admin/accounts/{account}', { params, body });
  const spec = { pod_uuid: 'pod-comfyui', gpu_uuid: 'gpu-rtx-4090', gpu_nums: 1 };
  expect(await account.call('POST', '/instance/create_by_pod', spec)).toMatchObject({ code: 1 });
});

test('a call of /__admin can be aborted', async () => {
  const aborter = new AbortController();
  const silent = createServer(() => aborter.abort()).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { admin } = new Stub(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  await expect(admin.GET('/__admin/clock', { signal: aborter.signal })).rejects.toMatchObject({ name: 'AbortError' });
  await expect(admin.GET('/__admin/clock', { signal: AbortSignal.timeout(1) })).rejects.toMatchObject({ name: 'TimeoutError' });
  silent.close();
});

describe('a stub of its own', () => {
  test('has settings and ends', async () => {
    const stub = await startStub('stub.lifecycle.boot=3s');
    const account = await stub.account('mine');
    expect((await account.details()).lifecycle.boot).toBe(3);
    stub.close();
    await expect(account.call('GET', '/gpu/list')).rejects.toThrow();
  });

  test.for([
    ['stub.lifecycle.bot=3s', 'unknown setting: stub.lifecycle.bot. Did you mean stub.lifecycle.boot?'],
    ['port=1', 'unknown setting: port. Did you mean server.port?'],
    ['stub.lifecycle.boot=soon', 'stub.lifecycle.boot is "soon":'],
    ['stub.lifecycle.boot', 'stub.lifecycle.boot has no value.'],
  ] as const)('reports in one line why it does not start with %s', async ([setting, reason]) => {
    const failure: Error = await startStub(setting).then(() => expect.fail('it started'), error => error);
    expect(failure.message).toContain(`The stub did not start: ${reason}`);
    expect(failure.message).not.toContain('\n');
  });

  test.for(['abc', '0', '-1', 'Infinity', '1e9'])('reports that the time of the start is wrong: %s', async seconds => {
    vi.stubEnv('GPU_CLOUD_STUB_START_TIMEOUT', seconds);
    const reason = `GPU_CLOUD_STUB_START_TIMEOUT is "${seconds}". It must be a number of seconds`;
    await expect(startStub()).rejects.toThrow(reason);
  });

  test.for(['true', 'false'])('reports that its jar does not exist, with reuse %s', async reuse => {
    vi.stubEnv('GPU_CLOUD_STUB_JAR', '/nowhere/stub.jar');
    vi.stubEnv('GPU_CLOUD_STUB_REUSE', reuse);
    vi.stubEnv('CI', '');
    const reason = 'GPU_CLOUD_STUB_JAR is "/nowhere/stub.jar", which is not a file';
    await expect(startStub()).rejects.toThrow(reason);
    const command = spawnSync(process.execPath, ['node_modules/gpu-cloud-stub/dist/cli.js', '--version'], { encoding: 'utf8' });
    expect(command.stderr).toMatch(/^GPU_CLOUD_STUB_JAR is .*\n$/);
    expect(command.status).toBe(1);
  });

  test('reports whether it has ended during its start or is late', async () => {
    vi.stubEnv('GPU_CLOUD_STUB_START_TIMEOUT', '0.01');
    await expect(startStub()).rejects.toThrow('The stub did not start within 0.01 s. Its last lines:');
    vi.stubEnv('GPU_CLOUD_STUB_START_TIMEOUT', '');
    const empty = join(mkdtempSync(join(tmpdir(), 'gpu-cloud-stub-')), 'stub.jar');
    writeFileSync(empty, '');
    vi.stubEnv('GPU_CLOUD_STUB_JAR', relative(process.cwd(), empty));
    await expect(startStub()).rejects.toThrow('The stub ended during its start. Its last lines:');
  });

  test('reports that its journal has lost requests', async () => {
    const stub = await startStub('stub.limits.journal=3');
    const [quiet, busy] = [await stub.account('quiet'), await stub.account('busy')];
    await quiet.call('GET', '/gpu/list');
    for (let i = 0; i < 5; i++) await busy.call('GET', '/gpu/list');
    expect(await quiet.journal('listGpus')).toHaveLength(1);
    await expect(busy.journal()).rejects.toThrow(/has lost 2 requests of tenant-busy-.* larger stub.limits.journal/);
    stub.close();
  });
});

test('operations, methods and paths have types', async ({ account }) => {
  // @ts-expect-error no such operation
  await expect(account.loseResponse('createInstance')).rejects.toThrow();
  // @ts-expect-error no such operation
  await expect(account.fault({ operation: 'createInstance', status: 500 })).rejects.toThrow();
  // @ts-expect-error no such operation
  await expect(account.journal('nope')).rejects.toThrow();
  // @ts-expect-error no such method
  await expect(account.call('FETCH', '/gpu/list')).resolves.toMatchObject({ httpStatus: 405 });
  // @ts-expect-error another method
  await expect(account.call('GET', '/instance/destroy')).resolves.toMatchObject({ httpStatus: 405 });
  // @ts-expect-error no slash
  await expect(account.call('GET', 'gpu/list')).rejects.toThrow('"gpu/list" must begin with /');
  // @ts-expect-error no such member
  await expect(account.call('POST', '/instance/create_by_pod', { pod_uuid: 'pod-comfyui', gpu_uuid: 'gpu-rtx-4090', gpu_num: 1 })).resolves.toBeDefined();
  // @ts-expect-error another type
  await expect(account.call('POST', '/instance/destroy', { instance_uuid: 7 })).resolves.toBeDefined();
  // @ts-expect-error no body
  await expect(account.call('GET', '/gpu/list', {})).resolves.toMatchObject({ code: 0 });
  const list = await account.call('GET', '/instance/list?page=1');
  const first: number | undefined = list.data?.instance_list[0]?.status;
  expect(first).toBeUndefined();
  expect(list.httpStatus).toBe(200);
  // @ts-expect-error no such member
  expect(list.data?.gpu_list).toBeUndefined();
});

test('the clock moves by whole seconds', async ({ account }) => {
  await account.freeze();
  const { moment } = await account.details();
  expect(await account.advance({ minutes: 1.15 })).toBe(moment + 69); // 68.99999999999999 as a product
  await expect(account.advance({ seconds: 0.5 })).rejects.toThrow('The clock moves by whole seconds, not by 0.5 s.');
});

test('a failed test shows equal requests once', async () => {
  const account = await currentStub().account('polls');
  for (let i = 0; i < 30; i++) await account.call('GET', '/gpu/list');
  const shown = vi.spyOn(console, 'error').mockImplementation(() => {});
  await endAccount(account, true);
  const report = String(shown.mock.lastCall?.[0]);
  shown.mockRestore();
  expect(report).toMatch(/30 times: GET .*gpu.list/);
  expect(report).toMatch(/characters\)/);
  expect(report.length).toBeLessThan(500);
  await account.delete();
});

describe.skipIf(!process.geteuid)('reuse trusts no other user', () => {
  const start = async (cache: string): Promise<string> => {
    vi.stubEnv('GPU_CLOUD_STUB_CACHE', cache);
    vi.stubEnv('GPU_CLOUD_STUB_REUSE', 'true');
    vi.stubEnv('CI', '');
    const shown = vi.spyOn(console, 'error').mockImplementation(() => {});
    const stub = await startStub();
    const message = String(shown.mock.lastCall?.[0]);
    shown.mockRestore();
    await (await stub.account()).details();
    stub.close();
    return message;
  };

  test('nor a cache that cannot be written', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'gpu-cloud-stub-cache-')), 'file');
    writeFileSync(file, '');
    expect(await start(join(file, 'cache'))).toContain('this stub ends with this run, because');
  });

  test('who can write a folder of the cache', async () => {
    const shared = mkdtempSync(join(tmpdir(), 'gpu-cloud-stub-shared-'));
    chmodSync(shared, 0o777);
    expect(await start(join(shared, 'cache'))).toContain(`other users can write ${shared}`);
  });

  test.skipIf(process.geteuid?.() !== 0)('who owns a file or a process', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'gpu-cloud-stub-cache-')), 'address');
    writeFileSync(file, '', { mode: 0o600 });
    expect(() => requireOwn(file)).not.toThrow();
    chownSync(file, 65534, 65534);
    expect(() => requireOwn(file)).toThrow('belongs to another user');
    const other = spawn('sleep', ['60'], { uid: 65534 });
    expect(() => requireOwnProcess(other.pid!)).toThrow('belongs to another user');
    expect(() => requireOwnProcess(process.pid)).not.toThrow();
    other.kill();
  });
});

test.skipIf(process.platform === 'win32')('a stub survives Ctrl+C until its owner has cleaned up', async () => {
  const program = `import { startStub } from 'gpu-cloud-stub';
    const account = await (await startStub()).account();
    process.on('SIGINT', async () => {
      console.log('LEFT', (await account.call('GET', '/instance/list')).data.instance_list.length);
      process.exit(0);
    });
    setInterval(() => {}, 1000);
    console.log('READY');`;
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', program], { detached: true });
  let output = '';
  for await (const chunk of owner.stdout) {
    output += chunk;
    // The whole group, as a terminal does.
    if (output === 'READY\n') process.kill(-owner.pid!, 'SIGINT');
  }
  expect(output).toBe('READY\nLEFT 0\n');
});

test('help names the command', () => {
  const help = execFileSync(process.execPath, ['node_modules/gpu-cloud-stub/dist/cli.js', '--help'], { encoding: 'utf8' });
  expect(help).toContain('usage: gpu-cloud-stub [--name=value ...]');
});

test('a run attaches to the stub of an earlier run', { timeout: 1_200_000 }, () => {
  vi.stubEnv('GPU_CLOUD_STUB_CACHE', mkdtempSync(join(tmpdir(), 'gpu-cloud-stub-cache-')));
  vi.stubEnv('GPU_CLOUD_STUB_REUSE', 'true');
  vi.stubEnv('CI', '');
  const node = (...args: string[]): string => execFileSync(process.execPath, args, { encoding: 'utf8' });
  const program = `import { startStub } from 'gpu-cloud-stub';
    const stub = await startStub(...process.argv.slice(1));
    await (await stub.account()).details();
    console.log(stub.url);
    stub.close();`;
  const run = (...settings: string[]): string => node('--input-type=module', '--eval', program, '--', ...settings);
  const first = run();
  expect(first).toMatch(/^http/);
  expect(run()).toBe(first);
  expect(run('stub.lifecycle.boot=2s')).not.toBe(first);
  expect(node('node_modules/gpu-cloud-stub/dist/cli.js', 'stop')).toBe('2 stubs ended\n');
  vi.stubEnv('CI', 'true');
  expect(run()).not.toBe(first);
  expect(node('node_modules/gpu-cloud-stub/dist/cli.js', 'stop')).toBe('0 stubs ended\n');
});

test('finds Java in PATH and JAVA_HOME', () => {
  expect(findJava()).toContain('java');
  vi.stubEnv('PATH', '');
  vi.stubEnv('JAVA_HOME', '/nowhere');
  expect(findJava).toThrow(StubError);
  expect(findJava).toThrow(/needs Java 17 or later. Found only .nowhere.bin.java \(cannot be run\). Install/);
});

test('handlers of msw return the examples of the contract', async () => {
  const server = setupServer(...handlers());
  server.listen();
  const response = await fetch('https://gpu.example/api/open/v2/gpu/list');
  expect(await response.json()).toMatchObject({ code: 0, data: { gpu_list: expect.any(Array) } });
  server.close();
});
