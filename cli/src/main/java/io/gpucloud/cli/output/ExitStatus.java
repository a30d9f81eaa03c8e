package io.gpucloud.cli.output;

import io.gpucloud.client.error.AuthenticationException;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.InstanceNotFoundException;
import io.gpucloud.client.error.InsufficientFundsException;
import io.gpucloud.client.error.MissingApiKeyException;
import io.gpucloud.client.error.NoCapacityException;
import io.gpucloud.client.error.NoMatchingGpuException;
import io.gpucloud.client.error.OperationFailedException;
import io.gpucloud.client.error.PermissionDeniedException;
import io.gpucloud.client.error.ResourceNotFoundException;
import io.gpucloud.client.error.TransportException;
import io.gpucloud.client.lease.CreationOutcomeUnknownException;
import io.gpucloud.client.lease.InstanceNotDestroyedException;
import io.gpucloud.client.lease.SpendingLimitException;
import io.gpucloud.client.model.Instance;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The exit status of the program, and its message about a failure. */
public final class ExitStatus {

    public static final int OK = 0;
    /** A monitor has findings. */
    public static final int FINDINGS = 1;
    /** The command was idle. */
    public static final int IDLE = 118;
    /** The instance ended before the command. */
    public static final int LOST = 119;
    /** A command line or a setting is wrong. */
    public static final int USAGE = 120;
    /** The service rejected the request, and nothing was created. */
    public static final int REJECTED = 121;
    /** No capacity, or a limit of the caller. Nothing was created. */
    public static final int NOT_AVAILABLE = 122;
    /** Failed, and nothing is left. */
    public static final int FAILED = 123;
    /** An instance may be left. */
    public static final int LEFT = 125;
    /** The command cannot be executed. Nothing was rented. */
    public static final int NOT_EXECUTABLE = 126;
    /** There is no such command. Nothing was rented. */
    public static final int NO_COMMAND = 127;
    /** The reader of the output has ended, as SIGPIPE ends other programs. */
    public static final int NO_READER = 141;

    private ExitStatus() {}

    public static int of(Throwable failure) {
        if (!Left.by(failure).isNothing()) {
            return LEFT;
        }
        if (failure instanceof UsageException wrong) {
            return wrong.exitStatus();
        }
        if (failure instanceof MissingApiKeyException) {
            return USAGE;
        }
        if (failure instanceof NoCapacityException
                || failure instanceof NoMatchingGpuException
                || failure instanceof SpendingLimitException) {
            return NOT_AVAILABLE;
        }
        boolean rejected = failure instanceof BadRequestException
                || failure instanceof AuthenticationException
                || failure instanceof PermissionDeniedException
                || failure instanceof OperationFailedException
                || failure instanceof ResourceNotFoundException
                || failure instanceof InstanceNotFoundException;
        return rejected ? REJECTED : FAILED;
    }

    /** Prints a failure with its remedy, and the instances that may be left. Returns the exit status. */
    public static int report(Throwable failure, PrintWriter err) {
        err.println("gpu-cloud: " + message(failure));
        Left left = Left.by(failure);
        left.instances()
                .forEach(uuid -> err.println("Instance " + uuid
                        + " may be left and cost money. Look with: gpu-cloud status; destroy it with: gpu-cloud destroy "
                        + uuid));
        left.candidates()
                .forEach(candidate -> err.println("It may be instance " + candidate.instanceUuid()
                        + (candidate.title().isEmpty() ? "" : " '" + Text.printable(candidate.title()) + "'")
                        + ". If it is yours: gpu-cloud destroy " + candidate.instanceUuid()));
        if (left.unknown() && left.candidates().isEmpty()) {
            err.println("An instance may appear later. Look again with: gpu-cloud status");
        }
        return of(failure);
    }

    /** A failure as one line of JSON. Returns the exit status. */
    public static int reportAsJson(Throwable failure, PrintWriter err) {
        Left left = Left.by(failure);
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("error", kind(failure));
        members.put("message", message(failure));
        members.put("exit_status", of(failure));
        members.put("left", left.instances());
        members.put("candidates", left.candidateUuids());
        members.put("outcome_unknown", left.unknown());
        err.println(Output.jsonLine(members));
        return of(failure);
    }

