"""The stub and its accounts, controlled over HTTP."""

from __future__ import annotations

import atexit
import http.client
import json
import os
import re
import secrets
import shutil
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional, Union
from urllib.parse import urlencode

from ._contract import FaultSettings, Operation

if TYPE_CHECKING:
    from gpu_cloud import LeaseOptions, Leases
    from typing_extensions import Unpack

API = "/api/open/v2"
# The stub is on this machine, or has an address that a proxy would not know.
_HTTP = urllib.request.build_opener(urllib.request.ProxyHandler({}))
_TIMEOUT = 70  # longer than the longest delay of a fault
_MOST = 10_000  # requests of the journal in one response
_SHOWN = 120  # characters of a body in the report of a failed test


class StubError(Exception):
    """The stub cannot be started, or it rejected a call of /__admin."""


class Stub:
    """A running stub. ``Stub(url, token)`` uses one that runs already; ``start()`` starts one."""

    __slots__ = ("url", "base_url", "admin_token", "close")

    def __init__(self, url: str, admin_token: Optional[str] = None, close: Callable[[], None] = lambda: None) -> None:
        #: Address of the server, such as http://127.0.0.1:8080. Its console is at /__admin/console.
        self.url: str = url.rstrip("/").removesuffix(API)
        #: Address of the public API, for the program under test.
        self.base_url: str = self.url + API
        #: Token for /__admin, or None if the stub needs none.
        self.admin_token: Optional[str] = admin_token
        self.close: Callable[[], None] = close

    def account(self, name: str = "account", seed: Union[str, os.PathLike[str], Mapping[str, Any], None] = None) -> Account:
        """Opens a new account. Its key contains the name. A seed is the contents of the account, or a JSON file with them."""
        key = account_key(name)
        if seed is None:
            return Account(self, key)  # the stub opens it at its first use
        contents = seed if isinstance(seed, Mapping) else json.loads(Path(seed).read_text(encoding="utf-8"))
        self.admin("POST", "/accounts", {"account": key, "seed": contents})
        return Account(self, key)

    def admin(self, method: str, path: str, body: Any = None) -> Any:
        """Calls /__admin and returns the JSON of the response. The path is below /__admin, such as /clock/advance."""
        status, text = _send(method, f"{self.url}/__admin{path}", body, self.admin_token)
        if status < 300:
            return json.loads(text or "null")
        raise StubError(f"The stub rejected {method} /__admin{path} with HTTP {status}: {_in_words(text)}")

    def __enter__(self) -> Stub:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Account:
    """An account of its own for one test: money, instances, clock, faults and journal. Accounts do not affect each other."""

    # Without them, a misspelled assignment such as account.balanc = 3 would change nothing.
    __slots__ = ("stub", "base_url", "api_key")

    def __init__(self, stub: Stub, api_key: str) -> None:
        self.stub: Stub = stub
        #: Address of the public API.
        self.base_url: str = stub.base_url
        #: The API key, which is also the name of the account.
        self.api_key: str = api_key

    @property
    def now(self) -> int:
        """The time of the account, in seconds since 1970-01-01T00:00:00Z."""
        return int(self.details()["moment"])

    def advance(self, seconds: float = 0, *, minutes: float = 0, hours: float = 0, days: float = 0) -> int:
        """Moves the clock of the account forward and returns its time. From then on, the account has a clock of its own.

        Raises a ValueError if the sum is not a whole number of seconds.
        """
        span = timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
        if span.microseconds:
            raise ValueError(f"The clock moves by whole seconds, not by {span.total_seconds()} s.")
        return int(self.stub.admin("POST", f"/clock/advance?account={self.api_key}", {"seconds": int(span.total_seconds())})["now"])

    def freeze(self) -> None:
        """Stops the clock of the account; only ``advance`` moves it. Amounts are then the same in every run."""
        self.stub.admin("PUT", f"/clock?account={self.api_key}", {"frozen": True})

    def leases(self, **options: Unpack[LeaseOptions]) -> Leases:
        """Opens leases in this account and in its time: ``with gpu_account.leases() as leases``. A rental does not wait for the boot.

        They need the package gpu-cloud-cli. Without a ``journal``, they have one of their own.
        """
        import gpu_cloud

        if "journal" not in options:
            options["journal"] = tempfile.mkdtemp(prefix="gpu-cloud-leases-")
            atexit.register(shutil.rmtree, options["journal"], ignore_errors=True)
        options["base_url"] = self.base_url
        options["api_key"] = self.api_key
        options["stub_clock"] = f"{self.stub.url}/__admin/clock?account={self.api_key}"
        if self.stub.admin_token:
            options["stub_token"] = self.stub.admin_token
        return gpu_cloud.Leases(**options)

    def lose_response(self, operation: Operation, times: int = 1) -> str:
        """Carries out the next requests of an operation, and loses the response. Returns the identifier of the fault."""
        return self.fault(operation=operation, effect="lose_response", times=times)

    def fault(self, **members: Unpack[FaultSettings]) -> str:
        """Sets a fault, with the members of ``POST /__admin/faults`` except ``api_key``. Returns its identifier."""
        return str(self.stub.admin("POST", "/faults", {"api_key": self.api_key, **members})["id"])

    def journal(self, operation: Optional[Operation] = None) -> list[RecordedRequest]:
        """Returns all requests of the account to the public API, or those of one operation, oldest first.

        Raises a StubError if the journal has lost requests of the account, because a number of requests would be wrong.
        """
        requests, lost = self._journal(operation)
        if lost:
            raise StubError(
                f"The journal has lost {lost} requests of {self.api_key}, so it cannot say which requests there were."
                " Start the stub with a larger stub.limits.journal."
            )
        return requests

    def _journal(self, operation: Optional[str] = None) -> tuple[list[RecordedRequest], int]:
        """Returns the requests that there are, and the number of those that are missing."""
        filters = {"api_key": self.api_key, "limit": _MOST, **({"operation": operation} if operation else {})}
        found = self.stub.admin("GET", "/requests?" + urlencode(filters))
        requests = [RecordedRequest.of(request) for request in reversed(found["requests"])]
        return requests, found["dropped"] + found["total"] - len(requests)

    @property
    def balance(self) -> float:
        """The balance. Setting it adds a recharge of the difference, or reduces the newest ones. Cards pay first."""
        return float(self.details()["balance"])

    @balance.setter
    def balance(self, amount: float) -> None:
        self._admin("PUT", "", {"balance": amount})

    @property
    def spent(self) -> float:
        """What the account has been charged so far, by its balance and by cards, in currency units."""
        return float(self.details()["spent"])

    @property
    def hourly_cost(self) -> float:
        """What the running instances of the account cost in an hour, in currency units."""
        return float(self.details()["hourly_cost"])

    @property
    def running(self) -> int:
        """How many instances of the account run, and so cost money."""
        return int(self.details()["counts"]["running_instances"])

    def stock(self, gpu_uuid: str, count: Optional[int]) -> None:
        """Sets how many GPUs of a model the account can have; None for any number."""
        stock = {"gpu_uuid": gpu_uuid, **({} if count is None else {"stock": count})}
        self._admin("PUT", "", {"stock": [stock]})

    def details(self) -> dict[str, Any]:
        """Returns the state of the account, as ``GET /__admin/accounts/{account}`` does."""
        return dict(self._admin("GET", ""))

    def call(self, method: str, path: str, body: Any = None) -> Response:
        """Calls the public API with the key of the account and returns the JSON of the response, whatever its status."""
        if not path.startswith("/"):
            raise ValueError(f"The path {path!r} must begin with /, such as /instance/list.")
        status, text = _send(method, self.base_url + path, body, self.api_key)
        return Response(json.loads(text), status)

    def delete(self) -> None:
        """Deletes the account with all that it has."""
        self._admin("DELETE", "")

    def _admin(self, method: str, path: str, body: Any = None) -> Any:
        return self.stub.admin(method, f"/accounts/{self.api_key}{path}", body)

    def __enter__(self) -> Account:
        return self

    def __exit__(self, *error: object) -> None:
        self.delete()


