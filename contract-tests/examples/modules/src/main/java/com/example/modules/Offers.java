package com.example.modules;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.model.GpuModel;

/** Prints what can be rented. */
public final class Offers {

    private Offers() {}

    public static void main(String[] arguments) {
        try (GpuCloudClient client = GpuCloudClient.fromEnv()) {
            System.out.println(Offers.class.getModule() + " reads " + GpuCloudClient.class.getModule());
            for (GpuModel gpu : client.gpus().list()) {
                System.out.println(gpu.gpuName() + " " + gpu.price());
            }
        }
    }
}
