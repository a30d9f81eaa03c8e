package com.example.guides;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.InsufficientFundsException;
import io.gpucloud.client.error.NoCapacityException;
import io.gpucloud.client.error.RateLimitedException;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.resource.InstanceSpec;
import java.time.Duration;
import java.util.Optional;

/** The code of the guide "Handle errors and retries". */
class CarefulCreation {

    private CarefulCreation() {}

    static Optional<Instance> create(GpuCloudClient client, InstanceSpec spec) {
        try {
            return Optional.of(client.instances().create(spec));
        } catch (NoCapacityException full) {
            System.out.println("No free GPU of this model. Choose another one.");
        } catch (InsufficientFundsException poor) {
            System.out.println("Not enough money. Recharge the account.");
        } catch (AuthenticationException invalid) {
            System.out.println("The API key is invalid, expired or disabled.");
        } catch (RateLimitedException limited) {
            System.out.println("Too many requests. Try again in "
                    + limited.retryAfter().orElse(Duration.ofMinutes(1)).toSeconds() + " s.");
        } catch (BadRequestException rejected) {
            System.out.println(
                    "Nothing was created: " + rejected.serverMessage().orElse("no reason given"));
        } catch (GpuCloudException failure) {
            if (!failure.mayHaveTakenEffect()) {
                throw failure;
            }
            System.out.println(
                    "Check whether one of these is new: " + client.instances().list());
        }
        return Optional.empty();
    }

    static GpuCloudClient patient(GpuCloudClient client) {
        GpuCloudClient patient = client.withOptions(options -> options.maxAttempts(5));
        return patient;
    }

    static String describe(Instance instance) {
        return switch (instance.status().name()) {
            case "CREATED", "STARTING", "RESTARTING" -> "boots";
            case "RUNNING" -> "runs";
            case "SHUTTING_DOWN", "SHUT_DOWN", "ENDED_ABNORMALLY" -> "does not run, and may be billed";
            default -> "has the status " + instance.status().value() + ", which this client does not know";
        };
    }
}
