import json
import os
import time
import urllib.request

BASE = os.environ["GPU_CLOUD_BASE_URL"]
HEADERS = {"Authorization": "Bearer " + os.environ["GPU_CLOUD_API_KEY"], "Content-Type": "application/json"}


def call(path, body=None, headers=HEADERS):
    """Calls an operation and returns its data. Only code 0 means success, even after HTTP 200."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(BASE + path, data=data, headers=headers)
    with urllib.request.urlopen(request, timeout=30) as response:
        envelope = json.load(response)
    if envelope["code"] != 0:
        raise RuntimeError(f"{path}: {envelope['msg']} (code {envelope['code']})")
    return envelope.get("data")


def instance(uuid):
    return next(i for i in call("/instance/list")["instance_list"] if i["instance_uuid"] == uuid)


pod = call("/pod/list?name=diffusion", headers={})["pod_list"][0]  # public: takes no key
gpu = call("/gpu/list")["gpu_list"][0]
order = {"pod_uuid": pod["uuid"], "gpu_uuid": gpu["gpu_uuid"], "gpu_nums": 1}
created = call("/instance/create_by_pod", order)["instance_uuid"]
try:
    deadline = time.monotonic() + 600
    while instance(created)["status"] != 2:
        if time.monotonic() > deadline:
            raise TimeoutError(f"{created} does not run yet")
        time.sleep(1)
    one_hour_ahead = int(time.time()) + 3600
    call("/instance/shutdown_timer", {"instance_uuid": created, "shutdown_time": one_hour_ahead, "enable": True})
    print(created, "answers at", instance(created).get("server_url"))
finally:
    call("/instance/destroy", {"instance_uuid": created})
