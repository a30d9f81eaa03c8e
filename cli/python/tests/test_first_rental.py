"""The programs of the tutorial."""

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import gpu_cloud
import gpu_cloud_stub


def test_runs_as_the_tutorial_says(tmp_path):
    with gpu_cloud_stub.start("stub.lifecycle.boot=1s") as stub, stub.account("tutorial") as account:
        variables = {"GPU_CLOUD_BASE_URL": stub.base_url, "GPU_CLOUD_API_KEY": account.api_key, "XDG_STATE_HOME": str(tmp_path)}
        command = [sys.executable, Path(__file__).with_name("first_rental.py")]
        output = subprocess.run(command, env={**os.environ, **variables}, check=True, stdout=subprocess.PIPE, text=True).stdout
        assert output.startswith("NVIDIA GeForce RTX 4090 runs at ['https://")
        assert "\nat most 3.96 an hour\ndestroyed " in output
        assert account.call("GET", "/instance/list")["data"]["instance_list"] == []


def test_rents_in_one_line(gpu_account):
    with gpu_account.leases() as leases, leases.rent(pod="pod-comfyui", lifetime="1h") as lease:
        assert gpu_account.running == 1
        gpu_account.advance(hours=2)  # the shutdown timer
    assert gpu_account.running == 0 and lease.instance_uuid


def test_says_what_may_be_left(gpu_account, capsys):
    leases = gpu_account.leases(window="1s")
    gpu_account.lose_response("createInstanceByPod")
    try:
        with leases.rent(pod="pod-comfyui", lifetime="1h") as lease:
            print(lease.server_urls)
    except gpu_cloud.NoCapacity as none:
        print("nothing was rented:", none)
    except gpu_cloud.GpuCloudError as error:
        if error.may_have_taken_effect:
            print("may be left:", error.left, [candidate.instance_uuid for candidate in error.candidates])
        else:
            print("failed, and nothing is left:", error)
    leases.close()
    assert capsys.readouterr().out.startswith("may be left: [] ['")


def test_an_event_loop(gpu_account, capsys):
    leases = gpu_account.leases()

    async def main():
        async with leases, leases.rent_async(pod="pod-comfyui", lifetime="1h") as lease:
            print(lease.server_urls)

    asyncio.run(main())
    assert capsys.readouterr().out.startswith("['https://")


def test_a_signal_closes_the_leases(gpu_account):
    program = f"""
import signal
import sys

import gpu_cloud_stub

account = gpu_cloud_stub.Account(gpu_cloud_stub.Stub({gpu_account.stub.url!r}, {gpu_account.stub.admin_token!r}), {gpu_account.api_key!r})
signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(143))
with account.leases() as leases, leases.rent(pod="pod-comfyui", lifetime="1h"):
    print("running", flush=True)
    signal.pause()
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "running\n"
        process.terminate()
    assert process.returncode == 143
    assert gpu_account.call("GET", "/instance/list")["data"]["instance_list"] == []
