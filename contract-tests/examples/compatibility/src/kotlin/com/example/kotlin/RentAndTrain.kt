package com.example.kotlin

import io.gpucloud.client.GpuCloudClient
import io.gpucloud.client.lease.Leases
import io.gpucloud.client.lease.RentalPlan
import io.gpucloud.client.resource.InstanceSpec
import java.math.BigDecimal
import java.time.Duration

private val MAX_HOURLY_PRICE = BigDecimal("4.00")

/** Trains on a rented GPU, saves the result as an image, starts it again, and prints what it cost. */
fun rentAndTrain(client: GpuCloudClient) {
    val pod = client.pods().find("Diffusion").orElseThrow()
    val plan = RentalPlan.builder()
        .podUuid(pod.uuid())
        .maxLifetime(Duration.ofHours(8))
        .maxHourlyPrice(MAX_HOURLY_PRICE)
        .title("training")
        .build()
    val instances = client.instances()
    val image = Leases.of(client).use { leases ->
        leases.rent(plan).use { lease -> // waits until it runs, and sets its shutdown timer
            val id = lease.instance().instanceUuid()
            instances.saveImage(id, "trained", null).await()
        } // destroys it
    }
    val gpu = client.gpus().cheapestAvailable(MAX_HOURLY_PRICE)
    val relaunched = instances.create(InstanceSpec.of(image, gpu))
    try {
        val running = instances.waitUntilRunning(relaunched.instanceUuid())
        instances.scheduleShutdown(running.instanceUuid(), Duration.ofHours(1))
        println("${image.title()} runs: ${running.isRunning}")
    } finally {
        instances.destroy(relaunched.instanceUuid())
    }
    client.billing().bills().forEach { println("${it.orderNumber()} ${it.amount()}") }
}

fun main() = GpuCloudClient.fromEnv().use(::rentAndTrain)
