// What the runner of GitHub Actions gives to a step, and reads from it.
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

export const input = name => (process.env[`INPUT_${name.toUpperCase()}`] ?? '').trim();

/** What the main step has saved. */
export const state = name => process.env[`STATE_${name}`] ?? '';

/** A file of this job, whose folder the runner empties. */
export const fileOf = name => join(process.env.RUNNER_TEMP, 'gpu-cloud', name);

/** Writes to one of the files that the runner reads: GITHUB_OUTPUT, GITHUB_PATH or GITHUB_STATE. */
export function write(file, line) {
  appendFileSync(process.env[file], `${line}\n`);
}

function print(command, text) {
  const escaped = text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  console.log(`::${command}::${escaped}`);
}

/** From here on, the log has stars instead of the key. */
export function maskKey() {
  if (input('api-key')) print('add-mask', input('api-key'));
}

export function fail(message) {
  print('error', message);
  process.exitCode = 1;
}

/** The environment of gpu-cloud. Both steps use the same journal. */
export function environment() {
  const kept = Object.entries(process.env).filter(([name]) => !/^(INPUT|STATE)_/.test(name));
  const given = Object.entries({ GPU_CLOUD_BASE_URL: input('base-url'), GPU_CLOUD_API_KEY: input('api-key') }).filter(([, value]) => value);
  return { ...Object.fromEntries([...kept, ...given]), GPU_CLOUD_JOURNAL: fileOf('journal') };
}
