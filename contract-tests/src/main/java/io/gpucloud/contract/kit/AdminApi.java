package io.gpucloud.contract.kit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The administration of a stub, as far as it concerns one account. */
public final class AdminApi {

    private final Kit kit;
    private final Account account;
    private final List<TestSession> opened = new ArrayList<>();

    AdminApi(Kit kit, Account account) {
        this.kit = kit;
        this.account = account;
    }

    /** Opens an account of its own, whose clock stands still and where things take the time that {@link LifecycleDurations} says. */
    static Account open(Kit kit, Map<String, Object> creation) {
        Account account = openAsIs(kit, creation);
        new AdminApi(kit, account)
                .call(
                        "setLifecycle",
                        "boot",
                        LifecycleDurations.BOOT,
                        "shutdown",
                        LifecycleDurations.SHUTDOWN,
                        "image_upload",
                        LifecycleDurations.IMAGE_UPLOAD);
        return account;
    }

    /** Opens an account of its own, whose clock stands still and where things take the time that the stub is set to. */
    static Account openAsIs(Kit kit, Map<String, Object> creation) {
        AdminApi nobody = new AdminApi(kit, new Account(null));
        String key = nobody.call("createAccount", creation).string("/api_key");
        kit.secrets().add(key);
        Account account = new Account(key);
        new AdminApi(kit, account).call("setAccountClock", "frozen", true);
        return account;
    }

    /**
     * Takes away what a fact has set up, the accounts that it opened from here first. Each goes by itself: what goes wrong with
     * one must not keep another.
     *
     * @throws Difference if something was not answered as the contract says
     */
    void close() {
        List<Mismatch> mismatches = new ArrayList<>();
        opened.forEach(session -> remove(session::close, mismatches));
        account.faults().forEach(id -> remove(() -> send(prepare("deleteFault", Map.of("id", id))), mismatches));
        remove(() -> call("deleteAccount"), mismatches);
        if (!mismatches.isEmpty()) {
            throw new Difference(mismatches);
        }
    }

    private static void remove(Runnable step, List<Mismatch> mismatches) {
        try {
            step.run();
        } catch (Difference left) {
            mismatches.addAll(left.mismatches());
        }
    }

    /**
     * Asks an operation of the administration, which has to succeed.
     *
     * @param operation its id in the contract
     * @param namesAndValues members of the body, or parameters, in turns name and value; the account is known
     * @return what was answered
     */
    public ServiceResponse call(String operation, Object... namesAndValues) {
        return call(operation, Members.of(namesAndValues));
    }

    private ServiceResponse call(String operation, Map<String, Object> members) {
        return send(prepare(operation, members)).succeeds();
    }

    /**
     * A call of the administration to send later.
     *
     * @param operation its id in the contract
     * @param members members of the body, or parameters; the account is known
     * @return the call
     */
    public Call prepare(String operation, Map<String, Object> members) {
        Map<String, Object> all = new LinkedHashMap<>(members);
        if (ApiDocuments.ADMIN_API.operation(operation).path().contains("{account}")) {
            all.put("account", key());
        }
        return Members.call(ApiDocuments.ADMIN_API, operation, all)
                .key(kit.settings().adminToken());
    }

    /**
     * Sends a call as it is.
     *
     * @param call the call
     * @return what was answered
     */
    public ServiceResponse send(Call call) {
        return kit.exchange(call, account);
    }

    /**
     * Moves the clock of the account forward.
     *
     * @param seconds how far
     */
    public void advance(long seconds) {
        call("advanceAccountClock", "seconds", seconds);
    }

    /**
     * The present moment of the account.
     *
     * @return seconds since 1970-01-01T00:00:00Z
     */
    public long now() {
        return call("getAccountClock").number("/now").longValueExact();
    }

    /**
     * Sets a fault for this account only, or for all callers of an operation without a key.
     *
     * @param operation its id in the contract, null for all or for a fault of the lifecycle
     * @param namesAndValues members of the fault, in turns name and value
     */
    public void fault(@Nullable String operation, Object... namesAndValues) {
        Map<String, Object> fault = Members.of(namesAndValues);
        boolean isPublic = operation != null
                && ApiDocuments.PUBLIC_API.operation(operation).isPublic();
        if (operation != null) {
            fault.put("operation", operation);
        }
        if (!isPublic) {
            fault.put("api_key", key());
        }
        fault.putIfAbsent("times", 1);
        account.faultSet(call("createFault", fault).string("/id"));
    }

    /**
     * The whole state of the account.
     *
     * @return the state; two are equal if nothing was changed in between
     */
    public JsonNode snapshot() {
        return call("getAccountSnapshot").json();
    }

    /**
     * The key that opens the account, which is its name too.
     *
     * @return the key
     */
    public String key() {
        return Objects.requireNonNull(account.key());
    }

    /**
     * Opens an account that owns what is said and nothing else. It is gone when this one is.
     *
     * @param owned kinds of things and lists of them, as in the account part of a seed file, in turns
     * @return the service as that account sees it, and its administration
     */
    public TestSession openSession(Object... owned) {
        return openSession(Map.of("seed", Members.of(owned)));
    }

    /**
     * Opens another account like any other. It is gone when this one is.
     *
     * @return the service as that account sees it, and its administration
     */
    public TestSession openSession() {
        return openSession(Map.of());
    }

    private TestSession openSession(Map<String, Object> creation) {
        TestSession session = TestSession.of(kit, open(kit, creation));
        opened.add(session);
        return session;
    }

    /**
     * One thing to seed in {@link #openSession}.
     *
     * @param namesAndValues names of its members, each followed by its value
     * @return a list with only this fault
     */
    public static List<Map<String, Object>> one(Object... namesAndValues) {
        return List.of(Members.of(namesAndValues));
    }
}
