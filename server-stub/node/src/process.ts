import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, utimesSync,
} from 'node:fs';
import type { Socket } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { requireOwn, requireOwnProcess } from './files.js';
import { send } from './http.js';
import { findJava as find } from './java.cjs';
import { Stub, StubError } from './stub.js';

const OPTIONS = (
  '-XX:+IgnoreUnrecognizedVMOptions -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx256m -XX:-UsePerfData -Xlog:disable' +
  ' -Dspring.aot.enabled=true'
).split(' ');
const DEFAULTS = ['server.port=0', 'server.address=127.0.0.1'];
// Settings of the program under test, which the stub would read too.
const FOREIGN = /^(LOGGING_|MANAGEMENT_|SERVER_|SPRING_|_JAVA_OPTIONS|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS)/i;

/** Returns the executable jar of the stub. The environment variable `GPU_CLOUD_STUB_JAR` names another one. */
export function jar(): string {
  const chosen = process.env.GPU_CLOUD_STUB_JAR;
  if (!chosen) {
    const folder = fileURLToPath(new URL('..', import.meta.url));
    return join(folder, readdirSync(folder).find(name => name.endsWith('-exec.jar')) ?? 'stub.jar');
  }
  if (statSync(chosen, { throwIfNoEntry: false })?.isFile()) return resolve(chosen);
  throw new StubError(`GPU_CLOUD_STUB_JAR is "${chosen}", which is not a file. Set it to the executable jar of the stub, or remove it.`);
}

/** Returns a Java program of version 17 or later: of `GPU_CLOUD_STUB_JAVA`, `PATH` or `JAVA_HOME`. */
export function findJava(): string {
  try {
    return find('The stub');
  } catch (error) {
    throw new StubError((error as Error).message);
  }
}

/**
 * Starts a stub on a free port. It ends when it is closed, and at the latest when this process ends.
 *
 * With `GPU_CLOUD_STUB_REUSE=true`, and without `CI`, the stub stays for the next run with the same settings. It ends after ten minutes
 * without use, or with `gpu-cloud-stub stop`.
 *
 * @param settings such as `stub.lifecycle.boot=5s`
 */
export async function startStub(...settings: string[]): Promise<Stub> {
  const timeout = startTimeout();
  const chosen = reusedRun(settings);
  const running = chosen && (await attach(chosen));
  if (running) return running;
  const reused = chosen && created(chosen);
  const names = new Set(settings.map(setting => setting.split('=')[0]));
  const token = settings.find(setting => setting.startsWith('stub.admin.token='))?.slice(17) || randomBytes(16).toString('hex');
  const [java, stub] = [findJava(), jar()];
  const folder = reused ?? mkdtempSync(join(tmpdir(), 'gpu-cloud-stub-'));
  const idle = reused ? ['-Dgpu-cloud.stub.idle=PT10M'] : [];
  const run = [...idle, `-Djava.io.tmpdir=${folder}`, `-Dgpu-cloud.stub.run=${folder}`, 'io.gpucloud.stub.StubProcessMain'];
  const defaults = DEFAULTS.filter(setting => !names.has(setting.split('=')[0]));
  const environment = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
  // The stub ends when its standard input does, which is also the case if this process is killed.
  const child = spawn(java, [...OPTIONS, '-cp', stub, ...run, ...settings, ...defaults], {
    // In the environment, because other users of the machine can read the command.
    env: { ...Object.fromEntries(environment), STUB_ADMIN_TOKEN: token },
    // A stub that stays neither ends with Ctrl+C nor keeps the output of this process open.
    detached: reused !== undefined,
    stdio: ['pipe', 'pipe', reused ? 'ignore' : 'inherit'],
  });
  const close = (): void => {
    child.kill('SIGKILL');
    if (!reused) rmSync(folder, { recursive: true, force: true });
  };
  try {
    const url = `http://127.0.0.1:${await port(child, folder, timeout)}`;
    // A stub that is not closed does not keep this process from ending.
    child.unref();
    (child.stdin as Socket).unref();
    (child.stdout as Socket).unref();
    if (!reused) return new Stub(url, token, close);
    // Perhaps another run has just started the same stub, and this process has ended.
    const started = await attach(reused);
    if (started) return started;
    throw new StubError(`The stub that was started cannot be found in ${reused}.`);
  } catch (error) {
    close();
    throw error;
  }
}

