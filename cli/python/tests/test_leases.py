"""Leases from Python, in accounts of a stub."""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import threading
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

import gpu_cloud

POD = "pod-comfyui"


def instances(account):
    return [each["instance_uuid"] for each in account.call("GET", "/instance/list")["data"]["instance_list"]]


def test_rents_and_destroys(gpu_account):
    with gpu_account.leases(owner="trainings") as leases:
        with leases.rent(pod=POD, max_hourly_price="4", lifetime=timedelta(hours=2), tag="job-7") as lease:
            assert instances(gpu_account) == [lease.instance_uuid]
            assert lease.title.startswith("trainings.") and lease.tag == "job-7"
            assert lease.price_at_most == Decimal("3.96") and lease.gpu_name == "NVIDIA GeForce RTX 4090"
            assert lease.server_urls
            end = lease.ends_at
            assert end > datetime.fromtimestamp(gpu_account.now, timezone.utc) + timedelta(minutes=110)
            assert lease.extend("30m") >= end + timedelta(minutes=30)
            lease.put("epoch", "7")
            assert lease.data == {"epoch": "7"}
            assert leases.open() == [lease] and leases.pending() == []
            assert leases.cost().price_at_most == Decimal("3.96")
        assert instances(gpu_account) == []
        lease.close()


def test_keeps_and_adopts(gpu_account):
    with gpu_account.leases() as leases:
        lease = leases.rent(pod=POD, lifetime="1h")
        lease.keep()
    assert instances(gpu_account) == [lease.instance_uuid]
    with gpu_account.leases() as leases, leases.adopt(lease.instance_uuid, "1h"):
        pass
    assert instances(gpu_account) == []


def test_names_what_went_wrong(gpu_account):
    with gpu_account.leases(spending_limit=("3", "24h"), window="1s") as leases:
        with pytest.raises(gpu_cloud.NoCapacity) as none:
            leases.rent(pod=POD, lifetime="1h", max_hourly_price="0.01")
        assert not none.value.may_have_taken_effect
        with pytest.raises(gpu_cloud.LimitReached) as limited:
            leases.rent(pod=POD, lifetime="1h")
        assert limited.value.facts["limit"] == 3
        with pytest.raises(gpu_cloud.UsageError, match="lifetime"):
            leases.rent(pod=POD, lifetime="1s")
        with pytest.raises(gpu_cloud.UsageError, match="no length of time"):
            leases.rent(pod=POD, lifetime="soon")
        with pytest.raises(gpu_cloud.UsageError, match="1 MiB"):
            leases.rent(pod=POD, lifetime="1h", data={"x": "x" * 2**20})
        with pytest.raises(gpu_cloud.UsageError, match="3600 is no length of time"):
            leases.rent(pod=POD, lifetime=3600)
        with pytest.raises(gpu_cloud.UsageError, match="spending_limit is an amount and its time"):
            gpu_account.leases(spending_limit="10/24h")
        with pytest.raises(TypeError, match="no argument 'prize'"):
            leases.rent(pod=POD, lifetime="1h", prize="4")
        gpu_account.lose_response("createInstanceByPod")
        with pytest.raises(gpu_cloud.OutcomeUnknown) as unknown:
            leases.rent(pod=POD, lifetime="20m")
    assert unknown.value.may_have_taken_effect
    assert [candidate.instance_uuid for candidate in unknown.value.candidates] == instances(gpu_account)


def test_rejects_wrong_settings(gpu_account):
    with pytest.raises(gpu_cloud.UsageError):
        gpu_account.leases(owner="two words")
    with pytest.raises(gpu_cloud.UsageError, match="on this machine"):
        gpu_cloud.Leases(stub_clock="http://192.0.2.1/__admin/clock?account=a")


def test_limits_hold_over_all_programs_with_a_journal(gpu_account, tmp_path):
    program = shutil.which("gpu-cloud", path=os.path.dirname(sys.executable))
    variables = {"GPU_CLOUD_BASE_URL": gpu_account.base_url, "GPU_CLOUD_API_KEY": gpu_account.api_key}
    rent = [program, "rent", "--journal", str(tmp_path), "--pod", POD, "--for", "1h", "--limit", "5/24h", "--quiet", "--", "true"]
    with gpu_account.leases(journal=tmp_path, spending_limit=("5", "24h")) as leases, leases.rent(pod=POD, lifetime="1h"):
        refused = subprocess.run(rent, env={**os.environ, **variables}, stderr=subprocess.PIPE, text=True)
        assert refused.returncode == 122, refused.stderr
        with gpu_account.leases(journal=tmp_path, spending_limit=("5", "24h"), recover_on_start=False) as others:
            with pytest.raises(gpu_cloud.LimitReached):
                others.rent(pod=POD, lifetime="1h")
        assert len(instances(gpu_account)) == 1


def test_reports_an_instance_that_ends_without_the_program(gpu_account):
    ended = threading.Event()
    with gpu_account.leases() as leases, leases.rent(pod=POD, lifetime="1h") as lease:
        lease.on_ended(lambda reason: ended.set())
        assert lease.ended is None

        gpu_account.advance(hours=3)

        assert ended.wait(300)
        with pytest.raises(gpu_cloud.InstanceEnded):
            lease.raise_if_ended()
        with pytest.raises(gpu_cloud.InstanceEnded):
            lease.wait_reachable()


