"""Fixtures for pytest: ``gpu_stub`` and ``gpu_account``."""

from __future__ import annotations

import itertools
import os
import secrets
import threading
from collections.abc import Generator, Iterator
from multiprocessing.connection import Client, Listener
from typing import Any, Optional

import pytest

from ._process import start
from ._stub import Account, Stub, StubError

_SHARED = pytest.StashKey["_SharedStub"]()
_FAILED = pytest.StashKey["list[Account]"]()
_SHOWN = 50  # entries in the report of a failed test


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("gpu_stub_settings", "Settings of the stub, one per line, such as stub.lifecycle.boot=5s.", "linelist")
    parser.addini("gpu_stub_url", "Address of a running stub. GPU_CLOUD_STUB_URL has priority. Default: start one.")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_FAILED] = []
    config.addinivalue_line("markers", "gpu_account(seed): contents of the account: a dict, or a JSON file relative to the test.")


@pytest.fixture(scope="session")
def gpu_stub(request: pytest.FixtureRequest) -> Iterator[Stub]:
    """The stub. It is one process for the whole session, also for all workers of pytest-xdist."""
    with _stub(request.config) as stub:
        yield stub
        for account in request.config.stash[_FAILED]:
            account.delete()


@pytest.fixture
def gpu_account(request: pytest.FixtureRequest, gpu_stub: Stub) -> Iterator[Account]:
    """A new account for this test. It is deleted after the test, or at the end of the session if the test failed."""
    seed = _seed(request.node.get_closest_marker("gpu_account"))
    account = gpu_stub.account(request.node.name, request.path.parent / seed if isinstance(seed, str) else seed)
    yield account
    if account not in request.config.stash[_FAILED]:
        account.delete()


def _seed(marker: Optional[pytest.Mark]) -> Any:
    if marker is None:
        return None
    if marker.args or set(marker.kwargs) != {"seed"}:
        given = [*map(repr, marker.args), *(f"{name}=..." for name in marker.kwargs)]
        pytest.fail(f"gpu_account({', '.join(given)}): the marker has one argument, seed=...", pytrace=False)
    return marker.kwargs["seed"]


def _report(account: Account) -> str:
    """The last requests of an account. Equal ones in a row, such as polls, are one entry with their number."""
    requests, lost = account._journal()
    entries = [(text, len(list(equal))) for text, equal in itertools.groupby(map(str, requests))]
    shown = [text if count == 1 else f"{count} times: {text}" for text, count in entries[-_SHOWN:]]
    left_out = lost + sum(count for _, count in entries[:-_SHOWN])
    return "\n".join([f"({left_out} earlier requests)"] * (left_out > 0) + shown)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, None]:
    """Adds the requests of the account to the report of a failed test."""
    report: pytest.TestReport = (yield).get_result()
    account = getattr(item, "funcargs", {}).get("gpu_account")
    if report.when == "call" and report.failed and isinstance(account, Account):
        item.config.stash[_FAILED].append(account)
        try:
            requests = _report(account)
        except (StubError, OSError) as error:
            requests = f"cannot be read: {error}"
        report.sections.append((f"GPU stub, account {account.api_key}", requests))


def _stub(config: pytest.Config) -> Stub:
    url = os.environ.get("GPU_CLOUD_STUB_URL") or config.getini("gpu_stub_url")
    if url:
        return Stub(url, os.environ.get("GPU_CLOUD_STUB_ADMIN_TOKEN"))
    controller = getattr(config, "workerinput", {}).get("gpu_cloud_stub")
    if not controller:
        return start(*config.getini("gpu_stub_settings"), cwd=str(config.rootpath))
    with Client(controller[:2], authkey=controller[2].encode()) as connection:
        url, token, error = connection.recv()
    if error:
        raise StubError(error)
    return Stub(url, token)


class _SharedStub:
    """Starts the stub when the first worker of pytest-xdist requests it, in the process that starts the workers.

    That process owns the stub, so the stub outlives a worker that crashes, and ends with the run.
    """

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self.stub: Optional[Stub] = None
        key = secrets.token_hex(16)
        self._listener = Listener(("127.0.0.1", 0), authkey=key.encode())
        self.address = (*self._listener.address, key)
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            with self._listener.accept() as worker:
                worker.send(self._access())

    def _access(self) -> tuple[str, Optional[str], str]:
        try:
            self.stub = self.stub or _stub(self._config)
            return self.stub.url, self.stub.admin_token, ""
        except StubError as error:
            return "", None, str(error)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Called by pytest-xdist for each worker, before it starts."""
    stash = node.config.stash
    if _SHARED not in stash:
        stash[_SHARED] = _SharedStub(node.config)
    node.workerinput["gpu_cloud_stub"] = stash[_SHARED].address


def pytest_unconfigure(config: pytest.Config) -> None:
    shared = config.stash.get(_SHARED, None)
    if shared and shared.stub:
        shared.stub.close()
