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


def test_costs_three_hours(gpu_account):
    gpu_account.freeze()
    instance = gpu_account.call("POST", "/instance/create_by_pod", SPEC)["data"]["instance_uuid"]
    gpu_account.advance(seconds=20)  # the boot, which costs nothing
    assert (gpu_account.running, gpu_account.hourly_cost) == (1, 1.98)

    gpu_account.advance(hours=3)
    gpu_account.call("POST", "/instance/destroy", {"instance_uuid": instance})
    gpu_account.advance(hours=3)

    assert (gpu_account.running, gpu_account.hourly_cost) == (0, 0)
    assert gpu_account.spent == 5.94
    assert gpu_account.balance == 994.06
