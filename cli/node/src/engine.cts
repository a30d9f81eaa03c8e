import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { EngineStopped, errorOf, GpuCloudError } from './errors.cjs';
import { program } from './program.cjs';
import { parse, type ErrorMembers, type EventMembers } from './protocol.cjs';
import { usage } from './types.cjs';

const VERSION = 1;
const LONGEST_REQUEST = 1024 * 1024;
const LONGEST_LINE = 16 * LONGEST_REQUEST;
const TOO_LONG = { kind: 'invalid_message', mayHaveTakenEffect: true };

interface Call {
  resolve(result: unknown): void;
  reject(failure: Error): void;
  /** The instance of the call, or that its events name. */
  instanceUuid: string | undefined;
}

type Params = Record<string, unknown> & { instance_uuid?: string };
type Message = { id?: number | null; params?: EventMembers; result?: unknown; error?: ErrorMembers };

/** A process `gpu-cloud serve`. It closes its leases when its input ends, or this process, however that happens. */
export class Engine {
  onEvent: (event: EventMembers) => void = () => {};
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #end: Promise<void>;
  readonly #calls = new Map<number, Call>();
  #lastId = 0;
  readonly #holders = new Set<unknown>();
  /** Why there is no engine any more. */
  #reason: string | undefined;
  #lastError = '';
  #stopping = false;

  constructor(environment: Record<string, string | undefined>) {
    const [file, args, own] = program('serve', '--stdio', '--quiet');
    // Without the environment of this process, the engine would not find a proxy or a profile.
    const given = Object.entries(environment).filter(([, value]) => value !== undefined);
    const env = { ...own, ...Object.fromEntries(given) };
    // Ctrl-C reaches this program first, which then decides about its leases.
    this.#process = spawn(file, args, { env, detached: true, windowsHide: true });
    this.#end = new Promise(resolve => {
      this.#process.on('error', error => (this.#lastError = error.message));
      this.#process.on('close', (code, signal) => {
        const reason = `The engine has ended with ${signal ?? `status ${code}`}${this.#lastError && `: ${this.#lastError}`}`;
        // Otherwise no call says it before the next one.
        if (!this.#calls.size && !this.#stopping) warn(reason);
        this.#reason = reason;
        this.#rejectAll(({ instanceUuid }) => stopped(reason, instanceUuid));
        resolve();
      });
    });
    // The end of the output has the reason why the input cannot be written.
    this.#process.stdin.on('error', () => {});
    readLines(this.#process.stdout, text => this.#receive(text));
    readLines(this.#process.stderr, text => {
      this.#lastError = text.trim().slice(0, 1000);
      warn(this.#lastError);
    });
    this.hold(this, false);
  }

  /** Sends the first request. */
  async initialize(options: Params): Promise<void> {
    try {
      await this.call('initialize', { version: VERSION, process: process.pid, ...options });
    } catch (failure) {
      await this.stop();
      throw failure;
    }
  }

  /** Sends a request, and waits for its response. Aborting the signal cancels the request, whose response says what is left. */
  async call<T>(method: string, params: Params = {}, signal?: AbortSignal): Promise<T> {
    const id = ++this.#lastId;
    const line = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    if (Buffer.byteLength(line) > LONGEST_REQUEST) throw usage(`A request of ${method} may have 1 MiB.`);
    const { instance_uuid: instanceUuid } = params;
    if (this.#reason !== undefined) throw stopped(this.#reason, instanceUuid);
    const cancel = (): void => void this.call('cancel', { id }).catch(() => {});
    this.hold(id);
    try {
      const response = new Promise((resolve, reject) => this.#calls.set(id, { resolve, reject, instanceUuid }));
      this.#process.stdin.write(`${line}\n`);
      signal?.addEventListener('abort', cancel);
      return (await response) as T;
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.hold(id, false);
    }
  }

  /** Only calls in progress and open leases keep this process from ending. */
  hold(holder: unknown, holds = true): void {
    if (holds) this.#holders.add(holder);
    else this.#holders.delete(holder);
    const { stdin, stdout, stderr } = this.#process;
    for (const handle of [this.#process, stdin as Socket, stdout as Socket, stderr as Socket]) {
      if (this.#holders.size) handle.ref();
      else handle.unref();
    }
  }

  /** Ends the input, and waits until the process has closed what is open. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.hold(this);
    this.#process.stdin.end();
    await this.#end;
  }

  #receive(line: string): void {
    // It may be the response to any of them.
    if (line.length > LONGEST_LINE) return this.#rejectAll(() => new GpuCloudError('A message of the engine is too long', TOO_LONG));
    try {
      this.#dispatch(parse(line) as Message);
    } catch {
      warn(`A message of the engine cannot be read: ${line.slice(0, 200)}`);
    }
  }

  #dispatch({ id, params, result, error }: Message): void {
    if (params) {
      const call = this.#calls.get(params.request ?? 0);
      if (call) call.instanceUuid = params.instance_uuid ?? call.instanceUuid;
      this.onEvent(params);
      return;
    }
    const call = this.#calls.get(id ?? 0);
    this.#calls.delete(id ?? 0);
    if (!call) warn(`The engine rejected a message: ${error?.message}`);
    else if (error) call.reject(errorOf(error));
    else call.resolve(result);
  }

  #rejectAll(failure: (call: Call) => GpuCloudError): void {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const call of calls) call.reject(failure(call));
  }
}

/** The error of calls that had instances when the engine ended. */
export function stopped(reason: string, ...instances: (string | undefined)[]): EngineStopped {
  const left = instances.filter(uuid => uuid !== undefined);
  return new EngineStopped(reason, { kind: 'engine_stopped', mayHaveTakenEffect: true, left });
}

/** Calls back after the message was read, so that an error of your code does not disturb the engine. */
export function callBack<T>(callback: (value: T) => unknown, value: T): void {
  Promise.resolve(value)
    .then(callback)
    .catch((error: unknown) => warn(`A callback failed: ${error instanceof Error ? error.stack : String(error)}`));
}

const warn = (text: string): void => process.emitWarning(text, 'GpuCloudWarning');

/** Calls back for each line. Of a line that is too long, only the beginning is kept. */
function readLines(stream: Readable, onLine: (line: string) => void): void {
  let line = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    chunk.split('\n').forEach((part, index) => {
      if (index) {
        onLine(line);
        line = '';
      }
      if (line.length <= LONGEST_LINE) line += part;
    });
  });
}
