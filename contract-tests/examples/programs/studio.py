"""Rents a GPU for ComfyUI, works on it, moves to another GPU, and gives it back. It needs only Python.

It polls GET /instance/info, shuts the instance down and starts it on another GPU. The documentation of the service has none of the
three; other programs for it do the same.
"""

import json
import os
import time
import urllib.parse
import urllib.request

BASE_URL = os.environ["GPU_CLOUD_BASE_URL"].rstrip("/")
API_KEY = os.environ["GPU_CLOUD_API_KEY"]
POLL_SECONDS = float(os.environ.get("POLL_SECONDS", "5"))
BOOT_SECONDS = 180

RUNNING, SHUT_DOWN = 2, 22


class ApiError(Exception):
    """The service did not do what it was asked for."""


def call(method, path, body=None, **query):
    url = BASE_URL + path + ("?" + urllib.parse.urlencode(query) if query else "")
    request = urllib.request.Request(url, method=method, data=None if body is None else json.dumps(body).encode())
    request.add_header("Authorization", "Bearer " + API_KEY)
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=30) as response:
        envelope = json.load(response)
    if str(envelope["code"]) != "0":
        raise ApiError(f"{path}: {envelope['code']} {envelope.get('msg')}")
    return envelope.get("data") or {}


def gpus():
    """The available models, the cheapest one first."""
    listed = call("GET", "/gpu/list").get("gpu_list") or []
    return sorted((gpu for gpu in listed if gpu.get("status") == 1), key=lambda gpu: gpu["price"]["hour"])


def wait_for(instance, status):
    deadline = time.monotonic() + BOOT_SECONDS
    while time.monotonic() < deadline:
        record = call("GET", "/instance/info", instance_uuid=instance)
        if record["status"] == status:
            return record
        time.sleep(POLL_SECONDS)
    raise ApiError(f"{instance} has not reached status {status}")


def address(record):
    """The address of the application: that of the service map, else the first one."""
    for service in record.get("server_map") or []:
        if any(name in service.get("title", "") for name in ("ComfyUI", "WebUI")):
            return service["url"]
    urls = record.get("server_url") or []
    if not urls:
        raise ApiError("the instance has no address")
    return urls[0]


def use(record):
    with urllib.request.urlopen(address(record), timeout=30) as response:
        print(f"{record['gpu_name']} answers with HTTP {response.status}")


def main():
    pod = next(pod for pod in call("GET", "/pod/list")["pod_list"] if "ComfyUI" in pod["title"])
    first, second = gpus()[:2]
    instance = call(
        "POST",
        "/instance/create_by_pod",
        {"pod_uuid": pod["uuid"], "gpu_uuid": first["gpu_uuid"], "gpu_nums": 1, "auto_start": 1},
    )["instance_uuid"]
    try:
        use(wait_for(instance, RUNNING))
        call("POST", "/instance/update_title", {"instance_uuid": instance, "title": "studio"})
        timer = {"instance_uuid": instance, "shutdown_time": int(time.time()) + 3600, "enable": True}
        call("POST", "/instance/shutdown_timer", timer)

        call("POST", "/instance/shutdown", {"instance_uuid": instance})
        wait_for(instance, SHUT_DOWN)
        call("POST", "/instance/startup", {"instance_uuid": instance, "gpu_uuid": second["gpu_uuid"], "gpu_nums": 1})
        use(wait_for(instance, RUNNING))
        call("POST", "/instance/restart", {"instance_uuid": instance})
        use(wait_for(instance, RUNNING))
    finally:
        call("POST", "/instance/destroy", {"instance_uuid": instance})
    print("destroyed", instance)


if __name__ == "__main__":
    main()
