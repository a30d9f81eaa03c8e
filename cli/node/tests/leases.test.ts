import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, vi } from 'vitest';
import { Cancelled, EngineStopped, GpuCloudError, InstanceEnded, NoCapacity, NotReachable, openLeases, UsageError, type Leases } from 'gpu-cloud-cli';
import { test } from 'gpu-cloud-stub/vitest';
import { ended, enginesOf, failureOf, instances, Program } from './programs.js';

const plan = { podUuid: 'pod-comfyui', lifetime: '1h' } as const;

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

test('rents and destroys', async ({ account }) => {
  await using leases = await openLeases({ ...account.leaseOptions(), owner: 'trainings' });
  {
    await using lease = await leases.rent({ ...plan, maxHourlyPrice: '4', lifetime: 7_200_000, tag: 'job-7' });
    expect(await instances(account)).toEqual([lease.instanceUuid]);
    expect(lease).toMatchObject({ tag: 'job-7', price: '1.98', priceAtMost: '3.96', gpuName: 'NVIDIA GeForce RTX 4090' });
    expect(lease.title).toMatch(/^trainings\./);
    expect(lease.serverUrls).toHaveLength(1);
    const end = lease.endsAt.getTime();
    expect(end).toBeGreaterThan(1000 * (await account.details()).moment + 110 * 60_000);
    expect((await lease.extend('30m')).getTime()).toBeGreaterThanOrEqual(end + 30 * 60_000);
    await lease.put('epoch', '7');
    await lease.refresh();
    expect(lease.data).toEqual({ epoch: '7' });
    expect([await leases.open(), await leases.pending()]).toEqual([[lease], []]);
    expect(await leases.cost()).toMatchObject({ open: 1, priceAtMost: '3.96', limit: undefined });
  }
  expect(await instances(account)).toEqual([]);
});

test('runs as the page says', async ({ account }) => {
  const { baseUrl, apiKey, journal } = account.leaseOptions();
  vi.stubEnv('GPU_CLOUD_BASE_URL', baseUrl);
  vi.stubEnv('GPU_CLOUD_API_KEY', apiKey);
  vi.stubEnv('XDG_STATE_HOME', journal);
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await import('./first-rental.js');
  expect(log.mock.calls).toMatchObject([['NVIDIA GeForce RTX 4090', 'runs at', [expect.any(String)]], ['at most', '3.96', 'an hour, until', expect.any(Date)]]);
  log.mockRestore();
  expect(await instances(account)).toEqual([]);
});

test('says what may be left', async ({ account }) => {
  const leases = await openLeases({ ...account.leaseOptions(), window: '1s' });
  await account.loseResponse('createInstanceByPod');
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  try {
    await using lease = await leases.rent({ podUuid: 'pod-comfyui', lifetime: '1h' });
    console.log(lease.serverUrls);
  } catch (error) {
    if (error instanceof NoCapacity) {
      console.log('nothing was rented:', error.message);
    } else if (error instanceof GpuCloudError && error.mayHaveTakenEffect) {
      console.log('may be left:', error.left, error.candidates);
    } else {
      throw error;
    }
  }
  expect(log.mock.calls).toMatchObject([['may be left:', [], [{ instanceUuid: expect.any(String) }]]]);
  log.mockRestore();
  await leases.close();
});

test('the timer ends a rental', async ({ account }) => {
  await using leases = await openLeases(account.leaseOptions());
  await leases.rent({ podUuid: 'pod-comfyui', lifetime: '1h' });
  expect(await account.running()).toBe(1);

  await account.advance({ hours: 2 });

  expect(await account.running()).toBe(0);
});

test('keeps and adopts', async ({ account }) => {
  const leases = await openLeases(account.leaseOptions());
  const lease = await leases.rent(plan);
  await lease.keep();
  await Promise.all([lease.close(), leases.close(), leases.close()]);
  expect(await instances(account)).toEqual([lease.instanceUuid]);
  await using others = await openLeases({ ...account.leaseOptions(), journal: mkdtempSync(join(tmpdir(), 'gpu-cloud-leases-')) });
  const [first, second] = [others.adopt(lease.instanceUuid, '1h'), others.rent(plan)];
  await Promise.all([(await first).close(), (await second).close()]);
  expect(await instances(account)).toEqual([]);
});

