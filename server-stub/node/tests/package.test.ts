import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setupServer } from 'msw/node';
import { afterEach, describe, expect, vi } from 'vitest';
import { Stub, StubError, currentStub, findJava, startStub } from 'gpu-cloud-stub';
import { handlers } from 'gpu-cloud-stub/msw';
import { test } from 'gpu-cloud-stub/vitest';

afterEach(() => vi.unstubAllEnvs());

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
});

test('errors have the reason', async ({ account }) => {
  await expect(account.fault({ operation: 'nonsense', status: 500 })).rejects.toThrow(/HTTP 400: .*operation/);
  await expect(new Stub(account.stub.url).account('x', {})).rejects.toThrow(/HTTP 401/);
});

test('the admin client is typed', async ({ account }) => {
  const path = { account: account.apiKey, gpu_uuid: 'gpu-rtx-4090' };
  await account.stub.admin.PUT('/__admin/accounts/{account}/gpus/{gpu_uuid}', { params: { path }, body: { stock: 0 } });
  const spec = { pod_uuid: 'pod-comfyui', gpu_uuid: 'gpu-rtx-4090', gpu_nums: 1 };
  expect(await account.call('POST', '/instance/create_by_pod', spec)).toMatchObject({ code: 1 });
});

describe('a stub of its own', () => {
  test('has settings and ends', async () => {
    const stub = await startStub('stub.lifecycle.boot=3s');
    const account = await stub.account('mine');
    expect((await account.details()).lifecycle.boot).toBe(3);
    stub.close();
    await expect(account.call('GET', '/gpu/list')).rejects.toThrow();
  });

  test('reports why it does not start', async () => {
    await expect(startStub('stub.nonsense=1')).rejects.toThrow(/stub.nonsense/);
  });
});

test('a run attaches to the stub of an earlier run', { timeout: 180_000 }, () => {
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
