// Runs the steps as the runner of GitHub Actions does, with the archives of `.ci/archives`, against the stub.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const action = fileURLToPath(new URL('..', import.meta.url));
const archives = join(action, '../../target/archives');
const metadata = readFileSync(join(action, 'action.yml'), 'utf8');
const readme = readFileSync(join(action, 'README.md'), 'utf8');
const inputs = [...metadata.split('outputs:')[0].matchAll(/^ {2}([\w-]+):$/gm)].map(([, name]) => name);
const [, main, post] = metadata.match(/ main: (.*)\n {2}post: (.*)\n {2}post-if: always\(\)/);

const folder = mkdtempSync(join(tmpdir(), 'action-'));
const archiveOf = name => join(archives, readdirSync(archives).find(file => RegExp(`^${name}-\\d.*\\.tar\\.gz$`).test(file)));
const archive = archiveOf('gpu-cloud');
const sha256 = createHash('sha256').update(readFileSync(archive)).digest('hex');
const RENTAL = { pod: 'pod-comfyui', 'max-price': '4', for: '2h' };

/** The inputs of the action in a workflow. */
function inputsOf(workflow) {
  const block = workflow.match(/ {8}with:\n((?: {10}.*\n)+)/)[1].replace(/\|\n +/g, '');
  return Object.fromEntries([...block.matchAll(/^ {10}([\w-]+): (.*)$/gm)].map(([, name, value]) => [name, value]));
}

let stub;
let url;

/** A job with an account of its own. */
class Job {
  static #jobs = 0;
  static #groups = [];
  #number = Job.#jobs++;
  key = `tenant-action-${this.#number}`;
  temp = join(folder, `${this.#number}`);
  state = {};
  output = '';

  constructor(given) {
    mkdirSync(this.temp);
    this.inputs = { archive, sha256, 'base-url': `${url}/api/open/v2`, 'api-key': this.key, ...given };
    for (const name of Object.keys(this.inputs)) assert.ok(inputs.includes(name), name);
  }