def test_ends_an_idle_lease(gpu_account):
    ended = threading.Event()
    with gpu_account.leases() as leases, leases.rent(pod=POD, lifetime="2h", idle_timeout="20m") as lease:
        lease.on_ended(lambda reason: ended.set())
        gpu_account.advance(minutes=19)
        lease.touch()
        gpu_account.advance(minutes=19)
        lease.raise_if_ended()

        gpu_account.advance(minutes=2)

        assert ended.wait(300)
        with pytest.raises(gpu_cloud.InstanceEnded, match="was idle"):
            lease.raise_if_ended()
    assert instances(gpu_account) == []


def test_a_callback_can_use_leases(gpu_account):
    costs = []
    called = threading.Event()

    def on_event(event):
        if event.type == "running":
            costs.append(leases.cost())
            called.set()

    with gpu_account.leases(on_event=on_event) as leases, leases.rent(pod=POD, lifetime="1h"):
        assert called.wait(300)
    assert [cost.open for cost in costs] == [1]


def test_waits_until_the_instance_responds(gpu_account):
    class Health(BaseHTTPRequestHandler):
        statuses = [503, 200]

        def do_GET(self):
            self.send_response(self.statuses.pop(0) if self.path == "/health" else 404)
            self.end_headers()

        def log_message(self, *arguments):
            pass

    server = HTTPServer(("127.0.0.1", 0), Health)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}"
    with gpu_account.leases() as leases, leases.rent(pod=POD, lifetime="1h") as lease:
        with pytest.raises(gpu_cloud.NotReachable):
            lease.wait_reachable("/health", timeout="0s")
        lease.refresh = lambda: None
        lease._members["server_urls"] = [address]
        assert lease.wait_reachable("health") == address
    server.shutdown()


def test_rents_without_blocking_the_event_loop(gpu_account):
    async def rent():
        async with gpu_account.leases() as leases:
            async with leases.rent_async(pod=POD, lifetime="1h") as lease:
                assert instances(gpu_account) == [lease.instance_uuid]
            other = await leases.rent_async(pod=POD, lifetime="1h")
            await other.close_async()
            assert instances(gpu_account) == []

    asyncio.run(rent())


def test_a_cancelled_task_ends_its_rental(gpu_account):
    gpu_account.fault(effect="never_boot")

    async def rent():
        booting = asyncio.Event()
        loop = asyncio.get_running_loop()
        leases = gpu_account.leases(on_event=lambda event: event.type == "booting" and loop.call_soon_threadsafe(booting.set))
        async with leases:
            task = asyncio.ensure_future(_awaited(leases.rent_async(pod=POD, lifetime="1h", boot_timeout="7d")))
            await booting.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert instances(gpu_account) == []

    asyncio.run(rent())


async def _awaited(rental):
    return await rental


def test_two_threads_rent_at_the_same_time(gpu_account):
    rented = []
    with gpu_account.leases() as leases:
        threads = [threading.Thread(target=lambda: rented.append(leases.rent(pod=POD, lifetime="1h"))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(lease.instance_uuid for lease in rented) == sorted(instances(gpu_account))
    assert len(rented) == 4 and instances(gpu_account) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork on this system")
def test_a_forked_child_cannot_use_the_leases_of_its_parent(gpu_account):
    with gpu_account.leases() as leases, leases.rent(pod=POD, lifetime="1h") as lease:
        child = os.fork()
        if child == 0:
            try:
                leases.cost()
            except gpu_cloud.EngineStopped:
                os._exit(7)
            os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        lease.refresh()
    assert instances(gpu_account) == []


def test_names_its_instances_when_the_engine_is_killed(gpu_account, tmp_path):
    leases = gpu_account.leases(journal=tmp_path)
    lease = leases.rent(pod=POD, lifetime="1h")
    os.kill(leases._engine._process.pid, signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)

    with pytest.raises(gpu_cloud.EngineStopped) as stopped:
        lease.close()
    assert stopped.value.left == [lease.instance_uuid]
    with pytest.raises(gpu_cloud.EngineStopped) as stopped:
        leases.close()
    assert stopped.value.left == [lease.instance_uuid]

    with gpu_account.leases(journal=tmp_path, recover_on_start=False) as others:
        assert others.recover().destroyed == [lease.instance_uuid]
    assert instances(gpu_account) == []


def test_sweeps_the_instances_of_an_owner(gpu_account):
    with gpu_account.leases(owner="trainings") as leases:
        leases.rent(pod=POD, lifetime="1h").keep()
    gpu_account.advance(days=1)
    with gpu_account.leases(owner="others") as leases:
        assert leases.sweep("1h", destroy=True).found == []
        found = leases.sweep("1h", owner="trainings", destroy=True)
    assert [each.instance_uuid for each in found.destroyed] == [each.instance_uuid for each in found.found]
    assert instances(gpu_account) == []
