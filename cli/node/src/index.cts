/// <reference lib="esnext.disposable" preserve="true" />
// Both kinds of modules get this one, so that a program has each class of an error once.
export {
  Cancelled, EngineStopped, GpuCloudError, InstanceEnded, InstanceNotDestroyed, LimitReached, NoCapacity, NotReachable, OutcomeUnknown,
  UsageError, VersionMismatch, type Candidate,
} from './errors.cjs';
export type { Lease } from './lease.cjs';
export { openLeases, type Leases } from './leases.cjs';
export type {
  Amount, Cost, Duration, LeaseEvent, LeaseEventType, LeaseOptions, PendingLease, RecoveryReport, RentalPlan, SweepCriteria, SweepReport,
} from './types.cjs';
