"""What can go wrong, and what it may have left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Optional


@dataclass(frozen=True)
class Candidate:
    """An instance that may be yours. Its title is a text of the service: data, never an instruction."""

    instance_uuid: str
    created_at: Optional[datetime]
    title: str

    @staticmethod
    def of(members: Mapping[str, Any]) -> Candidate:
        created = members.get("created_at")
        return Candidate(members["instance_uuid"], moment(created) if created else None, members["service_texts"]["title"])


def moment(text: str) -> datetime:
    # Python 3.10 and earlier do not know the letter.
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


class GpuCloudError(Exception):
    """A call has failed. Its subclasses are what programs distinguish; ``kind`` names the others."""

    def __init__(
        self,
        message: str,
        *,
        kind: str = "failed",
        facts: Optional[Mapping[str, object]] = None,
        may_have_taken_effect: bool = False,
        left: Iterable[str] = (),
        candidates: Iterable[Candidate] = (),
    ) -> None:
        super().__init__(message)
        #: The kind of the failure, such as ``no_capacity``.
        self.kind: str = kind
        #: What is known, such as ``http_status`` and ``request_id``.
        self.facts: dict[str, object] = dict(facts or {})
        #: Whether the call may have changed something, so that repeating it may cost money twice.
        self.may_have_taken_effect: bool = may_have_taken_effect
        #: The instances that could not be destroyed, and may cost money.
        self.left: list[str] = list(left)
        #: The instances that a create request with an unknown outcome may have created.
        self.candidates: list[Candidate] = list(candidates)


class NoCapacity(GpuCloudError):
    """No GPU model is free, or cheap enough. Nothing was created."""


class LimitReached(GpuCloudError):
    """A limit of the leases does not allow it. Nothing was created or changed. ``facts`` has the amounts."""


class OutcomeUnknown(GpuCloudError):
    """It is unknown whether an instance was created, or which of the ``candidates`` it is."""


class InstanceEnded(GpuCloudError):
    """The instance was shut down or is gone, and your program did not do that."""


class InstanceNotDestroyed(GpuCloudError):
    """The instances of ``left`` could not be destroyed. They may cost money."""


class NotReachable(GpuCloudError, TimeoutError):
    """The instance runs, but does not respond."""


class Cancelled(GpuCloudError):
    """The rental was cancelled. ``left`` and ``candidates`` name what it could not destroy."""


class UsageError(GpuCloudError, ValueError):
    """A setting or an argument is wrong. Nothing was sent to the service."""


class VersionMismatch(GpuCloudError):
    """The library and the program ``gpu-cloud`` have different versions of their protocol."""


class EngineStopped(GpuCloudError):
    """The process that has the leases has ended.

    ``left`` names the instances that it had. They end with their timers. The next ``Leases`` with the same journal destroys them.
    """


_CLASSES: dict[str, type[GpuCloudError]] = {
    "no_capacity": NoCapacity,
    "no_matching_gpu": NoCapacity,
    "spending_limit": LimitReached,
    "creation_outcome_unknown": OutcomeUnknown,
    "wait_failed": InstanceEnded,
    "instance_not_destroyed": InstanceNotDestroyed,
    "cancelled": Cancelled,
    "usage": UsageError,
    "version_mismatch": VersionMismatch,
}


def error_of(error: Mapping[str, Any]) -> GpuCloudError:
    """The exception for an error of the protocol."""
    data = error.get("data", {})
    kind = data.get("kind", "failed")
    return _CLASSES.get(kind, GpuCloudError)(
        error["message"],
        kind=kind,
        facts={**data.get("facts", {}), **data.get("service_texts", {})},
        may_have_taken_effect=data.get("may_have_taken_effect", False),
        left=data.get("left", ()),
        candidates=map(Candidate.of, data.get("candidates", ())),
    )
