package io.gpucloud.testing;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonObject;
import com.eclipsesource.json.JsonValue;
import com.eclipsesource.json.ParseException;
import com.eclipsesource.json.WriterConfig;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One account of a stub: its address, API key and money, its clock, stock, faults and journal. Accounts do not affect
 * each other.
 */
public final class StubAccount implements AutoCloseable {

    /** A longer move of the clock does no background work: the stub rejects it, or the leases have ended. */
    private static final Duration LONGEST_IN_STEPS = Duration.ofDays(3_650);

    private final URI baseUrl;
    private final String apiKey;
    private final AdminApi admin;
    /** These are created at the first use, because they need the client on the class path. */
    private @Nullable AccountTimer timer;

    private @Nullable GpuCloudClient client;
    private @Nullable Leases leases;

    StubAccount(URI baseUrl, String apiKey, AdminApi admin) {
        this.baseUrl = baseUrl;
        this.apiKey = apiKey;
        this.admin = admin;
    }

    /** {@return the base address of the public API, with the version of the API at its end} */
    public URI baseUrl() {
        return baseUrl;
    }

    /** {@return the whole API key of this account} */
    public String apiKey() {
        return apiKey;
    }

    /**
     * Returns a client of this account. Its timer follows the account's clock: when all threads that use the client
     * wait, the clock moves to the moment at which the next wait is due, so waits take no real time. Needs
     * {@code gpu-cloud-client} on the class path.
     *
     * @return the client, the same each time; it is closed with the account
     */
    public synchronized GpuCloudClient client() {
        if (client == null) {
            client = timer().newClient(this);
        }
        return client;
    }

    /**
     * {@return the leases of {@link #client()} with the default options, but without a journal, the same each time;
     * they are closed with the account}
     */
    public synchronized Leases leases() {
        if (leases == null) {
            leases = Leases.of(
                    client(),
                    LeaseOptions.builder().withoutJournal().closeOnExit(false).build());
        }
        return leases;
    }

    /** {@return the clock of this account} */
    public StubClock clock() {
        return new StubClock(this);
    }

    /** {@return the stock of GPUs of this account} */
    public StubCapacity capacity() {
        return new StubCapacity(this);
    }

    /** {@return the faults of this account} */
    public StubFaults faults() {
        return new StubFaults(this);
    }

    /** {@return the requests of this account} */
    public StubJournal journal() {
        return new StubJournal(this);
    }

    /**
     * Adds a recharge.
     *
     * @param amount amount in currency units, above 0, with at most 2 decimals
     * @throws IllegalArgumentException if the amount is out of range
     */
    public void payIn(BigDecimal amount) {
        admin.post(path("/recharges"), new JsonObject().add("amount", Json.parse(amount.toPlainString())));
    }

    /**
     * Sets the balance. The stub adds a recharge of the difference, or reduces the newest recharges, so nothing is
     * spent. Compute cards, which pay first, stay.
     *
     * @param amount balance in currency units, 0 or more, with at most 2 decimals
     * @throws IllegalArgumentException if the amount is out of range
     */
    public void balance(BigDecimal amount) {
        admin.put(path(""), new JsonObject().add("balance", Json.parse(amount.toPlainString())));
    }

    /**
     * Returns what the account has been charged so far, by its balance and by cards. An instance is billed from the end
     * of its boot: after each full hour, and for the rest when it stops. The {@code cost()} of a lease also counts up
     * to 2 minutes of the boot, so it is higher. To compare both, let the boot take no time, see {@link #takesTime}.
     *
     * @return sum of all bills, in currency units
     */
    public BigDecimal spent() {
        return amount(details().get("spent"));
    }

    /**
     * Returns what the running instances cost together.
     *
     * @return price of an hour, in currency units; 0 if no instance runs
     */
    public BigDecimal hourlyCost() {
        return amount(details().get("hourly_cost"));
    }

    /** {@return how many instances run, and so cost money} */
    public int running() {
        return details().get("counts").asObject().getInt("running_instances", 0);
    }

    private JsonObject details() {
        return admin.get(path(""));
    }

    private static BigDecimal amount(JsonValue number) {
        return new BigDecimal(number.toString());
    }

    /**
     * Adds a compute card, which is valid for 30 days.
     *
     * @param amount its amount in currency units, above 0, with at most 2 decimals
     * @param podUuids the pods whose instances it pays for; all if there are none
     * @throws IllegalArgumentException if the amount is out of range, or if there is no such pod
     */
    public void card(BigDecimal amount, String... podUuids) {
        JsonObject card = new JsonObject().add("face_amount", Json.parse(amount.toPlainString()));
        admin.post(path("/cards"), card.add("pods", Json.array(podUuids)));
    }

