package io.gpucloud.cli.command;

import io.gpucloud.cli.output.Output;
import io.gpucloud.client.WaitTimer;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The time of an account of a stub. A pause ends when the account has reached its end. */
public class StubTime implements WaitTimer {

    private static final Duration LOOK = Duration.ofMillis(50);

    private final URI clock;
    private final URI advance;
    private final @Nullable String token;

    /**
     * @param clock such as {@code http://127.0.0.1:8080/__admin/clock?account=KEY}
     * @throws IllegalArgumentException if it is not on this machine
     */
    public StubTime(String clock, @Nullable String token) {
        this.clock = URI.create(clock);
        this.token = token;
        advance = URI.create(clock.replaceFirst("/clock\\b", "/clock/advance"));
        if (!Settings.isOnThisMachine(this.clock)) {
            throw new IllegalArgumentException("the clock of a stub must be on this machine, not at " + clock);
        }
    }

    @Override
    public Instant now() {
        return send(clock, null);
    }

    @Override
    public CompletableFuture<@Nullable Void> after(Duration delay) {
        CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
        completeAt(now().plus(delay), end);
        return end;
    }

    private void completeAt(Instant due, CompletableFuture<@Nullable Void> end) {
        try {
            if (!now().isBefore(due)) {
                end.complete(null);
            } else if (!end.isDone()) {
                var unused = WaitTimer.system().after(LOOK).thenRunAsync(() -> completeAt(due, end));
            }
        } catch (RuntimeException unreachable) {
            end.completeExceptionally(unreachable);
        }
    }

    /** Moves the clock of the account. Returns its time. */
    protected final Instant move(Duration time) {
        return send(
                advance, Output.jsonLine(Map.of("seconds", time.plusMillis(999).toSeconds())));
    }

    /** Returns the time of the account. An interruption does not disturb it, as that of a cancelled rental would. */
    private Instant send(URI target, @Nullable String body) {
        try {
            if (!(target.toURL().openConnection() instanceof HttpURLConnection connection)) {
                throw new IllegalStateException("the clock of a stub must have an address of HTTP, not " + target);
            }
            if (token != null) {
                connection.setRequestProperty("Authorization", "Bearer " + token);
            }
            if (body != null) {
                connection.setDoOutput(true);
                connection.setRequestProperty("Content-Type", "application/json");
                connection.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
            }
            try (InputStream response = connection.getInputStream()) {
                return Instant.ofEpochSecond(
                        JsonMapper.shared().readTree(response).path("now").asLong());
            }
        } catch (IOException failure) {
            throw new IllegalStateException("the clock of the stub cannot be reached: " + failure, failure);
        }
    }
}