class Response(dict[str, Any]):
    """The JSON of a response of the public API, with its HTTP status."""

    def __init__(self, members: Mapping[str, Any], status: int) -> None:
        super().__init__(members)
        #: HTTP status of the response.
        self.status = status


@dataclass(frozen=True)
class RecordedRequest:
    """A request to the public API and its response, with the members of ``GET /__admin/requests``."""

    id: str
    time: int
    method: str
    path: str
    status: int
    carried_out: bool
    faults: list[str]
    headers: dict[str, str]
    operation: Optional[str] = None
    query: Optional[str] = None
    code: Optional[int] = None
    effect: Optional[str] = None
    body: Optional[str] = None
    response_body: Optional[str] = None

    @staticmethod
    def of(members: Mapping[str, Any]) -> RecordedRequest:
        known = {field.name for field in fields(RecordedRequest)}
        return RecordedRequest(**{name: value for name, value in members.items() if name in known})

    def __str__(self) -> str:
        request = " ".join(_shortened(part) for part in (f"{self.method} {self.path}", self.query, self.body) if part)
        response = " ".join(_shortened(str(part)) for part in (self.status, self.effect, self.response_body) if part is not None)
        return f"{request}\n  -> {response}"


def _in_words(body: str) -> str:
    """What a problem says, or a body that is none."""
    try:
        problem = json.loads(body)
        return " ".join(filter(None, [problem.get("member"), problem["detail"]]))
    except (AttributeError, KeyError, TypeError, ValueError):
        return body


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + f"... ({len(text)} characters)"


def account_key(name: str) -> str:
    """Makes an API key of a name. Its random end keeps apart names that are equal when cut, repeated tests and other runs."""
    return f"tenant-{re.sub('[^a-z0-9]+', '-', name.lower())[:50].strip('-')}-{secrets.token_hex(4)}"


def _send(method: str, url: str, body: Any, bearer: Optional[str]) -> tuple[int, str]:
    if not re.fullmatch("[!-~]+", url):
        raise ValueError(f"{url!r} has a space or another character that must be encoded, for example with urllib.parse.quote.")
    request = urllib.request.Request(url, None if body is None else json.dumps(body).encode(), method=method)
    if body is not None:
        request.add_header("Content-Type", "application/json")
    if bearer:
        request.add_header("Authorization", f"Bearer {bearer}")
    try:
        response = _HTTP.open(request, timeout=_TIMEOUT)
    except urllib.error.HTTPError as error:
        response = error
    except http.client.InvalidURL as error:
        raise ValueError(f"{url!r} is not an address: {error}") from error
    except http.client.HTTPException as error:
        raise ConnectionError(f"The response was lost: {error}") from error
    with response:
        return response.status or 0, str(response.read(), "utf-8")
