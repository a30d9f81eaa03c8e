import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import type { Account } from 'gpu-cloud-stub';

const MINUTES = 10 * 60_000;

/** The identifiers of the instances of an account. */
export async function instances(account: Account): Promise<string[]> {
  const list = await account.call('GET', '/instance/list');
  return (list.data?.instance_list ?? []).map(each => each.instance_uuid);
}

/** The engines of a process. */
export function enginesOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return children.filter(child => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('serve\0--stdio'));
}

/** Waits until a process has ended. Its parent may not wait for it, and it then has no program any more. */
export async function ended(pid: number): Promise<void> {
  await expect.poll(() => existsSync(`/proc/${pid}/exe`), { timeout: MINUTES }).toBe(false);
}

/** The error of a promise that must be rejected. */
export function failureOf(promise: Promise<unknown>): Promise<any> {
  return promise.then(() => expect.fail('it succeeded'), error => error);
}

export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

export class Program {
  readonly process: ChildProcess;
  output = '';
  readonly #lines: AsyncIterator<string>;
  readonly #end: Promise<unknown>;

  constructor(account: Account, ...args: string[]) {
    const variables = { STUB: account.stub.url, STUB_TOKEN: account.stub.adminToken ?? '', ACCOUNT: account.apiKey };
    // A group of its own, as a terminal gives each program.
    this.process = spawn(process.execPath, ['rental-program.js', ...args], { env: { ...process.env, ...variables }, detached: true });
    this.process.stderr!.on('data', chunk => (this.output += chunk));
    this.#end = new Promise(resolve => this.process.on('close', resolve));
    this.#lines = createInterface({ input: this.process.stdout! })[Symbol.asyncIterator]();
  }

  /** Reads until a line ends with a word, or to the end. */
  async readUntil(word: string): Promise<void> {
    for (;;) {
      const { done, value } = await this.#lines.next();
      if (done) return;
      this.output += `${value}\n`;
      if (value.endsWith(word)) return;
    }
  }

  /** As a terminal does, which signals the whole group. */
  kill(signal: NodeJS.Signals): void {
    kill(-this.process.pid!, signal);
  }

  async end(): Promise<void> {
    await this.readUntil('no such line');
    await this.#end;
  }
}