test('names what went wrong', async ({ account }) => {
  await using leases = await openLeases({ ...account.leaseOptions(), spendingLimit: { amount: '3', window: '24h' }, window: '1s' });
  const none = await failureOf(leases.rent({ ...plan, maxHourlyPrice: '0.01' }));
  expect(none).toBeInstanceOf(NoCapacity);
  expect(none).toMatchObject({ name: 'NoCapacity', mayHaveTakenEffect: false, left: [], candidates: [] });
  const limited = await failureOf(leases.rent(plan));
  expect(limited).toMatchObject({ name: 'LimitReached', facts: { limit: '3' } });
  await expect(leases.rent({ ...plan, lifetime: '1s' })).rejects.toThrow(UsageError);
  await expect(leases.rent({ ...plan, idleTimeout: NaN })).rejects.toThrow(/"NaN" is no length of time/);
  await expect(leases.rent({ ...plan, data: { x: 'x'.repeat(2 ** 20) } })).rejects.toThrow(/1 MiB/);
  // @ts-expect-error no such length of time
  await expect(leases.rent({ ...plan, lifetime: 'soon' })).rejects.toThrow(/"soon" is no length of time/);
  // @ts-expect-error no such member
  await expect(leases.rent({ ...plan, maxHourlyPrize: '4' })).rejects.toThrow(/no parameter max_hourly_prize/);
  // @ts-expect-error a binary number
  await expect(leases.rent({ ...plan, maxHourlyPrice: 0.1 })).rejects.toThrow(/0.1 is no amount/);
  // @ts-expect-error a pod and an image
  await expect(leases.rent({ ...plan, imageUuid: 'image' })).rejects.toThrow(UsageError);
  await account.loseResponse('createInstanceByPod');
  const unknown = await failureOf(leases.rent({ ...plan, lifetime: '20m' }));
  const candidates = (await instances(account)).map(instanceUuid => ({ instanceUuid, createdAt: expect.any(Date) }));
  expect(candidates).toHaveLength(1);
  expect(unknown).toMatchObject({ name: 'OutcomeUnknown', mayHaveTakenEffect: true, candidates });
});

test('rejects wrong settings, and reports a missing Java', async ({ account }) => {
  await expect(openLeases({ ...account.leaseOptions(), owner: 'two words' })).rejects.toThrow(UsageError);
  await expect(openLeases({ ...account.leaseOptions(), stubClock: 'http://192.0.2.1/clock?account=a' })).rejects.toThrow(/on this machine/);
  vi.stubEnv('GPU_CLOUD_STUB_JAVA', '/nowhere/java');
  const failure = await failureOf(openLeases(account.leaseOptions()));
  expect(failure).toMatchObject({ name: 'GpuCloudError', kind: 'java_missing' });
  expect(failure.message).toMatch(/needs Java 17 or later. Found only .nowhere.java \(cannot be run\). On Linux x64, install .* Or: Install a JRE/);
});

test('reports an instance that ends without the program', async ({ account }) => {
  await using leases = await openLeases(account.leaseOptions());
  await using lease = await leases.rent(plan);
  expect(lease.ended).toBeUndefined();
  const reason = new Promise(resolve => lease.onEnded(resolve));

  await account.advance({ hours: 3 });

  expect(await reason).toBeInstanceOf(InstanceEnded);
  expect(() => lease.throwIfEnded()).toThrow(InstanceEnded);
  await expect(lease.waitReachable()).rejects.toBe(lease.ended);
});

test('ends an idle lease', async ({ account }) => {
  await using leases = await openLeases(account.leaseOptions());
  await using lease = await leases.rent({ ...plan, lifetime: '2h', idleTimeout: '20m' });
  await account.advance({ minutes: 19 });
  await lease.touch();
  await account.advance({ minutes: 19 });
  await lease.refresh();
  lease.throwIfEnded();

  await account.advance({ minutes: 2 });

  await new Promise(resolve => lease.onEnded(resolve));
  expect(lease.ended?.message).toMatch(/was idle/);
});

test('waits until the instance responds', async ({ account }) => {
  const statuses = [503, 200];
  const requests: string[] = [];
  await using leases = await openLeases(account.leaseOptions());
  await using lease = await leases.rent(plan);
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url);
    return new Response('', { status: statuses.shift() ?? 404 });
  });
  expect(await lease.waitReachable('/health')).toBe(lease.serverUrls[0]);
  expect(requests).toEqual(Array(2).fill(`${lease.serverUrls[0]}/health`));
  await expect(lease.waitReachable('health', { timeout: '0s' })).rejects.toThrow(NotReachable);
  await expect(lease.waitReachable('/', { signal: AbortSignal.abort() })).rejects.toThrow(/aborted/);
});

