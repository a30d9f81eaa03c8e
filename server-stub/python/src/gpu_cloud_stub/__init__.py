"""A stub of the GPU Cloud API for tests: a local server with accounts, time and faults that tests control."""

from ._process import StubError, find_java, jar, start
from ._stub import Account, RecordedRequest, Response, Stub

__all__ = ["Account", "RecordedRequest", "Response", "Stub", "StubError", "find_java", "jar", "start"]
