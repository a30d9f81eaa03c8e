from datetime import timedelta

import gpu_cloud

with gpu_cloud.Leases(owner="trainings", spending_limit=("10", "24h")) as leases:
    with leases.rent(pod="pod-comfyui", max_hourly_price="4", lifetime=timedelta(hours=2)) as lease:
        print(lease.gpu_name, "runs at", lease.server_urls)
        print("at most", lease.price_at_most, "an hour")
    print("destroyed", lease.instance_uuid)
