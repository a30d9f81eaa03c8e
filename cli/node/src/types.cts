import { resolve } from 'node:path';
import { date, errorOf, UsageError, type Candidate, type GpuCloudError } from './errors.cjs';
import type { Lease } from './lease.cjs';
import { snake, type EventMembers } from './protocol.cjs';

/** A length of time: milliseconds, as in all of Node.js, or a text such as `'90s'`, `'30m'`, `'24h'` or `'7d'`. */
export type Duration = number | `${number}${'s' | 'm' | 'h' | 'd'}`;

/** An amount in units of the account's currency, such as `'3.96'`. A number is none, because it cannot represent 0.1. */
export type Amount = string;

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

export function seconds(duration: unknown): number {
  if (typeof duration === 'number' && Number.isFinite(duration)) return duration / 1000;
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)([smhd])$/.exec(String(duration)) ?? [];
  if (count !== undefined) return Number(count) * (UNITS[unit] ?? 1);
  throw usage(`"${String(duration)}" is no length of time. Write milliseconds, or a text such as 90s, 30m, 24h or 7d.`);
}

function amount(value: unknown): string {
  if (typeof value === 'string') return value;
  throw usage(`${String(value)} is no amount. Write a text such as '3.96', because a number cannot represent 0.1.`);
}

export const usage = (message: string): UsageError => new UsageError(message, { kind: 'usage' });

interface PlanBase {
  /** After this time the service shuts the instance down, unless you extend the lease. */
  lifetime: Duration;
  /** GPU models in order of preference. Without them: all, the cheapest first. */
  gpus?: readonly string[] | undefined;
  gpuCount?: number | undefined;
  /** The highest price of the instance per hour. */
  maxHourlyPrice?: Amount | undefined;
  /** Sets the shutdown timer only a short time ahead, and moves it while the program runs. */
  renewTimerEvery?: Duration | undefined;
  /** The instance is destroyed when `lease.touch()` was not called for this time, at least a minute. */
  idleTimeout?: Duration | undefined;
  /** How long to wait for a free GPU. Without it, the rental fails at once. */
  wait?: Duration | undefined;
  bootTimeout?: Duration | undefined;
  title?: string | undefined;
  tag?: string | undefined;
  /** What a recovery has to know about the work. */
  data?: Readonly<Record<string, string>> | undefined;
  /** Ends the rental when it is aborted. `rent` then destroys what it has created, and rejects with `Cancelled`. */
  signal?: AbortSignal | undefined;
}

/** The arguments of a rental: `lifetime`, exactly one of `podUuid` and `imageUuid`, and what else you want. */
export type RentalPlan = PlanBase &
  (
    | { podUuid: string; podTag?: string | undefined; imageUuid?: undefined }
    | { imageUuid: string; podUuid?: undefined; podTag?: undefined }
  );

/** The options of leases. Each has a default. */
export interface LeaseOptions {
  /** The name of the program, which begins the title of each instance. */
  owner?: string | undefined;
  /** Which programs create instances in the account. If that is wrong, an instance of somebody else may be destroyed. */
  accountUse?: 'shared' | 'owner_titles' | 'sole_user' | undefined;
  /** A folder for what the leases must not forget. Processes with the same folder share their limits. */
  journal?: string | undefined;
  /** What all leases with the journal may spend within a time. */
  spendingLimit?: { readonly amount: Amount; readonly window: Duration } | undefined;
  maxHourlyCost?: Amount | undefined;
  maxOpenLeases?: number | undefined;
  /** What closing does with the instances: `hand_over` leaves them to the next start with the journal. */
  onClose?: 'destroy' | 'hand_over' | undefined;
  /** Whether to destroy in the background what killed processes with the journal have left. True by default. */
  recoverOnStart?: boolean | undefined;
  /** How late the service may list a new instance. */
  window?: Duration | undefined;
  /** The pause between two requests for the list. */
  interval?: Duration | undefined;
  /** Address of the service, by default that of the environment variables of `gpu-cloud`. */
  baseUrl?: string | undefined;
  /** The key, by default that of the environment variables of `gpu-cloud`. */
  apiKey?: string | undefined;
  /** Called for each event of a lease. */
  onEvent?: ((event: LeaseEvent) => unknown) | undefined;
  /** Only for tests: the clock of an account of a stub, whose time the leases then have. */
  stubClock?: string | undefined;
  /** Only for tests: the admin token of the stub. */
  stubToken?: string | undefined;
}

const NAMES: Readonly<Record<string, string>> = { gpus: 'gpu_uuids', wait: 'capacity_timeout' };
const DURATIONS = new Set(['lifetime', 'renewTimerEvery', 'idleTimeout', 'wait', 'bootTimeout', 'window', 'interval', 'by', 'olderThan']);
const AMOUNTS = new Set(['maxHourlyPrice', 'maxHourlyCost', 'amount']);

/** The parameters of the protocol. The engine rejects those that it does not know. */
export function parameters(given: object): Record<string, unknown> {
  const members = Object.entries(given).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members.map(([name, value]) => [NAMES[name] ?? snake(name), parameter(name, value)]));
}

function parameter(name: string, value: unknown): unknown {
  if (DURATIONS.has(name)) return seconds(value);
  if (AMOUNTS.has(name)) return amount(value);
  if (name === 'spendingLimit') return parameters(Object(value) as object);
  return name === 'journal' ? resolve(String(value)) : value;
}

/** What can happen to a lease. */
export type LeaseEventType =
  | 'creating' | 'created' | 'in_doubt' | 'booting' | 'running' | 'renewed' | 'renewal_failed' | 'recovered' | 'taken_over'
  | 'handed_over' | 'lost' | 'idle' | 'overdue' | 'ending' | 'ended' | 'not_destroyed';

/** Something that happens to a lease. */
export type LeaseEvent = Readonly<ReturnType<typeof eventOf>>;

export function eventOf({ type, at, instance_uuid: instanceUuid, tag, cost_so_far_at_most: costAtMost, ...members }: EventMembers) {
  const error = members.error && errorOf(members.error);
  return { type: type as LeaseEventType, at: new Date(at), instanceUuid, tag, endsAt: date(members.timer_ends_at), costAtMost, error };
}

/** A rental that has no lease yet, or what an ended process has left. States are `creating`, `in_doubt` and others. */
export interface PendingLease {
  readonly state: string;
  /** Whether an ended process rented it. */
  readonly recovering: boolean;
  readonly tag: string | undefined;
  readonly instanceUuid: string | undefined;
}

/** What was found of processes that have ended. Nothing proves that a candidate is yours. */
export interface RecoveryReport extends Readonly<Record<'destroyed' | 'kept' | 'notListed', readonly string[]>> {
  readonly resumed: readonly Lease[];
  readonly candidates: readonly Candidate[];
  readonly failures: readonly GpuCloudError[];
}

/** Which instances to find, by the titles that an owner gave them. They are destroyed only with `destroy`. */
export interface SweepCriteria {
  olderThan: Duration;
  owner?: string | undefined;
  includeTimed?: boolean | undefined;
  destroy?: boolean | undefined;
}

/** What a sweep has found, and destroyed if it was told to. */
export interface SweepReport extends Readonly<Record<'found' | 'destroyed', readonly Candidate[]>> {
  readonly failures: readonly GpuCloudError[];
}

type Spending = Readonly<Record<'limit' | 'spent' | 'reserved', Amount | undefined>>;

/** What the open leases cost in an hour, and what was spent of the limit. */
export interface Cost extends Readonly<Record<'price' | 'priceAtMost', Amount>>, Spending {
  readonly open: number;
}
