"""The process that has the leases, and its protocol: JSON-RPC 2.0, a line for each message."""

from __future__ import annotations

import collections
import json
import logging
import os
import queue
import shutil
import subprocess
import threading
import weakref
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Optional

from ._errors import EngineStopped, GpuCloudError, UsageError, error_of

VERSION = 1
_LONGEST_REQUEST = 1024 * 1024
_LOG = logging.getLogger("gpu_cloud")


@dataclass
class Call:
    """A request whose response is awaited."""

    id: int
    response: Future[dict[str, Any]] = field(default_factory=Future)
    instance_uuid: Optional[str] = None


class Engine:
    """A process ``gpu-cloud serve``. It closes its leases when its input ends, or this process, however that happens."""

    def __init__(self, environment: Mapping[str, str], options: Mapping[str, Any], on_event: Callable[[dict[str, Any]], None]) -> None:
        self._on_event = on_event
        self._process_id = os.getpid()
        self._lock = threading.Lock()
        self._calls: dict[int, Call] = {}
        self._last_id = 0
        self._errors: collections.deque[str] = collections.deque(maxlen=20)
        self._callbacks: queue.SimpleQueue[Optional[Callable[[], None]]] = queue.SimpleQueue()
        self._stopped = False
        self._process = subprocess.Popen(
            [*_program(), "serve", "--stdio", "--quiet"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            # Without a buffer there is nothing that a forked child could write a second time.
            bufsize=0,
            env={**os.environ, **environment},
            # Ctrl-C reaches this program first, which then decides about its leases.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        _ENGINES.add(self)
        self._threads = [threading.Thread(target=target, daemon=True) for target in (self._read, self._log, self._call_back)]
        for thread in self._threads:
            thread.start()
        try:
            self.call("initialize", version=VERSION, process=self._process_id, **options)
        except BaseException:
            self.stop()
            raise

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Sends a request and waits for its response."""
        return self.begin(method, **params).response.result()

    def begin(self, method: str, **params: Any) -> Call:
        """Sends a request. Parameters that are None are left out."""
        if os.getpid() != self._process_id:
            raise EngineStopped("These leases belong to the process that opened them. Open others in this one.", kind="engine_stopped")
        with self._lock:
            self._last_id += 1
            call = Call(self._last_id)
            if self._stopped:
                raise self._failure(call)
            request = {
                "jsonrpc": "2.0",
                "id": call.id,
                "method": method,
                "params": {name: value for name, value in params.items() if value is not None},
            }
            line = json.dumps(request).encode() + b"\n"
            if len(line) > _LONGEST_REQUEST:
                # The engine could not say to which request its error belongs.
                raise UsageError(f"A request of {method} may have 1 MiB.", kind="usage")
            self._calls[call.id] = call
            try:
                assert self._process.stdin
                while line:
                    line = line[self._process.stdin.write(line) or 0 :]
            except (OSError, ValueError):
                # The reader fails the call with the reason.
                _LOG.debug("the engine does not read any more")
        return call

    def finish(self, call: Call) -> dict[str, Any]:
        """Waits for a response. If that is interrupted, cancels the call, and waits for what it has left."""
        try:
            return call.response.result()
        except GpuCloudError:
            raise
        except BaseException:
            self.cancel(call)
            log_left(call.response.exception())
            raise

    def cancel(self, call: Call) -> None:
        try:
            self.begin("cancel", id=call.id)
        except EngineStopped:
            _LOG.debug("the engine has ended before the call was cancelled")

    def call_back(self, callback: Callable[[], None]) -> None:
        """Runs a callback on a thread of its own, so that it can use leases."""
        self._callbacks.put(callback)

    def stop(self) -> None:
        """Ends the input, and waits until the process has closed what is open."""
        if os.getpid() != self._process_id:
            return
        with self._lock:
            self._close_input()
        self._process.wait()
        for thread in self._threads[:2]:
            thread.join()
        self._callbacks.put(None)

    def _close_input(self) -> None:
        if self._process.stdin:
            self._process.stdin.close()

    def _read(self) -> None:
        assert self._process.stdout
        with open(self._process.stdout.fileno(), encoding="utf-8", closefd=False) as output:
            for line in output:
                try:
                    self._receive(json.loads(line, parse_float=Decimal))
                except Exception:
                    _LOG.exception("a message of the engine cannot be read: %s", line[:200])
        self._process.wait()
        with self._lock:
            self._stopped = True
            calls = list(self._calls.values())
            self._calls.clear()
        for call in calls:
            call.response.set_exception(self._failure(call))

    def _receive(self, message: dict[str, Any]) -> None:
        if "method" in message:
            event = message["params"]
            call = self._calls.get(event.get("request", 0))
            if call and "instance_uuid" in event:
                call.instance_uuid = event["instance_uuid"]
            self._on_event(event)
            return
        with self._lock:
            call = self._calls.pop(message["id"], None)
        if not call:
            _LOG.warning("the engine rejected a message: %s", message.get("error"))
        elif "error" in message:
            call.response.set_exception(error_of(message["error"]))
        else:
            call.response.set_result(message["result"])

    def _failure(self, call: Call) -> EngineStopped:
        reason = f": {self._errors[-1]}" if self._errors else ""
        return EngineStopped(
            f"The engine has ended with status {self._process.returncode}{reason}",
            kind="engine_stopped",
            may_have_taken_effect=True,
            left=[call.instance_uuid] if call.instance_uuid else [],
        )

    def _log(self) -> None:
        assert self._process.stderr
        with open(self._process.stderr.fileno(), encoding="utf-8", errors="replace", closefd=False) as errors:
            for line in errors:
                self._errors.append(line.strip())
                _LOG.warning("%s", line.strip())

    def _call_back(self) -> None:
        for callback in iter(self._callbacks.get, None):
            try:
                callback()
            except Exception:
                _LOG.exception("a callback failed")

    def forget(self) -> None:
        """A forked child must not hold the input open: its end says that the parent has ended."""
        self._close_input()


def log_left(failure: Optional[BaseException]) -> None:
    """A cancelled rental may have left something, which the exception of the interruption does not name."""
    if isinstance(failure, GpuCloudError) and failure.may_have_taken_effect:
        candidates = [candidate.instance_uuid for candidate in failure.candidates]
        _LOG.error("%s. May be left: %s, candidates: %s", failure, failure.left, candidates)


def _program() -> list[str]:
    """The program of this package, or that in PATH."""
    from gpu_cloud_cli.__main__ import JAR, command

    installed = None if JAR.is_file() else shutil.which("gpu-cloud")
    if installed:
        return [installed]
    try:
        return command()
    except FileNotFoundError as missing:
        raise GpuCloudError(str(missing), kind="java_missing") from None


_ENGINES: weakref.WeakSet[Engine] = weakref.WeakSet()


def _forget_all() -> None:
    for engine in list(_ENGINES):
        engine.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
