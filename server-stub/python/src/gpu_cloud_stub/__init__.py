"""A stub of the Cloud GPU Instance Service API for tests: a local server with accounts, time and faults that tests control."""

from ._contract import FaultEffect, FaultSettings, Operation
from ._process import find_java, jar, start
from ._stub import Account, RecordedRequest, Response, Stub, StubError

__all__ = [
    "Account",
    "FaultEffect",
    "FaultSettings",
    "Operation",
    "RecordedRequest",
    "Response",
    "Stub",
    "StubError",
    "find_java",
    "jar",
    "start",
]
