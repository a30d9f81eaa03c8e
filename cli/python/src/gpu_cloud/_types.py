"""Arguments and results."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal, Optional, TypedDict, Union

from ._errors import Candidate, GpuCloudError, UsageError, error_of, moment

if TYPE_CHECKING:
    from ._lease import Lease

#: An amount in units of the account's currency. A float is none, because it cannot represent 0.1.
Amount = Union[Decimal, str, int]
#: A length of time, as a ``timedelta`` or a text such as ``90s``, ``30m``, ``24h`` or ``7d``.
Duration = Union[timedelta, str]

_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


def seconds(duration: Duration) -> float:
    if isinstance(duration, timedelta):
        return duration.total_seconds()
    # A program without types may pass a number, which has no unit.
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([smhd])", str(duration))
    if not found:
        raise UsageError(f"{duration!r} is no length of time. Write a timedelta, or a text such as 90s, 30m, 24h or 7d.", kind="usage")
    return timedelta(**{_UNITS[found[2]]: float(found[1])}).total_seconds()


class _Lifetime(TypedDict):
    lifetime: Duration


class RentalPlan(_Lifetime, total=False):
    """The arguments of a rental: ``lifetime``, exactly one of ``pod`` and ``image``, and what else you want."""

    pod: str
    pod_tag: str
    image: str
    #: GPU models in order of preference. Without them: all, the cheapest first.
    gpus: list[str]
    gpu_count: int
    #: The highest price of the instance per hour.
    max_hourly_price: Amount
    #: Sets the shutdown timer only a short time ahead, and moves it while the program runs.
    renew_timer_every: Duration
    #: The instance is destroyed when ``lease.touch()`` was not called for this time, at least a minute.
    idle_timeout: Duration
    #: How long to wait for a free GPU. Without it, the rental fails at once.
    wait: Duration
    boot_timeout: Duration
    title: str
    tag: str
    #: What a recovery has to know about the work.
    data: dict[str, str]


class LeaseOptions(TypedDict, total=False):
    """The options of leases. Each has a default."""

    #: The name of the program, which begins the title of each instance.
    owner: str
    #: Which programs create instances in the account. If that is wrong, an instance of somebody else may be destroyed.
    account_use: Literal["shared", "owner_titles", "sole_user"]
    #: A folder for what the leases must not forget. Processes with the same folder share their limits.
    journal: Union[str, os.PathLike[str]]
    #: What all leases with the journal may spend within a time, such as ``("10", "24h")``.
    spending_limit: tuple[Amount, Duration]
    max_hourly_cost: Amount
    max_open_leases: int
    #: What closing does with the instances: ``hand_over`` leaves them to the next start with the journal.
    on_close: Literal["destroy", "hand_over"]
    #: Whether to destroy in the background what killed processes with the journal have left. True by default.
    recover_on_start: bool
    #: How late the service may list a new instance.
    window: Duration
    #: The pause between two requests for the list.
    interval: Duration
    #: Address and key, by default those of the environment variables of ``gpu-cloud``.
    base_url: str
    api_key: str
    #: Called on another thread for each event of a lease.
    on_event: Callable[[LeaseEvent], None]
    #: Only for tests: clock and token of an account of a stub, whose time the leases then have.
    stub_clock: str
    stub_token: str


_NAMES = {"pod": "pod_uuid", "image": "image_uuid", "gpus": "gpu_uuids", "wait": "capacity_timeout"}
_DURATIONS = {"lifetime", "renew_timer_every", "idle_timeout", "wait", "boot_timeout", "window", "interval"}
_AMOUNTS = {"max_hourly_price", "max_hourly_cost"}
_OF_THE_PROCESS = {"base_url", "api_key", "on_event", "stub_token"}


def plan_members(plan: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of the protocol for a plan."""
    _require_known(plan, RentalPlan.__annotations__)
    return {_NAMES.get(name, name): _member(name, value) for name, value in plan.items()}


def option_members(options: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of the protocol for options."""
    _require_known(options, LeaseOptions.__annotations__)
    members = {name: _member(name, value) for name, value in options.items() if name not in _OF_THE_PROCESS}
    if "spending_limit" in members:
        if not isinstance(members["spending_limit"], (tuple, list)) or len(members["spending_limit"]) != 2:
            raise UsageError("spending_limit is an amount and its time, such as ('10', '24h')", kind="usage")
        amount, window = members["spending_limit"]
        members["spending_limit"] = {"amount": str(amount), "window": seconds(window)}
    return members


def _require_known(given: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    unknown = sorted(given.keys() - known.keys())
    if unknown:
        raise TypeError(f"there is no argument {unknown[0]!r}. There are: {', '.join(sorted(known))}")


def _member(name: str, value: Any) -> Any:
    if name in _DURATIONS:
        return seconds(value)
    if name in _AMOUNTS:
        return str(value)
    return os.path.abspath(value) if name == "journal" else value


@dataclass(frozen=True)
class LeaseEvent:
    """Something that happens to a lease. Types are ``creating``, ``booting``, ``running``, ``lost``, ``ended`` and others."""

    type: str
    at: datetime
    instance_uuid: Optional[str]
    tag: Optional[str]
    ends_at: Optional[datetime]
    cost_at_most: Optional[Decimal]
    error: Optional[GpuCloudError]

    @staticmethod
    def of(members: Mapping[str, Any]) -> LeaseEvent:
        return LeaseEvent(
            members["type"],
            moment(members["at"]),
            members.get("instance_uuid"),
            members.get("tag"),
            moment(members["timer_ends_at"]) if "timer_ends_at" in members else None,
            decimal(members.get("cost_so_far_at_most")),
            error_of(members["error"]) if "error" in members else None,
        )


def decimal(amount: Union[Decimal, int, None]) -> Optional[Decimal]:
    return None if amount is None else Decimal(amount)


@dataclass(frozen=True)
class PendingLease:
    """A rental that has no lease yet, or what an ended process has left. States are ``creating``, ``in_doubt`` and others."""

    state: str
    #: Whether an ended process rented it.
    recovering: bool
    tag: Optional[str]
    instance_uuid: Optional[str]


@dataclass(frozen=True)
class RecoveryReport:
    """What was found of processes that have ended. Nothing proves that a candidate is yours."""

    destroyed: list[str]
    resumed: list[Lease]
    kept: list[str]
    not_listed: list[str]
    candidates: list[Candidate]
    failures: list[GpuCloudError]


@dataclass(frozen=True)
class SweepReport:
    """What a sweep has found, and destroyed if it was told to."""

    found: list[Candidate]
    destroyed: list[Candidate]
    failures: list[GpuCloudError]


@dataclass(frozen=True)
class Cost:
    """What the open leases cost in an hour, and what was spent of the limit."""

    open: int
    price: Decimal
    price_at_most: Decimal
    limit: Optional[Decimal]
    spent: Optional[Decimal]
    reserved: Optional[Decimal]
