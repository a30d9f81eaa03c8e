// Rentals while responses are lost, the service fails, and processes are killed. GPU_CLOUD_RUNS is the number of runs, by default 4, and
// GPU_CLOUD_SEED the first one.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { openLeases } from 'gpu-cloud-cli';
import type { Account, FaultSettings } from 'gpu-cloud-stub';
import { test } from 'gpu-cloud-stub/vitest';
import { ended, enginesOf, instances, kill, Program } from './programs.js';

const RUNS = Number(process.env.GPU_CLOUD_RUNS ?? 4);
const FIRST = Number(process.env.GPU_CLOUD_SEED ?? 1);
const UUID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
const FAULTS: FaultSettings[] = [
  { operation: 'createInstanceByPod', effect: 'lose_response' },
  { operation: 'createInstanceByPod', effect: 'respond', status: 429 },
  { operation: 'createInstanceByPod', effect: 'respond', status: 503 },
  { operation: 'setShutdownTimer', effect: 'lose_response' },
  { operation: 'updateInstanceTitle', effect: 'respond', status: 503 },
  { operation: 'destroyInstance', effect: 'respond', status: 500 },
  { operation: 'destroyInstance', effect: 'lose_response' },
  { operation: 'listInstances', effect: 'reset_connection' },
  { effect: 'boot_fails' },
];
const VICTIMS = [['program'], ['engine', 'program'], ['engine']];
const SIGNALS: NodeJS.Signals[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP'];

/** Random numbers from 0 to 1 that depend only on the seed (mulberry32). */
function random(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function injectFaults(account: Account, chance: () => number): Promise<string[]> {
  const chosen = chance() < 0.7 ? FAULTS.filter(() => chance() < 0.5) : [];
  return Promise.all(chosen.map(fault => account.fault({ ...fault, probability: 0.3 })));
}

describe.skipIf(process.platform !== 'linux')('random runs', () => {
  test.for(Array.from({ length: RUNS }, (_, run) => FIRST + run))('run %i leaves nothing that it does not name', async (seed, { account }) => {
    const chance = random(seed);
    const choose = <T>(choices: readonly T[]): T => choices[Math.floor(chance() * choices.length)]!;
    const faults = await injectFaults(account, chance);
    const end = choose(['wait', 'wait', 'signal', 'none', 'exception', 'exit']);
    const victims = end === 'wait' || end === 'signal' ? choose(VICTIMS) : [];
    const journal = mkdtempSync(join(tmpdir(), 'gpu-cloud-leases-'));
    const program = new Program(account, journal, end);
    await program.readUntil('READY');
    const [engine = 0] = enginesOf(program.process.pid!);
    const moment = choose(['', 'creating', 'created', 'booting', 'running']);
    if (victims.length && moment) await program.readUntil(moment);
    if (victims.includes('program')) program.kill(choose(SIGNALS));
    if (victims.includes('engine')) kill(engine, 'SIGKILL');
    // The program waits for nothing that its engine could end.
    if (victims.length) program.kill('SIGINT');
    await program.end();
    await ended(engine);
    for (const id of faults) await account.stub.admin.DELETE('/__admin/faults', { params: { query: { id } } });

    const report = `${end} ${victims.join()} ${program.output}`;
    if (!faults.length && !victims.includes('engine')) expect(await instances(account), report).toEqual([]);
    const options = { ...account.leaseOptions(), journal, recoverOnStart: false, window: '1s', interval: '0.2s' } as const;
    const leases = await openLeases(options);
    const { candidates, failures } = await leases.recover();
    await leases.close();
    rmSync(journal, { recursive: true });
    const named = [report.match(UUID) ?? [], candidates.map(each => each.instanceUuid), failures.flatMap(failure => failure.left)].flat();
    expect(named, report).toEqual(expect.arrayContaining(await instances(account)));
  });
});
