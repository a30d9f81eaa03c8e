import { callBack, Engine, stopped } from './engine.cjs';
import { Cancelled, candidateOf, EngineStopped, errorOf } from './errors.cjs';
import { ENDS, Lease } from './lease.cjs';
import type { CostMembers, EventMembers, LeaseMembers, RecoveryMembers, SweepMembers } from './protocol.cjs';
import {
  eventOf, parameters, type Cost, type Duration, type LeaseEvent, type LeaseOptions, type PendingLease, type RecoveryReport,
  type RentalPlan, type SweepCriteria, type SweepReport,
} from './types.cjs';

/**
 * Opens leases, which own what they rent until it is destroyed or you keep it. Each `openLeases` runs a process `gpu-cloud`, the engine.
 *
 * @throws UsageError if an option is wrong
 * @throws GpuCloudError if there is no Java
 * @throws EngineStopped if the engine does not start
 */
export async function openLeases({ baseUrl, apiKey, stubToken, onEvent, ...options }: LeaseOptions = {}): Promise<Leases> {
  const given = parameters(options);
  // In the environment, because other users of the machine can read a command.
  const engine = new Engine({ GPU_CLOUD_BASE_URL: baseUrl, GPU_CLOUD_API_KEY: apiKey, GPU_CLOUD_STUB_ADMIN_TOKEN: stubToken });
  const leases = new Leases(engine, onEvent);
  await engine.initialize(given);
  return leases;
}

/** Leases of instances. `await using` destroys those that are open at the end of its block, and so does every end of this process. */
export class Leases {
  readonly #engine: Engine;
  readonly #listener: LeaseOptions['onEvent'];
  readonly #leases = new Map<string, Lease>();
  /** The ends of instances that came before the lease. */
  readonly #early = new Map<string, [EventMembers, LeaseEvent]>();
  #closing: Promise<void> | undefined;

  /** @internal */
  constructor(engine: Engine, listener: LeaseOptions['onEvent']) {
    this.#engine = engine;
    this.#listener = listener;
    engine.onEvent = members => this.#onEvent(members);
  }

  /**
   * Rents an instance, and waits until it runs with its shutdown timer. If anything fails after the creation, the instance is destroyed
   * before the promise is rejected.
   */
  async rent({ signal, ...plan }: RentalPlan): Promise<Lease> {
    const cancelled = (): Cancelled => new Cancelled('the rental was cancelled', { kind: 'cancelled', cause: signal?.reason });
    if (signal?.aborted) throw cancelled();
    try {
      const lease = this.#lease(await this.#engine.call<LeaseMembers>('rent', parameters(plan), signal));
      if (!signal?.aborted) return lease;
      // The engine had finished the rental before it was cancelled.
      await lease.close();
    } catch (failure) {
      if (failure instanceof Cancelled) failure.cause ??= signal?.reason;
      throw failure;
    }
    throw cancelled();
  }

  /** Leases an existing instance, for example a candidate of `OutcomeUnknown`. */
  async adopt(instanceUuid: string, lifetime: Duration): Promise<Lease> {
    return this.#lease(await this.#engine.call<LeaseMembers>('adopt', parameters({ instanceUuid, lifetime })));
  }

  /** The leases whose instances run. */
  async open(): Promise<Lease[]> {
    const { open } = await this.#engine.call<{ open: LeaseMembers[] }>('leases');
    return open.map(members => this.#lease(members));
  }

  /** Rentals without a lease, and what ended processes have left. */
  async pending(): Promise<PendingLease[]> {
    type Pending = { state: string; recovering: boolean; tag?: string; instance_uuid?: string };
    const { pending } = await this.#engine.call<{ pending: Pending[] }>('leases');
    return pending.map(({ instance_uuid: instanceUuid, tag, ...rest }) => ({ ...rest, tag, instanceUuid }));
  }

  /** Destroys, leases again or keeps what killed processes have left, as the journal proves. */
  async recover(decision: 'destroy' | 'resume' | 'keep' = 'destroy'): Promise<RecoveryReport> {
    const { destroyed, kept, ...report } = await this.#engine.call<RecoveryMembers>('recover', { decision });
    const resumed = report.resumed.map(members => this.#lease(members));
    const [candidates, failures] = [report.candidates.map(candidateOf), report.failures.map(errorOf)];
    return { destroyed, resumed, kept, notListed: report.not_listed, candidates, failures };
  }

  /** Finds old instances by the titles that an owner gave them. It destroys them only with `destroy`. */
  async sweep(criteria: SweepCriteria): Promise<SweepReport> {
    const { found, destroyed, failures } = await this.#engine.call<SweepMembers>('sweep', parameters(criteria));
    return { found: found.map(candidateOf), destroyed: destroyed.map(candidateOf), failures: failures.map(errorOf) };
  }

  /** What the open leases cost, and what all processes with this journal have spent. */
  async cost(): Promise<Cost> {
    const { price_per_hour: price, at_most_per_hour: priceAtMost, open, spending } = await this.#engine.call<CostMembers>('cost');
    return { open, price, priceAtMost, limit: spending?.limit, spent: spending?.spent, reserved: spending?.reserved };
  }

  /**
   * Ends rentals in progress, destroys all open leases, or hands them over, and ends the engine. What could not be destroyed is reported
   * by the first call.
   */
  close(): Promise<void> {
    if (this.#closing) return this.#closing.catch(() => {});
    return (this.#closing = this.#close());
  }

  [Symbol.asyncDispose](): Promise<void> { return this.close(); }

  async #close(): Promise<void> {
    try {
      await this.#engine.call('close');
      for (const lease of this.#leases.values()) lease.markClosed();
    } catch (failure) {
      const open = [...this.#leases.values()].filter(lease => !lease.isClosed).map(lease => lease.instanceUuid);
      throw failure instanceof EngineStopped ? stopped(failure.message, ...open) : failure;
    } finally {
      await this.#engine.stop();
    }
  }

  #lease(members: LeaseMembers): Lease {
    const uuid = members.instance_uuid;
    const known = this.#leases.get(uuid);
    if (known && !known.isClosed) {
      known.update(members);
      return known;
    }
    const lease = new Lease(this.#engine, members);
    this.#leases.set(uuid, lease);
    const early = this.#early.get(uuid);
    this.#early.delete(uuid);
    if (early) lease.onEvent(...early);
    return lease;
  }

  #onEvent(members: EventMembers): void {
    const event = eventOf(members);
    const lease = this.#leases.get(event.instanceUuid ?? '');
    if (lease) lease.onEvent(members, event);
    else if (event.instanceUuid && ENDS.has(event.type)) this.#early.set(event.instanceUuid, [members, event]);
    if (this.#listener) callBack(this.#listener, event);
  }
}
