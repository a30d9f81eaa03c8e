package io.gpucloud.cli.serve;

import io.gpucloud.cli.output.ExitStatus;
import io.gpucloud.cli.output.Text;
import io.gpucloud.client.error.GpuCloudException;
import io.gpucloud.client.error.NoMatchingGpuException;
import io.gpucloud.client.lease.InstanceNotDestroyedException;
import io.gpucloud.client.lease.SpendingLimitException;
import io.gpucloud.client.model.Instance;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Failures as errors of JSON-RPC. Their kind and facts are for programs, their message is for people. */
final class Failures {

    /** The code of all errors but those of the protocol. */
    private static final int FAILED = -32000;

    private static final int LONGEST_TEXT = 500;

    /** Names of settings in messages of the client, which are parameters here. */
    private static final Pattern SETTINGS =
            Pattern.compile("\\b(maxLifetime|renewTimerEvery|idleTimeout|gpuCount|maxHourlyPrice"
                    + "|createTimeout|bootTimeout|maxOpenLeases|maxHourlyCost|spendingLimit|olderThan)\\b");

    private Failures() {}

    static Map<String, Object> describe(Throwable failure) {
        ExitStatus.Left left = ExitStatus.Left.by(failure);
        boolean mayHaveTakenEffect =
                !left.isNothing() || (failure instanceof GpuCloudException known && known.mayHaveTakenEffect());
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("kind", kind(failure));
        data.put("may_have_taken_effect", mayHaveTakenEffect);
        data.put("left", left.instances());
        data.put(
                "candidates",
                left.candidates().stream().map(Failures::candidate).toList());
        data.put("facts", facts(failure));
        if (failure instanceof GpuCloudException known && known.serverMessage().isPresent()) {
            data.put(
                    "service_texts",
                    Map.of("message", text(known.serverMessage().get())));
        }
        return Map.of(
                "code",
                failure instanceof ProtocolException wrong ? wrong.code() : FAILED,
                "message",
                message(failure),
                "data",
                data);
    }

    /** A wrong parameter is wrong usage, wherever it is noticed. */
    private static String kind(Throwable failure) {
        if (failure instanceof ProtocolException wrong) {
            return wrong.kind();
        }
        return failure instanceof IllegalArgumentException ? "usage" : ExitStatus.kind(failure);
    }

    private static String message(Throwable failure) {
        String message = failure instanceof GpuCloudException known ? ExitStatus.facts(known) : failure.getMessage();
        String text = text(Objects.requireNonNullElse(message, failure.toString()));
        return SETTINGS.matcher(text).replaceAll(name -> parameter(name.group()));
    }

    private static String parameter(String setting) {
        return setting.equals("maxLifetime")
                ? "lifetime"
                : setting.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    static Map<String, Object> candidate(Instance instance) {
        Map<String, Object> candidate = new LinkedHashMap<>();
        candidate.put("instance_uuid", instance.instanceUuid());
        put(candidate, "created_at", instance.createTime());
        candidate.put("service_texts", Map.of("title", text(instance.title())));
        return candidate;
    }

    private static Map<String, Object> facts(Throwable failure) {
        Map<String, Object> facts = new LinkedHashMap<>();
        if (failure instanceof GpuCloudException known) {
            facts.put("operation", known.operation().id());
            facts.put("attempts", known.attempts());
            known.httpStatus().ifPresent(status -> facts.put("http_status", status));
            put(facts, "code", known.failure().code());
            known.requestId().ifPresent(id -> facts.put("request_id", text(id)));
            known.retryAfter().ifPresent(pause -> facts.put("retry_after", pause));
        }
        if (failure instanceof NoMatchingGpuException none) {
            facts.put("reasons", none.reasons());
        } else if (failure instanceof InstanceNotDestroyedException left) {
            facts.put("instance_uuid", left.instanceUuid());
        } else if (failure instanceof CancelledException cancelled) {
            put(facts, "instance_uuid", cancelled.instanceUuid());
        } else if (failure instanceof SpendingLimitException limited) {
            facts.put("limit", limited.limit());
            put(facts, "window", limited.window());
            facts.put("spent", limited.spent());
            facts.put("reserved", limited.reserved());
            facts.put("wanted", limited.wanted());
        }
        return facts;
    }

    /** Adds a member, unless its value is not known. */
    static void put(Map<String, Object> members, String name, @Nullable Object value) {
        if (value != null) {
            members.put(name, value);
        }
    }

    /** A text that may quote the service, without control characters and bounded. */
    static String text(String text) {
        String line = Text.printable(text);
        return line.length() <= LONGEST_TEXT ? line : line.substring(0, LONGEST_TEXT) + "…";
    }
}
