"""Uses the Python client that openapi-generator makes of the contract."""

import json
import os
from typing import Callable

from gpucloud import (
    AccountApi,
    ApiClient,
    CatalogApi,
    Configuration,
    NewInstanceFromPod,
    ErrorBody,
    GpuCount,
    InstancesApi,
)
from gpucloud.exceptions import ApiException


def client_for(url: str, key: str) -> ApiClient:
    return ApiClient(Configuration(host=url, access_token=key))


def error_of(call: Callable[[], object]) -> ErrorBody:
    """Returns the body of the error that a call ends with."""
    try:
        call()
    except ApiException as failure:
        assert isinstance(failure.data, ErrorBody)
        return failure.data
    raise AssertionError("the call succeeds")


stub = client_for(os.environ["STUB_URL"], os.environ["API_KEY"])
gpus = CatalogApi(stub).list_gpus()
assert gpus.data is not None
print("gpu:", gpus.data.gpu_list[0].gpu_name)
created = InstancesApi(stub).create_instance_by_pod(
    NewInstanceFromPod(pod_uuid="pod-stable-diffusion", gpu_uuid="gpu-rtx-4090", gpu_nums=GpuCount.GPU_COUNT_1)
)
assert created.data is not None
print("created:", created.data.status)

wrong_key = error_of(CatalogApi(client_for(os.environ["STUB_URL"], "wrong")).list_gpus)
print("wrong key:", wrong_key.code, wrong_key.msg)
refused = client_for(os.environ["STUB_URL"], os.environ["REFUSED_KEY"])
bad_parameters = error_of(CatalogApi(refused).list_gpus)
print("bad parameters:", bad_parameters.code, bad_parameters.message)

unusual = client_for(os.environ["UNUSUAL_URL"], os.environ["API_KEY"])
balance = AccountApi(unusual).get_balance().data
assert balance is not None
print("balance:", balance.to_json())
models = CatalogApi(unusual).list_gpus().data
assert models is not None
price = models.gpu_list[0].price
assert price is not None
print("gpu status:", models.gpu_list[0].status, "hour:", price.hour)
instances = InstancesApi(unusual).list_instances().data
assert instances is not None
first = instances.instance_list[0]
print("instance status:", first.status, first.save_image_status)
print("server_url:", *[json.dumps(instance.server_url) for instance in instances.instance_list])
