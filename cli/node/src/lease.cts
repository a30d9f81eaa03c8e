import { setTimeout } from 'node:timers/promises';
import { callBack, type Engine } from './engine.cjs';
import { InstanceEnded, NotReachable } from './errors.cjs';
import type { EventMembers, LeaseMembers } from './protocol.cjs';
import { parameters, seconds, type Amount, type Duration, type LeaseEvent } from './types.cjs';

const PROBE_MILLISECONDS = 5_000;
const PAUSE_MILLISECONDS = 1_000;
/** @internal */
export const ENDS: ReadonlySet<string> = new Set(['lost', 'idle', 'overdue']);

/** A running instance that this program owns. `await using` destroys it at the end of its block, and so does that of the leases. */
export class Lease {
  /** The identifier of the instance. */
  readonly instanceUuid: string;
  readonly #engine: Engine;
  readonly #over = new AbortController();
  readonly #listeners: ((reason: InstanceEnded) => unknown)[] = [];
  #members: LeaseMembers;
  #ended: InstanceEnded | undefined;
  #closed = false;
  #closing: Promise<void> | undefined;

  /** @internal */
  constructor(engine: Engine, members: LeaseMembers) {
    this.#engine = engine;
    this.#members = members;
    this.instanceUuid = members.instance_uuid;
    engine.hold(this);
  }

  /** The addresses of the instance. The service may list them some time after it runs; `refresh` reads them. */
  get serverUrls(): readonly string[] { return this.#members.server_urls; }

  get tag(): string | undefined { return this.#members.tag; }

  get title(): string { return this.#members.service_texts.title; }

  /** The name of the GPU model, a text of the service. */
  get gpuName(): string | undefined { return this.#members.service_texts.gpu_name; }

  /** What the service probably bills in an hour. Undefined if it is not known. */
  get price(): Amount | undefined { return this.#members.price_per_hour; }

  /** The largest plausible price per hour, which limits compare. Undefined if it is not known. */
  get priceAtMost(): Amount | undefined { return this.#members.at_most_per_hour; }

  /** What the lease had cost at most when it was last refreshed. Undefined if its price is not known. */
  get costAtMost(): Amount | undefined { return this.#members.cost_so_far_at_most; }

  /** When the service shuts the instance down, unless you extend the lease. */
  get endsAt(): Date { return new Date(this.#members.timer_ends_at); }

  /** Whether the service lists the shutdown timer as it was requested. */
  get timerVerified(): boolean { return this.#members.timer_verified; }

  /** What you have `put`, also in an earlier process. */
  get data(): Readonly<Record<string, string>> { return this.#members.data; }

  /** Why the instance has ended without this program. Undefined as long as that is not known. */
  get ended(): InstanceEnded | undefined { return this.#ended; }

  /** Throws `InstanceEnded` if the instance has ended without this program. */
  throwIfEnded(): void { if (this.#ended) throw this.#ended; }

  /** Calls back when the instance ends without this program, or at once if it has. */
  onEnded(callback: (reason: InstanceEnded) => unknown): void {
    if (this.#ended) callBack(callback, this.#ended);
    else this.#listeners.push(callback);
  }

  /** Reads the instance now. */
  refresh(): Promise<void> { return this.#call('refresh'); }

  /** Says that the lease is active now, so that its `idleTimeout` begins again. */
  touch(): Promise<void> { return this.#call('touch'); }

  /** Extends the lifetime of the instance by at least this time. Returns its new end. */
  async extend(by: Duration): Promise<Date> {
    await this.#call('extend', { by });
    return this.endsAt;
  }

  /** Remembers something about the work, which a recovery returns. It is on disk when this resolves. */
  put(key: string, value: string): Promise<void> { return this.#call('put', { key, value }); }

  /** Ends the lease, and leaves the instance to you. It costs money until you destroy it. */
  async keep(): Promise<void> {
    await this.#call('keep');
    this.markClosed();
  }

  /**
   * Waits until an address of the instance responds at a path with a status below 400. Returns the address.
   *
   * @throws NotReachable at the timeout, by default 10 minutes
   * @throws InstanceEnded if the instance ends
   */
  async waitReachable(path = '/', options: { timeout?: Duration | undefined; signal?: AbortSignal | undefined } = {}): Promise<string> {
    const { timeout = '10m', signal } = options;
    const end = performance.now() + 1000 * seconds(timeout);
    const stop = signal ? AbortSignal.any([this.#over.signal, signal]) : this.#over.signal;
    for (;;) {
      stop.throwIfAborted();
      for (const url of this.serverUrls) {
        if (await responds(`${url.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`, stop)) return url;
      }
      if (performance.now() >= end) {
        throw new NotReachable(`${this.serverUrls.join(', ')} did not respond at ${path} in time`, { kind: 'not_reachable' });
      }
      await setTimeout(PAUSE_MILLISECONDS, undefined, { signal: stop }).catch(() => stop.throwIfAborted());
      await this.refresh();
    }
  }

  /** Destroys the instance, and waits until it is gone. After a success, another call has no effect. */
  close(): Promise<void> {
    return (this.#closing ??= this.#close().finally(() => (this.#closing = undefined)));
  }

  [Symbol.asyncDispose](): Promise<void> { return this.close(); }

  async #close(): Promise<void> {
    if (this.#closed) return;
    await this.#call('close');
    this.markClosed();
  }

  async #call(method: string, params: object = {}): Promise<void> {
    const given = { instance_uuid: this.instanceUuid, ...parameters(params) };
    const members = await this.#engine.call<Partial<LeaseMembers>>(method, given);
    this.#members = { ...this.#members, ...members };
  }

  /** @internal */
  get isClosed(): boolean { return this.#closed; }

  /** @internal */
  markClosed(): void {
    this.#closed = true;
    this.#engine.hold(this, false);
  }

  /** @internal */
  update(members: LeaseMembers): void { this.#members = members; }

  /** @internal The engine has something to say about the instance. */
  onEvent(members: EventMembers, event: LeaseEvent): void {
    const known = Object.entries(members).filter(([name]) => name in this.#members && name !== 'service_texts');
    this.#members = { ...this.#members, ...Object.fromEntries(known) };
    if (!ENDS.has(event.type) || this.#ended) return;
    const how = event.type === 'idle' ? 'was idle, and is destroyed' : 'was shut down or is gone';
    this.#ended = new InstanceEnded(`instance ${this.instanceUuid} ${how}`, { kind: 'instance_ended' });
    this.#over.abort(this.#ended);
    for (const listener of this.#listeners) callBack(listener, this.#ended);
    this.#engine.hold(this, false);
  }
}

async function responds(url: string, stop: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.any([stop, AbortSignal.timeout(PROBE_MILLISECONDS)]) });
    await response.body?.cancel();
    return response.status < 400;
  } catch {
    return false;
  }
}
