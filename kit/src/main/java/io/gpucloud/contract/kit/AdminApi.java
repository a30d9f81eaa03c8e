package io.gpucloud.contract.kit;

import io.gpucloud.openapi.OpenApiOperation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** The {@code /__admin} API of a stub, for one account. */
public final class AdminApi {

    /** The seconds from created to running in an account that the kit opens. */
    public static final long BOOT = 20;

    /** The seconds from shutting down to shut down. */
    public static final long SHUTDOWN = 10;

    /** The seconds from a save to its upload. */
    public static final long IMAGE_UPLOAD = 30;

    public static final long HOUR = 3_600;

    /** Records of each kind, because an empty list fulfils almost every check. They add up. */
    static final Map<String, Object> WITH_HISTORY =
            JsonMapper.shared().readerForMapOf(Object.class).readValue("""
            {
              "recharges": [
                {"amount": 500.00, "trade_offset": "-P60D"},
                {"amount": 518.81, "trade_offset": "-P30D"}
              ],
              "cards": [
                {"title": "Trial", "face_amount": 20.00, "leave_amount": 5.15, "bind_offset": "-P60D", "valid_days": 30},
                {"title": "Welcome", "face_amount": 100.00, "bind_offset": "-P30D", "valid_days": 365}
              ],
              "bills": [
                {"amount": 14.85, "charge_channel": 2, "settle_start_offset": "-P40D", "settle_end_offset": "-P39DT16H"},
                {"amount": 7.92, "charge_channel": 1, "settle_start_offset": "-P20D", "settle_end_offset": "-P19DT20H"},
                {"amount": 10.89, "charge_channel": 1, "settle_start_offset": "-P10D", "settle_end_offset": "-P9DT18H"}
              ]
            }
            """);

    private final KitContext kit;
    private final @Nullable String key;
    private final List<TestSession> opened = new ArrayList<>();
    private final List<String> faults = new ArrayList<>();
    private String snapshot = "";

    AdminApi(KitContext kit, @Nullable String key) {
        this.kit = kit;
        this.key = key;
    }

    /** Creates an account with these records, a frozen clock and the durations above. */
    static String open(KitContext kit, Map<String, Object> owned) {
        String key = new AdminApi(kit, null)
                .call("createAccount", Map.of("seed", owned))
                .string("/api_key");
        kit.secrets().add(key);
        AdminApi adminApi = new AdminApi(kit, key);
        adminApi.call("setClock", Map.of("frozen", true));
        Map<String, Object> durations = Map.of("boot", BOOT, "shutdown", SHUTDOWN, "image_upload", IMAGE_UPLOAD);
        adminApi.call("setAccount", Map.of("lifecycle", durations));
        return key;
    }

    /** Removes everything that a test has set up. */
    void close() {
        opened.forEach(TestSession::close);
        faults.forEach(id -> send(prepare("deleteFaults", Map.of("id", id))));
        call("deleteAccount");
    }

    public ServiceResponse call(String operation) {
        return call(operation, Map.of());
    }

    /** Calls an operation of {@code /__admin}, which must succeed. */
    public ServiceResponse call(String operation, Map<String, Object> members) {
        return send(prepare(operation, members)).succeeds();
    }

    /**
     * Builds a call of {@code /__admin} to send later, with members of the body, or parameters. The account is added.
     */
    public Call prepare(String operation, Map<String, Object> members) {
        Map<String, Object> all = new LinkedHashMap<>(members);
        if (isForAccount(ApiDocuments.ADMIN_API.operation(operation))) {
            all.put("account", key());
        }
        return Call.of(ApiDocuments.ADMIN_API, operation, all)
                .key(kit.settings().adminToken());
    }

    /** Whether an operation has a parameter that names an account. */
    public static boolean isForAccount(OpenApiOperation operation) {
        return Stream.of("path", "query")
                .flatMap(place -> operation.parameters(place).stream())
                .anyMatch(parameter -> parameter.name().equals("account"));
    }

    public ServiceResponse send(Call call) {
        return kit.conforming(kit.send(call));
    }

    /** Moves the clock of the account forward. */
    public void advance(long seconds) {
        call("advanceClock", Map.of("seconds", seconds));
    }

    /** Sets how many GPUs of a model the account can have. */
    public void setStock(String gpuUuid, int count) {
        call("setAccount", Map.of("stock", List.of(Map.of("gpu_uuid", gpuUuid, "stock", count))));
    }

    /** The time of the account's clock, in seconds since 1970-01-01T00:00:00Z. */
    public long now() {
        return call("getClock").number("/now").longValueExact();
    }

    /**
     * Sets a fault for this account only, or for all callers of an operation without a key.
     *
     * @param operation its id in the contract, null for all or for a fault of the lifecycle
     */
    public void fault(@Nullable String operation, Map<String, Object> members) {
        Map<String, Object> fault = new LinkedHashMap<>(members);
        if (operation != null) {
            fault.put("operation", operation);
        }
        if (operation == null || !ApiDocuments.PUBLIC_API.operation(operation).isPublic()) {
            fault.put("api_key", key());
        }
        fault.putIfAbsent("times", 1);
        faults.add(call("createFault", fault).string("/id"));
    }

    /** The state of the account. It is checked against the contract unless it is the same as the last time. */
    public String snapshot() {
        ServiceResponse response = kit.send(prepare("getSnapshot", Map.of()));
        if (!response.text().equals(snapshot)) {
            snapshot = kit.conforming(response).succeeds().text();
        }
        return snapshot;
    }

    /** The API key of the account, which is also its name. */
    public String key() {
        return Objects.requireNonNull(key);
    }

    /** Opens another account with records of each kind. It is deleted with the session of this API. */
    public TestSession openSession() {
        return openSession(WITH_HISTORY);
    }

    /** Opens another account with these records only, each kind as in the account part of a seed file. */
    public TestSession openSession(Map<String, Object> owned) {
        TestSession session = new TestSession(kit, open(kit, owned));
        opened.add(session);
        return session;
    }
}
