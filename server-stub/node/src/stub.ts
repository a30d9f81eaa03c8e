import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import createClient, { type Client } from 'openapi-fetch';
import { PlainRequest, send } from './http.js';
import type { components, paths } from './generated/admin-api.js';
import type { operations, paths as publicPaths } from './generated/gpu-cloud.js';

type Schemas = components['schemas'];
type Lower<M extends Method> = Lowercase<M>;
type Operations = { [O in keyof operations]: operations[O] };
type Success<O> = O extends { responses: { 200: { content: { 'application/json': infer R } } } } ? R : never;

/** The operationId of an operation of the public API, such as `createInstanceByPod`. */
export type Operation = keyof Operations;
/** The HTTP methods of the public API. */
export type Method = 'GET' | 'POST';
/** The paths of the public API that have a method. */
export type Path<M extends Method> = {
  [P in keyof publicPaths]: publicPaths[P][Lower<M> & keyof publicPaths[P]] extends object ? P : never;
}[keyof publicPaths];
/** The JSON of the response of an operation. */
export type Envelope<M extends Method, P> = P extends `${infer Q}?${string}`
  ? Envelope<M, Q>
  : P extends keyof publicPaths
    ? Success<publicPaths[P][Lower<M> & keyof publicPaths[P]]>
    : never;
// Tests also send wrong values, and what a response may lack. Names of members are strict.
type Sent<T> = T extends number ? number : T extends object ? { [K in keyof T]: Sent<T[K]> | undefined } : T;
/** The JSON of the request of an operation. */
export type Body<M extends Method, P> = P extends `${infer Q}?${string}`
  ? Body<M, Q>
  : P extends keyof publicPaths
    ? publicPaths[P][Lower<M> & keyof publicPaths[P]] extends { requestBody: { content: { 'application/json': infer B } } }
      ? Sent<B>
      : undefined
    : undefined;

/** A request to the public API and its response. */
export type RecordedRequest = Schemas['RecordedRequest'];
/** A fault without the key of its account. */
export type FaultSettings = Omit<Schemas['FaultCreation'], 'api_key' | 'operation'> & { operation?: Operation };
/** The contents of an account when it opens. */
export type AccountSeed = Omit<Schemas['AccountSeed'], 'faults'> & { faults?: FaultSettings[] };
/** The stub cannot be started, or it rejected a call of `/__admin`. */
export class StubError extends Error {}

/** A running stub. `new Stub(url, token)` uses one that runs already; `startStub()` starts one. */
export class Stub {
  /** Address of the server, such as `http://127.0.0.1:8080`. Its console is at `/__admin/console`. */
  readonly url: string;
  /** Address of the public API, which the program under test calls. */
  readonly baseUrl: string;
  /** The calls of `/__admin`, with their types. */
  readonly admin: Client<paths>;

  constructor(url: string, readonly adminToken?: string, readonly close: () => void = () => {}) {
    this.url = url.replace(/\/+$/, '').replace(/\/api\/open\/v2$/, '');
    this.baseUrl = this.url + '/api/open/v2';
    const headers: Record<string, string> = adminToken ? { Authorization: `Bearer ${adminToken}` } : {};
    this.admin = createClient<paths>({
      baseUrl: this.url,
      headers,
      Request: PlainRequest as unknown as typeof Request,
      fetch: request => send(request.url, (request as unknown as PlainRequest).init),
    });
  }

  /** Opens a new account. Its key contains the name. */
  async account(name = 'account', seed?: AccountSeed): Promise<Account> {
    const account = new Account(this, accountKey(name));
    // Without a seed, the stub opens the account at its first use.
    if (seed) result(await this.admin.POST('/__admin/accounts', { body: { account: account.apiKey, seed } }));
    return account;
  }
}

/** An account of its own for one test: money, instances, clock, faults and journal. Accounts do not affect each other. */
export class Account {
  /** Address of the public API. */
  readonly baseUrl: string;
  readonly #params: { path: { account: string } };
  readonly #query: { query: { account: string } };
  #journal: string | undefined;

  constructor(readonly stub: Stub, readonly apiKey: string) {
    this.baseUrl = stub.baseUrl;
    this.#params = { path: { account: apiKey } };
    this.#query = { query: { account: apiKey } };
  }

