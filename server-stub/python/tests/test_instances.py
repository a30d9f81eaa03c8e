import pytest

SPEC = {"pod_uuid": "pod-comfyui", "gpu_uuid": "gpu-rtx-4090", "gpu_nums": 1}


def test_timer_shuts_the_instance_down(gpu_account):
    instance = gpu_account.call("POST", "/instance/create_by_pod", SPEC)["data"]["instance_uuid"]
    now = gpu_account.advance(minutes=1)  # it runs now
    timer = {"instance_uuid": instance, "shutdown_time": now + 3600, "enable": True}
    assert gpu_account.call("POST", "/instance/shutdown_timer", timer)["code"] == 0

    gpu_account.advance(hours=2)

    instances = gpu_account.call("GET", "/instance/list")["data"]["instance_list"]
    assert instances[0]["status"] == 22  # shut down


def test_lost_response_leaves_an_instance(gpu_account):
    gpu_account.lose_response("createInstanceByPod")

    with pytest.raises(OSError):  # the response is lost
        gpu_account.call("POST", "/instance/create_by_pod", SPEC)

    assert gpu_account.journal("createInstanceByPod")[0].carried_out
    assert len(gpu_account.call("GET", "/instance/list")["data"]["instance_list"]) == 1


@pytest.mark.gpu_account(seed="poor.json")
def test_not_enough_money(gpu_account):
    assert gpu_account.balance == 1.00

    rejected = gpu_account.call("POST", "/instance/create_by_pod", SPEC)

    assert rejected["code"] == 1  # an hour costs 1.98