    /**
     * Resets the account to a provider state: an account without money, with an instance that runs, with bills.
     *
     * @param state name of a state, such as {@code an instance is running}
     * @param parameters parameters of the state, such as {@code Map.of("gpu_nums", "2")}; those that are left out have
     *     their defaults
     * @return values of the new state by name, such as {@code instance_uuid}
     * @throws IllegalArgumentException if there is no such state, or a parameter is invalid; the message names what
     *     there is
     */
    public Map<String, String> given(String state, Map<String, String> parameters) {
        JsonObject all = new JsonObject().add("api_key", apiKey);
        parameters.forEach(all::set);
        JsonObject values = admin.post(
                "/pact/provider-states", new JsonObject().add("state", state).add("params", all));
        Map<String, String> result = new TreeMap<>();
        for (JsonObject.Member member : values) {
            JsonValue value = member.getValue();
            result.put(member.getName(), value.isString() ? value.asString() : value.toString());
        }
        return result;
    }

    /**
     * Sets the durations of boots, shutdowns and uploads that start from now on.
     *
     * @param boot from created to running
     * @param shutdown from shutting down to shut down
     * @param imageUpload from save to uploaded
     * @throws IllegalArgumentException if a duration is negative or longer than 10 years
     */
    public void takesTime(Duration boot, Duration shutdown, Duration imageUpload) {
        JsonObject seconds = new JsonObject()
                .add("boot", boot.toSeconds())
                .add("shutdown", shutdown.toSeconds())
                .add("image_upload", imageUpload.toSeconds());
        admin.put(path(""), new JsonObject().add("lifecycle", seconds));
    }

    /**
     * Resets the account: instances, images, money, clock and faults as in a new account, an empty journal. New
     * instances get identifiers that no earlier instance had. Other accounts are not affected.
     */
    public void reset() {
        reset(null);
    }

    /**
     * Resets the account to the contents, the clock and the faults of a seed. Later resets use the seed too.
     *
     * @param file JSON with a seed of an account, such as {@code {"instances": [..], "faults": [..]}}
     * @throws UncheckedIOException if the file cannot be read
     * @throws IllegalArgumentException if the seed is invalid; the message names the member
     */
    public void seed(Path file) {
        try {
            seed(Files.readString(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /**
     * Resets the account like {@link #seed(Path)}.
     *
     * @param json the seed
     * @throws IllegalArgumentException if it is invalid; the message names the member
     */
    public void seed(String json) {
        try {
            reset(new JsonObject().add("seed", Json.parse(json)));
        } catch (ParseException invalid) {
            throw new IllegalArgumentException("The seed is not valid JSON: " + invalid.getMessage(), invalid);
        }
    }

    private void reset(@Nullable JsonObject seed) {
        admin.post(query("/reset"), seed);
        journal().clear();
        if (timer != null) {
            timer.reset();
            timer.manual(false);
        }
    }

    /** {@return the state of the account as the stub writes it, as indented JSON} */
    public String snapshot() {
        return admin.get(query("/snapshot")).toString(WriterConfig.PRETTY_PRINT);
    }

    void advance(Duration time) {
        AccountTimer moving = timer;
        if (moving == null || time.isNegative() || time.compareTo(LONGEST_IN_STEPS) > 0) {
            clock().move(time);
            clockMoved();
        } else {
            moving.advance(time);
        }
    }

    void clockMoved() {
        if (timer != null) {
            timer.moved();
        }
    }

    void endManualMode() {
        if (timer != null) {
            timer.manual(false);
        }
    }

    /**
     * Removes the faults, closes leases and client, and deletes the account. The account of a test parameter or of a
     * Spring context is closed with it.
     */
    @Override
    public synchronized void close() {
        try {
            closeClient();
        } finally {
            admin.delete(path(""));
        }
    }

    private void closeClient() {
        endManualMode();
        if (leases != null) {
            // They could not destroy their instances during an outage.
            faults().clear();
            leases.close();
        }
        if (client != null) {
            client.close();
        }
    }

    /** This account and its controls. */
    List<Object> controls() {
        return List.of(this, clock(), capacity(), faults(), journal());
    }

    AdminApi admin() {
        return admin;
    }

    String path(String below) {
        return "/accounts/" + AdminApi.encode(apiKey) + below;
    }

    /** The path of a call that can also concern the whole stub, with the query that selects this account. */
    String query(String path) {
        return path + "?account=" + AdminApi.encode(apiKey);
    }

    synchronized AccountTimer timer() {
        if (timer == null) {
            timer = new AccountTimer(clock());
        }
        return timer;
    }

    @Override
    public String toString() {
        return "StubAccount[" + baseUrl + ", " + apiKey + "]";
    }
}