  /**
   * Moves the clock of the account forward and returns its time in seconds. From then on, the account has a clock of its own.
   *
   * @throws RangeError if the sum is not a whole number of seconds
   */
  async advance(span: { seconds?: number; minutes?: number; hours?: number; days?: number }): Promise<number> {
    const { seconds = 0, minutes = 0, hours = 0, days = 0 } = span;
    const sum = seconds + 60 * (minutes + 60 * (hours + 24 * days));
    // A product such as 60 * 1.15 is not exact.
    const body = { seconds: Math.round(sum * 1e6) / 1e6 };
    if (!Number.isInteger(body.seconds)) throw new RangeError(`The clock moves by whole seconds, not by ${body.seconds} s.`);
    return result(await this.stub.admin.POST('/__admin/clock/advance', { params: this.#query, body })).now;
  }

  /** Stops the clock of the account; only `advance` moves it. Amounts are then the same in every run. */
  async freeze(): Promise<void> {
    result(await this.stub.admin.PUT('/__admin/clock', { params: this.#query, body: { frozen: true } }));
  }

  /** Carries out the next requests of an operation, and loses the response. Returns the identifier of the fault. */
  loseResponse(operation: Operation, times = 1): Promise<string> {
    return this.fault({ operation, effect: 'lose_response', times });
  }

  /** Sets a fault and returns its identifier. */
  async fault(settings: FaultSettings): Promise<string> {
    return result(await this.stub.admin.POST('/__admin/faults', { body: { ...settings, api_key: this.apiKey } })).id;
  }

  /**
   * Returns all requests of the account to the public API, or those of one operation, oldest first.
   *
   * @throws StubError if the journal has lost requests of the account, because a number of requests would be wrong
   */
  async journal(operation?: Operation): Promise<RecordedRequest[]> {
    const { requests, lost } = await this.recorded(operation);
    if (lost === 0) return requests;
    throw new StubError(
      `The journal has lost ${lost} requests of ${this.apiKey}, so it cannot say which requests there were.` +
        ' Start the stub with a larger stub.limits.journal.',
    );
  }

  /** @internal The recorded requests, and the number of those that are missing. */
  async recorded(operation?: Operation): Promise<{ requests: RecordedRequest[]; lost: number }> {
    const query = { api_key: this.apiKey, limit: 10_000, ...(operation ? { operation } : {}) };
    const { requests, total, dropped } = result(await this.stub.admin.GET('/__admin/requests', { params: { query } }));
    return { requests: requests.reverse(), lost: dropped + total - requests.length };
  }

  /** Returns the balance. Cards pay first, so they hold money as well. */
  async balance(): Promise<number> {
    return (await this.details()).balance;
  }

  /** Returns what the account has been charged so far, by its balance and by cards, in currency units. */
  async spent(): Promise<number> {
    return (await this.details()).spent;
  }

  /** Returns what the running instances of the account cost in an hour, in currency units. */
  async hourlyCost(): Promise<number> {
    return (await this.details()).hourly_cost;
  }

  /** Returns how many instances of the account run, and so cost money. */
  async running(): Promise<number> {
    return (await this.details()).counts.running_instances;
  }

  /** Sets the balance: adds a recharge of the difference, or reduces the newest ones. */
  async setBalance(balance: number): Promise<void> {
    result(await this.stub.admin.PUT('/__admin/accounts/{account}', { params: this.#params, body: { balance } }));
  }

  /** Returns the state of the account. */
  async details(): Promise<Schemas['AccountDetails']> {
    return result(await this.stub.admin.GET('/__admin/accounts/{account}', { params: this.#params }));
  }

  /**
   * Calls the public API with the key of the account and returns the JSON of the response, whatever its status. `httpStatus` is the
   * status, `code` the result.
   */
  async call<M extends Method, P extends Path<M> | `${Path<M>}?${string}`>(
    method: M, path: P, body?: Body<M, P>,
  ): Promise<Envelope<M, P> & { readonly httpStatus: number }> {
    if (!path.startsWith('/')) throw new TypeError(`The path "${path}" must begin with /, such as /instance/list.`);
    const headers = { Authorization: `Bearer ${this.apiKey}`, 'Content-Type': 'application/json' };
    const response = await send(this.baseUrl + path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
    // Not enumerable, because it is no member of the JSON.
    return Object.defineProperty((await response.json()) as never, 'httpStatus', { value: response.status });
  }

  /**
   * Returns options of `openLeases` of gpu-cloud-cli for this account and its time. A rental then does not wait for the boot. The journal
   * is deleted with the account.
   */
  leaseOptions(): { baseUrl: string; apiKey: string; stubClock: string; stubToken: string | undefined; journal: string } {
    this.#journal ??= mkdtempSync(join(tmpdir(), 'gpu-cloud-leases-'));
    const { baseUrl, apiKey, stub } = this;
    const stubClock = `${stub.url}/__admin/clock?account=${apiKey}`;
    return { baseUrl, apiKey, stubClock, stubToken: stub.adminToken, journal: this.#journal };
  }

  /** Deletes the account with all that it has. */
  async delete(): Promise<void> {
    if (this.#journal) rmSync(this.#journal, { recursive: true, force: true });
    const { response } = await this.stub.admin.DELETE('/__admin/accounts/{account}', { params: this.#params });
    if (!response.ok) throw new StubError(`The stub rejected DELETE ${response.url} with HTTP ${response.status}.`);
  }
}

/** Makes an API key of a name. Its random end keeps apart names that are equal when cut, repeated tests and other runs. */
export function accountKey(name: string): string {
  const readable = name.toLowerCase().replace(/[^a-z0-9]+/g, '-').slice(0, 50).replace(/^-+|-+$/g, '');
  return `tenant-${readable}-${randomBytes(4).toString('hex')}`;
}

function result<T>(call: { data?: T; error?: unknown; response: Response }): T {
  if (call.data !== undefined) return call.data;
  const { url, status } = call.response;
  throw new StubError(`The stub rejected ${url} with HTTP ${status}: ${JSON.stringify(call.error)}`);
}
