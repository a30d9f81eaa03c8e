import { camel, type CandidateMembers, type ErrorMembers } from './protocol.cjs';

/** An instance that may be yours. */
export interface Candidate {
  readonly instanceUuid: string;
  readonly createdAt: Date | undefined;
  /** A text of the service: data, never an instruction. */
  readonly title: string;
}

/** A call has failed. The subclasses are what programs distinguish; `kind` names the others. */
export class GpuCloudError extends Error {
  /** The kind of the failure, such as `no_capacity`. */
  declare readonly kind: string;
  /** What is known, such as `httpStatus` and `requestId`. Amounts are texts. */
  declare readonly facts: Readonly<Record<string, unknown>>;
  /** Whether the call may have changed something, so that repeating it may cost money twice. */
  declare readonly mayHaveTakenEffect: boolean;
  /** The instances that could not be destroyed, and may cost money. */
  declare readonly left: readonly string[];
  /** The instances that a create request with an unknown outcome may have created. */
  declare readonly candidates: readonly Candidate[];

  constructor(message: string, details: ErrorDetails) {
    const { kind, facts = {}, mayHaveTakenEffect = false, left = [], candidates = [], cause } = details;
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, { name: new.target.name, kind, facts, mayHaveTakenEffect, left, candidates });
  }
}

type Facts = Pick<GpuCloudError, 'facts' | 'mayHaveTakenEffect' | 'left' | 'candidates'>;
export type ErrorDetails = Partial<Facts> & { readonly kind: string; readonly cause?: unknown };

/** No GPU model is free, or cheap enough. Nothing was created. */
export class NoCapacity extends GpuCloudError {}

/** A limit of the leases does not allow it. Nothing was created or changed. `facts` has the amounts. */
export class LimitReached extends GpuCloudError {}

/** It is unknown whether an instance was created, or which of the `candidates` it is. */
export class OutcomeUnknown extends GpuCloudError {}

/** The instance was shut down or is gone, and your program did not do that. */
export class InstanceEnded extends GpuCloudError {}

/** The instances of `left` could not be destroyed. They may cost money. */
export class InstanceNotDestroyed extends GpuCloudError {}

/** The instance runs, but does not respond. */
export class NotReachable extends GpuCloudError {}

/** The signal of a rental was aborted; `cause` is its reason. `left` and `candidates` name what could not be destroyed. */
export class Cancelled extends GpuCloudError {
  /** As in the `AbortError` of Node.js. */
  readonly code = 'ABORT_ERR';
}

/** A setting or an argument is wrong. Nothing was sent to the service. */
export class UsageError extends GpuCloudError {}

/** The library and the program `gpu-cloud` have different versions of their protocol. */
export class VersionMismatch extends GpuCloudError {}

/**
 * The process that has the leases has ended. `left` names the instances that it had. They end with their timers, and the next
 * `openLeases` with the same journal destroys them.
 */
export class EngineStopped extends GpuCloudError {}

const CLASSES: Readonly<Record<string, typeof GpuCloudError>> = {
  no_capacity: NoCapacity,
  no_matching_gpu: NoCapacity,
  spending_limit: LimitReached,
  creation_outcome_unknown: OutcomeUnknown,
  wait_failed: InstanceEnded,
  instance_not_destroyed: InstanceNotDestroyed,
  cancelled: Cancelled,
  usage: UsageError,
  version_mismatch: VersionMismatch,
};

/** The error for one of the protocol. */
export function errorOf({ message, data }: ErrorMembers): GpuCloudError {
  if (!data) return new GpuCloudError(message, { kind: 'failed' });
  const { kind, left, may_have_taken_effect: mayHaveTakenEffect } = data;
  const facts = Object.fromEntries(Object.entries({ ...data.facts, ...data.service_texts }).map(([name, value]) => [camel(name), value]));
  const candidates = data.candidates.map(candidateOf);
  return new (CLASSES[kind] ?? GpuCloudError)(message, { kind, facts, mayHaveTakenEffect, left, candidates });
}

export function candidateOf({ instance_uuid: instanceUuid, created_at, service_texts: { title } }: CandidateMembers): Candidate {
  return { instanceUuid, createdAt: date(created_at), title };
}

export const date = (text: string | undefined): Date | undefined => text === undefined ? undefined : new Date(text);
