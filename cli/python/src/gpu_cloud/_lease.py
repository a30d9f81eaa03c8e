"""A lease of an instance."""

from __future__ import annotations

import threading
import time
import urllib.request
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from types import TracebackType
from typing import Any, Optional

from ._engine import Engine
from ._errors import EngineStopped, InstanceEnded, NotReachable, moment
from ._types import Duration, LeaseEvent, decimal, seconds

_PROBE_SECONDS = 5
_PAUSE_SECONDS = 1
ENDS = {"lost", "idle", "overdue"}


class Lease:
    """A running instance that this program owns. The end of its block destroys it, and so does that of the leases."""

    def __init__(self, engine: Engine, members: dict[str, Any]) -> None:
        self._engine = engine
        self._members = members
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._ended: Optional[InstanceEnded] = None
        self._listeners: list[Callable[[InstanceEnded], None]] = []
        self._closed = False
        #: The identifier of the instance.
        self.instance_uuid: str = members["instance_uuid"]

    @property
    def server_urls(self) -> list[str]:
        """The addresses of the instance. The service may list them some time after it runs; ``refresh`` reads them."""
        return list(self._members["server_urls"])

    @property
    def tag(self) -> Optional[str]:
        return self._text("tag")

    @property
    def title(self) -> str:
        return str(self._members["service_texts"]["title"])

    @property
    def gpu_name(self) -> Optional[str]:
        """The name of the GPU model, a text of the service."""
        name = self._members["service_texts"].get("gpu_name")
        return None if name is None else str(name)

    @property
    def price(self) -> Optional[Decimal]:
        """What the service probably bills in an hour. None if it is not known."""
        return decimal(self._members.get("price_per_hour"))

    @property
    def price_at_most(self) -> Optional[Decimal]:
        """The largest plausible price per hour, which limits compare. None if it is not known."""
        return decimal(self._members.get("at_most_per_hour"))

    @property
    def cost_at_most(self) -> Optional[Decimal]:
        """What the lease had cost at most when it was last refreshed. None if its price is not known."""
        return decimal(self._members.get("cost_so_far_at_most"))

    @property
    def ends_at(self) -> datetime:
        """When the service shuts the instance down, unless you extend the lease."""
        return moment(self._members["timer_ends_at"])

    @property
    def timer_verified(self) -> bool:
        """Whether the service lists the shutdown timer as it was requested."""
        return bool(self._members["timer_verified"])

    @property
    def data(self) -> dict[str, str]:
        """What you have ``put``, also in an earlier process."""
        return dict(self._members["data"])

    @property
    def ended(self) -> Optional[InstanceEnded]:
        """Why the instance has ended without this program. None as long as that is not known."""
        return self._ended

    def raise_if_ended(self) -> None:
        """Raises ``InstanceEnded`` if the instance has ended without this program."""
        if self._ended:
            raise self._ended

    def on_ended(self, callback: Callable[[InstanceEnded], None]) -> None:
        """Calls back on another thread when the instance ends without this program, or at once if it has."""
        with self._lock:
            self._listeners.append(callback)
            ended = self._ended
        if ended:
            self._engine.call_back(lambda: callback(ended))

    def refresh(self) -> None:
        """Reads the instance now."""
        self._call("refresh")

    def touch(self) -> None:
        """Says that the lease is active now, so that its ``idle_timeout`` begins again."""
        self._call("touch")

    def extend(self, by: Duration) -> datetime:
        """Extends the lifetime of the instance by at least this time. Returns its new end."""
        self._call("extend", by=seconds(by))
        return self.ends_at

    def put(self, key: str, value: str) -> None:
        """Remembers something about the work, which a recovery returns. It is on disk when this returns."""
        self._call("put", key=key, value=value)

    def keep(self) -> None:
        """Ends the lease, and leaves the instance to you. It costs money until you destroy it."""
        self._call("keep")
        self._closed = True

    def wait_reachable(self, path: str = "/", timeout: Duration = "10m") -> str:
        """Waits until an address of the instance responds at a path with a status below 400. Returns the address.

        Raises ``NotReachable`` at the timeout, and ``InstanceEnded`` if the instance ends.
        """
        end = time.monotonic() + seconds(timeout)
        while True:
            self.raise_if_ended()
            for url in self.server_urls:
                if _responds(url.rstrip("/") + "/" + path.lstrip("/")):
                    return url
            if time.monotonic() >= end:
                raise NotReachable(f"{self.server_urls} did not respond at {path} within {timeout}", kind="not_reachable")
            self._over.wait(_PAUSE_SECONDS)
            self.refresh()

    def close(self) -> None:
        """Destroys the instance, and waits until it is gone. After a success, another call has no effect."""
        if not self._closed:
            self._call("close")
            self._closed = True

    async def close_async(self) -> None:
        """Closes the lease without blocking the event loop."""
        import asyncio

        await asyncio.get_running_loop().run_in_executor(None, self.close)

    def __enter__(self) -> Lease:
        return self

    def __exit__(self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        self.close()

    async def __aenter__(self) -> Lease:
        return self

    async def __aexit__(self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]) -> None:
        await self.close_async()

    def __repr__(self) -> str:
        return f"<Lease of {self.instance_uuid}{' (closed)' if self._closed else ''}>"

    def _text(self, name: str) -> Optional[str]:
        value = self._members.get(name)
        return None if value is None else str(value)

    def _call(self, method: str, **params: object) -> None:
        try:
            members = self._engine.call(method, instance_uuid=self.instance_uuid, **params)
        except EngineStopped as stopped:
            stopped.left = [self.instance_uuid]
            raise
        if members:
            self._members = members

    def _on_event(self, members: dict[str, Any], event: LeaseEvent) -> None:
        """The engine has something to say about the instance."""
        self._members = {**self._members, **{name: value for name, value in members.items() if name in self._members}}
        if event.type not in ENDS or self._ended:
            return
        how = "was idle, and is destroyed" if event.type == "idle" else "was shut down or is gone"
        ended = InstanceEnded(f"instance {self.instance_uuid} {how}", kind="instance_ended")
        with self._lock:
            self._ended = ended
            listeners = list(self._listeners)
        self._over.set()
        for listener in listeners:
            self._engine.call_back(lambda: listener(ended))


def _responds(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=_PROBE_SECONDS) as response:
            return bool(response.status < 400)
    except (OSError, ValueError):
        return False