    /** The kind of a failure, such as {@code no_capacity}. */
    public static String kind(Throwable failure) {
        return failure.getClass()
                .getSimpleName()
                .replaceFirst("Exception$", "")
                .replaceAll("([a-z])([A-Z])", "$1_$2")
                .toLowerCase(Locale.ROOT);
    }

    public static String message(Throwable failure) {
        if (failure instanceof InterruptedException) {
            return "ended by a signal before the instance was used";
        }
        String message = failure instanceof GpuCloudException known ? facts(known) : failure.getMessage();
        String remedy = remedy(failure);
        String named = UsageException.withOptions(message == null ? failure.toString() : message);
        return Text.printable(named) + (remedy.isEmpty() ? "" : ". " + remedy);
    }

    public static String facts(GpuCloudException failure) {
        Throwable cause = failure.getCause();
        return failure.summary()
                + (failure instanceof MissingApiKeyException && cause != null ? ": " + cause.getMessage() : "")
                + failure.requestId().map(id -> " (request ID " + id + ")").orElse("");
    }

    private static String remedy(Throwable failure) {
        if (failure instanceof MissingApiKeyException) {
            return "Set GPU_CLOUD_API_KEY, GPU_CLOUD_API_KEY_FILE or --api-key-file";
        }
        if (failure instanceof GpuCloudException known && known.retryAfter().isPresent()) {
            // Rounded up to a minute.
            Instant next = Instant.now().plus(known.retryAfter().get()).plusSeconds(59);
            return "The service asks to wait until " + Text.of(next);
        }
        if (failure instanceof GpuCloudException known && known.failure().hint() != null) {
            return known.failure().hint();
        }
        if (failure instanceof AuthenticationException) {
            return "Check the API key: GPU_CLOUD_API_KEY or --api-key-file";
        }
        if (failure instanceof TransportException) {
            return "Check --base-url, the network and the proxy";
        }
        if (failure instanceof InsufficientFundsException) {
            return "See the balance with: gpu-cloud status";
        }
        if (failure instanceof NoCapacityException || failure instanceof NoMatchingGpuException) {
            return "See prices and what is free with: gpu-cloud gpus; wait for a free one with --wait";
        }
        if (failure instanceof SpendingLimitException) {
            return "See what is spent with: gpu-cloud status";
        }
        return failure instanceof InstanceNotFoundException ? "See all instances with: gpu-cloud status" : "";
    }

    /**
     * The instances that a failure may have left.
     *
     * @param instances the identifiers of instances that could not be destroyed
     * @param candidates instances that a create request with an unknown outcome may have created
     * @param unknown whether there was such a request
     */
    public record Left(Set<String> instances, Set<Instance> candidates, boolean unknown) {

        public static Left by(Throwable failure) {
            Set<String> instances = new LinkedHashSet<>();
            Set<Instance> candidates = new LinkedHashSet<>();
            boolean unknown = false;
            for (Throwable each : all(failure).toList()) {
                if (each instanceof InstanceNotDestroyedException left) {
                    instances.add(left.instanceUuid());
                } else if (each instanceof CreationOutcomeUnknownException outcome) {
                    candidates.addAll(outcome.candidates());
                    unknown = true;
                } else if (each instanceof NothingProvenException left) {
                    candidates.addAll(left.candidates());
                    unknown = true;
                }
            }
            return new Left(instances, candidates, unknown);
        }

        /** The failure, and with the same of each, its suppressed ones and its cause. */
        private static Stream<Throwable> all(Throwable failure) {
            Stream<Throwable> others =
                    Stream.concat(Stream.of(failure.getSuppressed()), Stream.ofNullable(failure.getCause()));
            return Stream.concat(Stream.of(failure), others.flatMap(Left::all));
        }

        public List<String> candidateUuids() {
            return candidates.stream().map(Instance::instanceUuid).toList();
        }

        public boolean isNothing() {
            return instances.isEmpty() && !unknown;
        }
    }
}