test('an aborted rental destroys its instance during the boot', async ({ account }) => {
  await account.fault({ effect: 'never_boot' });
  const stop = new AbortController();
  const onEvent = ({ type }: { type: string }): void => void (type === 'booting' && stop.abort(new Error('enough')));
  await using leases = await openLeases({ ...account.leaseOptions(), onEvent });
  const failure = await failureOf(leases.rent({ ...plan, bootTimeout: '7d', signal: stop.signal }));
  expect(failure).toBeInstanceOf(Cancelled);
  expect(failure).toMatchObject({ code: 'ABORT_ERR', left: [], cause: { message: 'enough' } });
  expect(await instances(account)).toEqual([]);
  await expect(leases.rent({ ...plan, signal: stop.signal })).rejects.toThrow(Cancelled);
  expect(await account.journal('createInstanceByPod')).toHaveLength(1);
});

test('callbacks can use leases, and their errors disturb nothing', async ({ account }) => {
  const warning = new Promise<Error>(resolve => process.once('warning', resolve));
  let leases: Leases | undefined;
  const cost = new Promise((resolve, reject) => {
    const onEvent = async ({ type }: { type: string }): Promise<void> => {
      if (type === 'running') await leases!.cost().then(resolve, reject);
      if (type === 'ended') throw new Error('of the callback');
    };
    openLeases({ ...account.leaseOptions(), onEvent }).then(async opened => (await (leases = opened).rent(plan)).close()).catch(reject);
  });
  expect(await cost).toMatchObject({ priceAtMost: '3.96' });
  expect((await warning).message).toMatch(/A callback failed: Error: of the callback/);
  await leases!.close();
});

test('sweeps the instances of an owner', async ({ account }) => {
  await using leases = await openLeases({ ...account.leaseOptions(), owner: 'trainings' });
  await (await leases.rent(plan)).keep();
  await account.advance({ days: 1 });
  await using others = await openLeases({ ...account.leaseOptions(), owner: 'others' });
  expect(await others.sweep({ olderThan: '1h', destroy: true })).toEqual({ found: [], destroyed: [], failures: [] });
  const { found, destroyed } = await others.sweep({ olderThan: '1h', owner: 'trainings', destroy: true });
  expect(found).toHaveLength(1);
  expect(destroyed).toEqual(found);
  expect(await instances(account)).toEqual([]);
});

test('CommonJS gets the same classes', () => {
  const script = "const cjs = require('gpu-cloud-cli'); import('gpu-cloud-cli').then(esm => console.log(Object.keys(cjs).every(name => cjs[name] === esm[name]), typeof esm.openLeases))";
  expect(execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' })).toBe('true function\n');
});

test('an idle engine does not keep a program from ending', async ({ account }) => {
  const options = JSON.stringify(account.leaseOptions());
  const script = `import { openLeases } from 'gpu-cloud-cli';
    const leases = await openLeases(${options});
    await (await leases.rent({ podUuid: 'pod-comfyui', lifetime: '1h' })).close();
    console.log('done');`;
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })).toBe('done\n');
});

describe.skipIf(process.platform !== 'linux')('processes', () => {
  test('a killed engine names its instances', async ({ account }) => {
    const leases = await openLeases(account.leaseOptions());
    const lease = await leases.rent(plan);
    const [engine = 0] = enginesOf(process.pid);
    expect(readFileSync(`/proc/${engine}/cmdline`, 'utf8')).not.toContain(account.apiKey);
    process.kill(engine, 'SIGKILL');

    for (const close of [() => lease.close(), () => leases.close()]) {
      const stopped = await failureOf(close());
      expect(stopped).toMatchObject({ name: 'EngineStopped', left: [lease.instanceUuid], mayHaveTakenEffect: true });
    }

    await using others = await openLeases({ ...account.leaseOptions(), recoverOnStart: false });
    expect((await others.recover()).destroyed).toEqual([lease.instanceUuid]);
    expect(await instances(account)).toEqual([]);
  });

  test.for([
    ['SIGKILL', 'wait'], ['SIGTERM', 'wait'], ['SIGINT', 'wait'], ['SIGINT', 'signal'], ['SIGTERM', 'signal'],
  ] as const)('%s leaves nothing, with %s', async ([signal, end], { account }) => {
    const program = new Program(account, mkdtempSync(join(tmpdir(), 'gpu-cloud-leases-')), end);
    await program.readUntil('READY');
    const [engine = 0] = enginesOf(program.process.pid!);
    await program.readUntil('running');
    program.kill(signal);
    await program.end();
    // A program that closes its leases ends after its engine.
    if (end === 'signal') expect(await instances(account)).toEqual([]);
    await ended(engine);
    expect(await instances(account)).toEqual([]);
  });
});
