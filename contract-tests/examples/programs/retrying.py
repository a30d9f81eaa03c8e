"""Creates an instance with an HTTP client that retries all requests three times, as programs often configure it. It needs urllib3."""

import os

import urllib3

http = urllib3.PoolManager(retries=urllib3.Retry(3, allowed_methods=None, backoff_factor=0.1))
response = http.request(
    "POST",
    os.environ["GPU_CLOUD_BASE_URL"] + "/instance/create_by_pod",
    headers={"Authorization": "Bearer " + os.environ["GPU_CLOUD_API_KEY"]},
    json={"pod_uuid": "pod-comfyui", "gpu_uuid": "gpu-rtx-4090", "gpu_nums": 1},
)
print(response.json()["data"]["instance_uuid"])
