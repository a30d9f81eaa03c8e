// Destroys what the main step left, because the job was cancelled or the step was killed.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { environment, fail, maskKey, state } from './runner.js';

/** A process that has ended keeps its identifier until its parent has read its status, but has no program. */
function runs(pid) {
  try {
    process.kill(pid, 0);
    return !existsSync('/proc/self/exe') || existsSync(`/proc/${pid}/exe`);
  } catch {
    return false;
  }
}

/** Ends a rental that has outlived its step, because recover does not touch the instances of running processes. */
async function end(pid) {
  for (const [signal, seconds] of [['SIGTERM', 60], ['SIGKILL', 10]]) {
    if (runs(pid)) process.kill(pid, signal);
    for (let i = 0; i < seconds * 10 && runs(pid); i++) await setTimeout(100);
  }
}

maskKey();
if (state('program')) {
  if (state('pid')) await end(Number(state('pid')));
  const { status } = spawnSync(state('program'), ['recover'], { stdio: 'inherit', env: environment() });
  if (status !== 0) fail('An instance may be left, and costs money until its timer ends it. Look at the list of instances.');
}
