// Installs gpu-cloud, and rents an instance for the command.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environment, fail, fileOf, input, maskKey, write } from './runner.js';

const OPTIONS = ['for', 'pod', 'image', 'gpus', 'max-price', 'wait', 'reach'];
// No input is part of a script. The command does not get the API key.
const SCRIPT = 'unset GPU_CLOUD_API_KEY; eval "$GPU_CLOUD_COMMAND"';
// The runner sends SIGTERM 7.5 seconds after SIGINT, and SIGKILL 2.5 seconds later. The rest is for the destroy request.
const GRACE = '4s';

async function read(archive) {
  if (!/^https?:/.test(archive)) return readFileSync(archive);
  const response = await fetch(archive);
  if (!response.ok) throw new Error(`${archive} responds with HTTP ${response.status}.`);
  return Buffer.from(await response.arrayBuffer());
}

/** Returns the program. The times of its files remain those of the archive, or it would not use its cache of classes. */
async function install(archive, expected) {
  if (process.platform === 'win32') throw new Error('There is no archive for Windows. Use a runner with Linux.');
  if (!/^[0-9a-f]{64}$/.test(expected)) throw new Error(`sha256 is "${expected}". It must be 64 digits, from SHA256SUMS of the release.`);
  const folder = fileOf(expected);
  if (!existsSync(folder)) {
    const content = await read(archive);
    const actual = createHash('sha256').update(content).digest('hex');
    if (actual !== expected) throw new Error(`${archive} has the checksum ${actual}, but sha256 is ${expected}. Nothing was installed.`);
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    execFileSync('tar', ['-xzf', '-', '-C', unfinished], { input: content });
    renameSync(unfinished, folder);
  }
  return join(folder, readdirSync(folder)[0], 'bin', 'gpu-cloud');
}

async function rent(program, command) {
  const result = fileOf('result.json');
  const options = OPTIONS.filter(input).map(name => `--${name}=${input(name)}`);
  const models = input('gpu').split(/\s+/).filter(Boolean).map(model => `--gpu=${model}`);
  const line = ['rent', ...options, ...models, `--grace=${GRACE}`, `--result=${result}`, '--', 'sh', '-ec', SCRIPT];
  const env = { ...environment(), GPU_CLOUD_COMMAND: command };

  let rental;
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => rental?.kill('SIGTERM'));
  // Before the start, because this process may be killed at any time.
  write('GITHUB_STATE', `program=${program}`);
  rental = spawn(program, line, { stdio: ['ignore', 'inherit', 'inherit'], env });
  write('GITHUB_STATE', `pid=${rental.pid}`);
  const [status] = await once(rental, 'exit');
  write('GITHUB_STATE', 'pid=');
  if (existsSync(result)) write('GITHUB_OUTPUT', `result=${JSON.stringify(JSON.parse(readFileSync(result, 'utf8')))}`);
  process.exitCode = status ?? 1;
}

try {
  maskKey();
  const program = await install(input('archive'), input('sha256'));
  write('GITHUB_PATH', dirname(program));
  if (input('command')) await rent(program, input('command'));
} catch (failure) {
  fail(failure.message);
}
