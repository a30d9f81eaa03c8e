"""Leases, and what ended processes have left."""

from __future__ import annotations

import asyncio
import atexit
import logging
from collections.abc import Generator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, Optional

from ._engine import Call, Engine, log_left
from ._errors import Candidate, EngineStopped, GpuCloudError, error_of
from ._lease import ENDS, Lease
from ._types import (
    Cost,
    Duration,
    LeaseEvent,
    LeaseOptions,
    PendingLease,
    RecoveryReport,
    RentalPlan,
    SweepReport,
    decimal,
    option_members,
    plan_members,
    seconds,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

_LOG = logging.getLogger("gpu_cloud")


class Leases:
    """Rents instances, and owns them until they are destroyed or you keep them. The end of its block destroys those that are open.

    So does every other end of this process, also ``kill -9``. Each ``Leases`` runs a process ``gpu-cloud``.
    """

    def __init__(self, **options: Unpack[LeaseOptions]) -> None:
        """Starts the process."""
        self._listener = options.get("on_event")
        self._leases: dict[str, Lease] = {}
        self._early: dict[str, list[tuple[dict[str, Any], LeaseEvent]]] = {}
        self._closed = False
        environment = {
            "GPU_CLOUD_BASE_URL": options.get("base_url"),
            "GPU_CLOUD_API_KEY": options.get("api_key"),
            "GPU_CLOUD_STUB_ADMIN_TOKEN": options.get("stub_token"),
        }
        self._engine = Engine(
            {name: value for name, value in environment.items() if value is not None}, option_members(options), self._on_event
        )
        atexit.register(self._close_at_exit)

    def rent(self, **plan: Unpack[RentalPlan]) -> Lease:
        """Rents an instance, and waits until it runs with its shutdown timer.

        If anything fails after the creation, the instance is destroyed before the exception is raised. So does Ctrl-C.
        """
        return self._lease(self._engine.finish(self._begin(plan)))

    def rent_async(self, **plan: Unpack[RentalPlan]) -> Rental:
        """Rents without blocking the event loop: ``await`` it, or use it in ``async with``. Cancelling the task ends the rental."""
        return Rental(self, plan)

    def adopt(self, instance_uuid: str, lifetime: Duration) -> Lease:
        """Leases an existing instance, for example a candidate of ``OutcomeUnknown``."""
        return self._lease(self._engine.call("adopt", instance_uuid=instance_uuid, lifetime=seconds(lifetime)))

    def open(self) -> list[Lease]:
        """The leases whose instances run."""
        return [self._lease(members) for members in self._engine.call("leases")["open"]]

    def pending(self) -> list[PendingLease]:
        """Rentals without a lease, and what ended processes have left."""
        found = self._engine.call("leases")["pending"]
        return [PendingLease(each["state"], each["recovering"], each.get("tag"), each.get("instance_uuid")) for each in found]

    def recover(self, decision: Literal["destroy", "resume", "keep"] = "destroy") -> RecoveryReport:
        """Destroys, leases again or keeps what killed processes have left, as the journal proves."""
        report = self._engine.call("recover", decision=decision)
        return RecoveryReport(
            report["destroyed"],
            [self._lease(members) for members in report["resumed"]],
            report["kept"],
            report["not_listed"],
            [Candidate.of(each) for each in report["candidates"]],
            [error_of(each) for each in report["failures"]],
        )

    def sweep(
        self, older_than: Duration, *, owner: Optional[str] = None, include_timed: bool = False, destroy: bool = False
    ) -> SweepReport:
        """Finds old instances by the titles that an owner gave them. It destroys them only with ``destroy``."""
        report = self._engine.call(
            "sweep", older_than=seconds(older_than), owner=owner, include_timed=include_timed, destroy=destroy
        )
        return SweepReport(
            [Candidate.of(each) for each in report["found"]],
            [Candidate.of(each) for each in report["destroyed"]],
            [error_of(each) for each in report["failures"]],
        )

    def cost(self) -> Cost:
        """What the open leases cost, and what all processes with this journal have spent."""
        numbers = self._engine.call("cost")
        spending = numbers.get("spending", {})
        limit, spent, reserved = (decimal(spending.get(name)) for name in ("limit", "spent", "reserved"))
        price, price_at_most = (decimal(numbers[name]) for name in ("price_per_hour", "at_most_per_hour"))
        assert price is not None and price_at_most is not None
        return Cost(numbers["open"], price, price_at_most, limit, spent, reserved)

    def close(self) -> None:
        """Ends rentals in progress, destroys all open leases, or hands them over, and ends the process."""
        if self._closed:
            return
        self._closed = True
        atexit.unregister(self._close_at_exit)
        try:
            self._engine.call("close")
            for lease in self._leases.values():
                lease._closed = True
        except EngineStopped as stopped:
            stopped.left = [lease.instance_uuid for lease in self._leases.values() if not lease._closed]
            raise
        finally:
            self._engine.stop()

    def __enter__(self) -> Leases:
        return self

    def __exit__(self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self.close()

    async def __aenter__(self) -> Leases:
        return self

    async def __aexit__(self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        await asyncio.get_running_loop().run_in_executor(None, self.close)

    def _begin(self, plan: Mapping[str, Any]) -> Call:
        return self._engine.begin("rent", **plan_members(plan))

    def _lease(self, members: dict[str, Any]) -> Lease:
        uuid = members["instance_uuid"]
        known = self._leases.get(uuid)
        if known and not known._closed:
            known._members = members
            return known
        lease = self._leases[uuid] = Lease(self._engine, members)
        # The instance may have ended before the caller had its lease.
        for event in self._early.pop(uuid, []):
            lease._on_event(*event)
        return lease

    def _on_event(self, members: dict[str, Any]) -> None:
        event = LeaseEvent.of(members)
        _LOG.info("instance %s: %s", event.instance_uuid, event.type)
        uuid = event.instance_uuid or ""
        lease = self._leases.get(uuid)
        if lease:
            lease._on_event(members, event)
        elif event.type in ENDS:
            self._early.setdefault(uuid, []).append((members, event))
        listener = self._listener
        if listener:
            self._engine.call_back(lambda: listener(event))

    def _close_at_exit(self) -> None:
        try:
            self.close()
        except GpuCloudError as failure:
            log_left(failure)


class Rental:
    """A rental in progress, of ``rent_async``."""

    def __init__(self, leases: Leases, plan: RentalPlan) -> None:
        self._leases = leases
        self._plan = plan
        self._lease: Optional[Lease] = None

    def __await__(self) -> Generator[object, None, Lease]:
        return self._rent().__await__()

    async def __aenter__(self) -> Lease:
        self._lease = await self._rent()
        return self._lease

    async def __aexit__(self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        if self._lease:
            await self._lease.close_async()

    async def _rent(self) -> Lease:
        call = self._leases._begin(self._plan)
        response = asyncio.ensure_future(asyncio.wrap_future(call.response))
        try:
            return self._leases._lease(await asyncio.shield(response))
        except asyncio.CancelledError:
            self._leases._engine.cancel(call)
            await asyncio.wait([response])
            log_left(response.exception())
            raise
