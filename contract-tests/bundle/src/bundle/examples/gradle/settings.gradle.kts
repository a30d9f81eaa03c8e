rootProject.name = "gpu-cloud-example-bundle"