  /** Ends what the jobs have left, as the runner does. */
  static end() {
    for (const group of Job.#groups) {
      try {
        process.kill(-group, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  }

  file(name) {
    return join(this.temp, name);
  }

  start(script) {
    const files = Object.fromEntries(['GITHUB_OUTPUT', 'GITHUB_PATH', 'GITHUB_STATE'].map(name => [name, this.file(name)]));
    for (const file of Object.values(files)) writeFileSync(file, '');
    const given = Object.fromEntries(inputs.map(name => [`INPUT_${name.toUpperCase()}`, this.inputs[name] ?? '']));
    const saved = Object.fromEntries(Object.entries(this.state).map(([name, value]) => [`STATE_${name}`, value]));
    const settings = { GPU_CLOUD_POLL: '0.2s', GPU_CLOUD_WINDOW: '1s', RUNNER_TEMP: this.temp, HOME: this.temp };
    // The JVM ends if the cache of classes does not fit.
    const env = { PATH: process.env.PATH, JAVA_OPTS: '-XX:AOTMode=on', ...files, ...given, ...saved, ...settings };
    this.process = spawn(process.execPath, [join(action, script)], { env, cwd: this.temp, detached: true });
    Job.#groups.push(this.process.pid);
    for (const stream of [this.process.stdout, this.process.stderr]) stream.on('data', text => (this.output += text));
    // A rental that outlives its step keeps the streams open.
    this.exit = once(this.process, 'exit').then(([code, signal]) => {
      const lines = readFileSync(this.file('GITHUB_STATE'), 'utf8').split('\n').filter(Boolean);
      for (const line of lines) this.state[line.split('=')[0]] = line.replace(/^[^=]*=/, '');
      return code ?? signal;
    });
  }

  run(script) {
    this.start(script);
    return this.exit;
  }

  /** Waits until the command or the test has made a file. */
  async made(name) {
    while (!existsSync(this.file(name))) await setTimeout(50);
  }

  /** Ends a step as the runner does when a job is cancelled. */
  async cancel() {
    for (const [signal, time] of [['SIGINT', 7500], ['SIGTERM', 2500], ['SIGKILL', 1000]]) {
      this.process.kill(signal);
      const ended = await Promise.race([this.exit, setTimeout(time, undefined, { ref: false })]);
      if (ended !== undefined) return ended;
    }
    return assert.fail('The step has not ended.');
  }

  async instances() {
    const response = await fetch(`${url}/api/open/v2/instance/list`, { headers: { Authorization: `Bearer ${this.key}` } });
    return (await response.json()).data.instance_list ?? [];
  }

  async fault(fault) {
    const body = JSON.stringify({ api_key: this.key, ...fault });
    const response = await fetch(`${url}/__admin/faults`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    assert.ok(response.ok, await response.text());
  }

  result() {
    return JSON.parse(readFileSync(this.file('GITHUB_OUTPUT'), 'utf8').replace(/^result=/, ''));
  }

  /** The last step, after which nothing may be left. */
  async finish() {
    const { pid } = this.state;
    assert.equal(await this.run(post), 0, this.output);
    assert.deepEqual(await this.instances(), [], this.output);
    assert.ok(!pid || !existsSync(`/proc/${pid}/exe`), 'The rental still runs.');
  }
}

before(async () => {
  execFileSync('tar', ['-xzf', archiveOf('gpu-cloud-stub'), '-C', folder]);
  const home = join(folder, readdirSync(folder).find(name => name.startsWith('gpu-cloud-stub-')));
  stub = spawn(join(home, 'bin/gpu-cloud-stub'), ['--port=0', '--stub.lifecycle.boot=1s'], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: stub.stdout })) {
    url = line.match(/(http:\/\/[^/\s]+).*/)?.[1] ?? url;
    if (line.includes('base URL')) break;
  }
  stub.stdout.resume();
});

after(async () => {
  Job.end();
  stub.kill();
  await once(stub, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

describe('the action', { concurrency: 3 }, () => {
  test('rents for a command, which does not get the key, and destroys the instance', async () => {
    const job = new Job({ ...RENTAL, command: 'echo "at $GPU_CLOUD_SERVER_URL"\nenv > env.txt' });
    assert.equal(await job.run(main), 0, job.output);
    assert.match(job.output, RegExp(`^::add-mask::${job.key}\n[^]*\nat http`));
    assert.doesNotMatch(readFileSync(job.file('env.txt'), 'utf8'), /INPUT_|tenant-action/);
    assert.equal(job.result().state, 'ended');
    assert.deepEqual(await job.instances(), []);
    await job.finish();
  });

  test('does what its page says', async () => {
    const [first, second] = [...readme.matchAll(/```yaml\n([^]*?)```/g)].map(([, text]) => text);
    const { archive: from, sha256: checksum, 'base-url': address, 'api-key': secret, ...rental } = inputsOf(first);
    assert.ok(from && checksum && address && secret);
    const job = new Job(rental);
    assert.equal(await job.run(main), 0, job.output);
    assert.match(job.output, /^The instance is at http/m);
    await job.finish();

    const monitor = new Job({});
    assert.deepEqual(Object.keys(inputsOf(second)), ['archive', 'sha256']);
    assert.equal(await monitor.run(main), 0, monitor.output);
    const variables = { GPU_CLOUD_BASE_URL: `${url}/api/open/v2`, GPU_CLOUD_API_KEY: monitor.key, HOME: monitor.temp };
    for (const name of Object.keys(variables).slice(0, 2)) assert.match(second, RegExp(`^ {10}${name}: `, 'm'));
    const env = { PATH: `${readFileSync(monitor.file('GITHUB_PATH'), 'utf8').trim()}:${process.env.PATH}`, ...variables };
    const command = second.match(/- run: (.*)/)[1];
    assert.equal(spawnSync('sh', ['-c', command], { env, stdio: 'inherit' }).status, 0);
  });

  test('fails as the command does', async () => {
    const job = new Job({ ...RENTAL, command: 'false\necho "not reached"' });
    assert.equal(await job.run(main), 1);
    assert.doesNotMatch(job.output, /not reached/);
    await job.finish();
  });

  test('passes no input to a shell', async () => {
    for (const name of ['pod', 'gpu', 'max-price', 'for', 'base-url', 'api-key', 'archive', 'sha256']) {
      const job = new Job({ ...RENTAL, command: 'true', [name]: `'"; touch ${name}-was-run; $(touch ${name}-was-run)` });
      assert.notEqual(await job.run(main), 0, name);
      assert.ok(!existsSync(job.file(`${name}-was-run`)), name);
    }
  });

  test('installs nothing with another checksum', async () => {
    const job = new Job({ sha256: 'a'.repeat(64) });
    assert.equal(await job.run(main), 1);
    assert.match(job.output, RegExp(`::error::.* has the checksum ${sha256}, but sha256 is a{64}`));
    assert.ok(!existsSync(job.file('gpu-cloud')));
    assert.equal(await job.run(post), 0, job.output);
  });

  test('installs from a URL, for other steps', async t => {
    const server = createServer((request, response) => response.end(readFileSync(archive))).listen(0, '127.0.0.1');
    t.after(() => server.close());
    await once(server, 'listening');
    const job = new Job({ archive: `http://127.0.0.1:${server.address().port}/gpu-cloud.tar.gz` });
    assert.equal(await job.run(main), 0, job.output);
    const path = readFileSync(job.file('GITHUB_PATH'), 'utf8').trim();
    assert.match(execFileSync('gpu-cloud', ['--version'], { env: { PATH: `${path}:${process.env.PATH}` }, encoding: 'utf8' }), /^gpu-cloud \d/);
    assert.equal(await job.run(post), 0, job.output);
  });

  test('ends the command and the instance when the job is cancelled', async () => {
    const job = new Job({ ...RENTAL, command: 'touch began; sleep 600' });
    job.start(main);
    await job.made('began');
    assert.notEqual(await job.cancel(), 'SIGKILL', job.output);
    assert.deepEqual(await job.instances(), [], job.output);
    await job.finish();
  });

  test('destroys what outlives the step: a rental whose destroy request takes too long', async () => {
    const job = new Job({ ...RENTAL, command: 'trap "" INT TERM; touch began; sleep 600' });
    job.start(main);
    await job.made('began');
    await job.fault({ operation: 'destroyInstance', delay_ms: 15_000, times: 1 });
    assert.equal(await job.cancel(), 'SIGKILL', job.output);
    assert.equal((await job.instances()).length, 1);
    await job.finish();
  });

  test('destroys what a killed rental has left', async () => {
    const job = new Job({ ...RENTAL, command: 'touch began; sleep 600' });
    job.start(main);
    await job.made('began');
    job.process.kill('SIGKILL');
    await job.exit;
    process.kill(Number(job.state.pid), 'SIGKILL');
    assert.equal((await job.instances()).length, 1);
    await job.finish();
  });

  test('destroys an instance whose create request had no response when the step was killed', async () => {
    const job = new Job({ ...RENTAL, command: 'touch began' });
    await job.fault({ operation: 'createInstanceByPod', delay_ms: 20_000, times: 1 });
    job.start(main);
    while (!job.output.includes('creating')) await setTimeout(50);
    assert.equal(await job.cancel(), 'SIGKILL', job.output);
    assert.deepEqual(await job.instances(), []);
    await job.finish();
  });

  test('fails if something is left', async () => {
    const job = new Job({ ...RENTAL, command: 'touch began; sleep 600' });
    job.start(main);
    await job.made('began');
    job.process.kill('SIGKILL');
    await job.exit;
    process.kill(Number(job.state.pid), 'SIGKILL');
    await job.fault({ status: 401 });
    assert.equal(await job.run(post), 1);
    assert.match(job.output, /::error::An instance may be left/);
  });
});