/** Returns the folder of a stub that stays for the next run, or undefined if this one ends with its run. */
function reusedRun(settings: string[]): string | undefined {
  const { GPU_CLOUD_STUB_REUSE: reuse, CI: ci } = process.env;
  if (reuse !== 'true' || (ci && ci !== 'false')) return undefined;
  const variables = Object.entries(process.env).filter(([name]) => name.startsWith('STUB_')).sort();
  const origin = [...settings, ...variables.map(([name, value]) => `${name}=${value}`)];
  for (const setting of settings) {
    const file = statSync(resolve(setting.replace(/^[^=]*=(file:)?/, '')), { throwIfNoEntry: false });
    origin.push(process.cwd(), file?.isFile() ? `${file.mtimeMs}` : '');
  }
  const { size, mtimeMs } = statSync(jar());
  return join(cache(), hash([jar(), `${size}`, `${mtimeMs}`]), 'runs', `node-${hash(origin)}`);
}

function hash(parts: string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16);
}

function cache(): string {
  const { GPU_CLOUD_STUB_CACHE: chosen, LOCALAPPDATA: windows, XDG_CACHE_HOME: linux } = process.env;
  const caches = windows || linux || join(homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache');
  return chosen || join(caches, 'gpu-cloud-stub');
}

/** Creates the folder of a stub that stays, or says why it cannot be used. */
function created(run: string): string | undefined {
  try {
    mkdirSync(run, { recursive: true, mode: 0o700 });
    const own = realpathSync(run);
    requireOwn(own);
    return own;
  } catch (error) {
    console.error(
      `gpu-cloud-stub: this stub ends with this run, because ${run} cannot be used (${(error as Error).message}).` +
        ' Set GPU_CLOUD_STUB_CACHE to a folder that only you can write.',
    );
    return undefined;
  }
}

/** Returns the stub that runs in a folder, or undefined. Trusts no file of another user, and no process. */
async function attach(run: string): Promise<Stub | undefined> {
  try {
    const address = join(realpathSync(run), 'address');
    requireOwn(address);
    const [url = '', token, pid] = readFileSync(address, 'utf8').split('\n');
    requireOwnProcess(Number(pid));
    // The stub does not end while this file changes, and removes it before it ends.
    utimesSync(address, new Date(), new Date());
    await send(`${url}/__admin/clock`);
    return new Stub(url, token);
  } catch {
    return undefined;
  }
}

function startTimeout(): number {
  const chosen = process.env.GPU_CLOUD_STUB_START_TIMEOUT || '60';
  const seconds = Number(chosen);
  // The longest time of a timer is 2 ** 31 milliseconds.
  if (seconds > 0 && seconds <= 2_000_000) return seconds;
  throw new StubError(`GPU_CLOUD_STUB_START_TIMEOUT is "${chosen}". It must be a number of seconds above 0, such as 60.`);
}

async function port(child: ChildProcess, folder: string, seconds: number): Promise<number> {
  let outcome = 'ended during its start';
  const late = setTimeout(() => {
    outcome = `did not start within ${seconds} s`;
    child.kill('SIGKILL');
  }, seconds * 1000);
  const lines: string[] = [];
  try {
    for await (const line of createInterface({ input: child.stdout! })) {
      if (line.startsWith('PORT ')) return Number(line.slice(5));
      if (line.startsWith('FAILED ')) throw new StubError(`The stub did not start: ${line.slice(7)}`);
      lines.push(line);
    }
  } finally {
    clearTimeout(late);
  }
  const log = join(folder, 'stub.log');
  if (existsSync(log)) lines.push(...readFileSync(log, 'utf8').split('\n').slice(-40));
  throw new StubError(`The stub ${outcome}. Its last lines:\n${lines.join('\n')}`);
}
