"""Rents GPU instances, and destroys them when your code is done with them, however it ends."""

from ._errors import (
    Cancelled,
    Candidate,
    EngineStopped,
    GpuCloudError,
    InstanceEnded,
    InstanceNotDestroyed,
    LimitReached,
    NoCapacity,
    NotReachable,
    OutcomeUnknown,
    UsageError,
    VersionMismatch,
)
from ._lease import Lease
from ._leases import Leases, Rental
from ._types import Amount, Cost, Duration, LeaseEvent, LeaseOptions, PendingLease, RecoveryReport, RentalPlan, SweepReport

__all__ = [
    "Amount",
    "Cancelled",
    "Candidate",
    "Cost",
    "Duration",
    "EngineStopped",
    "GpuCloudError",
    "InstanceEnded",
    "InstanceNotDestroyed",
    "Lease",
    "LeaseEvent",
    "LeaseOptions",
    "Leases",
    "LimitReached",
    "NoCapacity",
    "NotReachable",
    "OutcomeUnknown",
    "PendingLease",
    "RecoveryReport",
    "Rental",
    "RentalPlan",
    "SweepReport",
    "UsageError",
    "VersionMismatch",
]
