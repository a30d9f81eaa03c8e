"""The program gpu-cloud, which rents a GPU instance around a command. Run it with ``subprocess``, or as ``python -m gpu_cloud_cli``."""
