package io.gpucloud.stub.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.auth.ApiKey.Permission;
import io.gpucloud.stub.auth.ApiKey.Status;
import io.gpucloud.stub.store.ConflictException;
import io.gpucloud.stub.store.InMemorySharedStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeysTest {

    private static final String NAME_OF_64 = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    private static final ApiKey USUAL = new ApiKey(Status.ACTIVE, Permission.FULL);

    private final List<AccountKey> evicted = new ArrayList<>();
    private long millis = 1_000_000;

    private ApiKeys keys(int max, long idleMillis) {
        return keys(new ApiKeys.Tenants(true, max, idleMillis));
    }

    private ApiKeys keys(ApiKeys.Tenants tenants) {
        return new ApiKeys(tenants, () -> millis, created -> {}, evicted::add, new InMemorySharedStore<>());
    }

    @ParameterizedTest
    @ValueSource(strings = {"tenant-a", "tenant-0-9-z", "tenant--", "tenant-CI_job.7", "tenant-" + NAME_OF_64})
    void aTenantKeyIsCreatedOnFirstUse(String token) {
        assertThat(keys(1, 0).find(token)).hasValue(USUAL);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tenant-",
                "tenant-\u00e4",
                "tenant-a b",
                "tenant_a",
                "xtenant-a",
                "tenant-a/b",
                "",
                "tenant-x" + NAME_OF_64
            })
    void aTenantHasANameOf64LettersDigitsDotsDashesAndUnderscores(String token) {
        assertThat(keys(1, 0).find(token)).isEmpty();
    }

    @Test
    void anIdleTenantIsReplaced() {
        ApiKeys keys = keys(2, 1_000);
        keys.find("tenant-a");
        keys.find("tenant-b");
        millis += 600;
        keys.find("tenant-b");
        millis += 600;
        assertThat(keys.find("tenant-c")).isPresent();
        assertThat(evicted).containsExactly(new AccountKey("tenant-a"));
        assertThat(keys.all()).containsKey("tenant-b").doesNotContainKey("tenant-a");
    }

    @Test
    void anIdleTenantIsReplacedByAKeyThatIsSet() {
        ApiKeys keys = keys(2, 1_000);
        keys.find("tenant-a");
        keys.set("set", null, null);
        millis += 1_200;
        keys.set("set", Status.EXPIRED, null);
        assertThat(evicted).isEmpty();
        assertThat(keys.createIfAbsent("made", Permission.FULL)).isTrue();
        keys.delete("set");
        keys.find("tenant-b");
        millis += 1_200;
        keys.set("set", null, null);
        assertThat(evicted).containsExactly(new AccountKey("tenant-a"), new AccountKey("tenant-b"));
    }

    @Test
    void aRestoredIdleTenantIsReplaced() {
        ApiKeys keys = keys(2, 1_000);
        keys.restore(Map.of("tenant-a", USUAL, "tenant-b", USUAL));
        millis += 600;
        keys.find("tenant-b");
        millis += 600;
        assertThat(keys.find("tenant-c")).isPresent();
        assertThat(evicted).containsExactly(new AccountKey("tenant-a"));
    }

    /** The predefined key would not return by itself. */
    @ParameterizedTest
    @ValueSource(strings = {"tenant-a+b", "tenant-"})
    void aKeyThatIsNoTenantIsNotReplaced(String token) {
        ApiKeys keys = keys(2, 1_000);
        keys.createIfAbsent(token, Permission.FULL);
        keys.find(token);
        millis += 1_200;
        keys.find("tenant-a");
        assertThat(keys.find(token)).hasValue(USUAL);
        keys.restore(keys.all());
        millis += 1_200;
        keys.set("set", null, null);
        assertThat(keys.find(token)).hasValue(USUAL);
        assertThat(evicted).containsExactly(new AccountKey("tenant-a"));
    }

    @Test
    void noKeyIsReplacedIfTenantsAreDisabled() {
        ApiKeys keys = keys(new ApiKeys.Tenants(false, 2, 1_000));
        keys.createIfAbsent("tenant-a", Permission.FULL);
        keys.find("tenant-a");
        millis += 1_200;
        keys.createIfAbsent("made", Permission.FULL);
        assertThat(evicted).isEmpty();
    }

    @Test
    void aRestoredTenantIsReset() {
        ApiKeys keys = keys(1, 0);
        keys.find("tenant-a");
        keys.set("tenant-a", Status.DISABLED, Permission.READ_ONLY);
        keys.restore(keys.all());
        keys.reset("tenant-a");
        assertThat(keys.find("tenant-a")).hasValue(USUAL);
    }

    @Test
    void aChangeKeepsTheOtherValuesOfAKey() {
        ApiKeys keys = keys(1, 0);
        keys.set("made", null, Permission.READ_ONLY);
        assertThat(keys.set("made", Status.EXPIRED, null)).isEqualTo(new ApiKey(Status.EXPIRED, Permission.READ_ONLY));
    }

    @Test
    void aKeyIsCreatedOnce() {
        ApiKeys keys = keys(1, 0);
        assertThat(keys.createIfAbsent("made", Permission.READ_ONLY)).isTrue();
        assertThat(keys.createIfAbsent("made", Permission.FULL)).isFalse();
        assertThat(keys.find("made")).hasValue(new ApiKey(Status.ACTIVE, Permission.READ_ONLY));
    }

    @Test
    void aResetRestoresTheFirstValuesOfAKey() {
        ApiKeys keys = keys(1, 0);
        keys.set("made", null, Permission.READ_ONLY);
        keys.set("made", Status.DISABLED, Permission.FULL);
        keys.reset("made");
        assertThat(keys.find("made")).hasValue(new ApiKey(Status.ACTIVE, Permission.READ_ONLY));
        keys.set("demo-key-disabled", Status.ACTIVE, null);
        keys.delete("demo-key-disabled");
        assertThat(keys.find("demo-key-disabled")).hasValue(new ApiKey(Status.DISABLED, Permission.FULL));
    }

    @ParameterizedTest
    @EnumSource
    void aResetMakesAKeyUsable(Status made) {
        ApiKeys keys = keys(1, 0);
        keys.set("made", made, Permission.READ_ONLY);
        keys.reset("made");
        assertThat(keys.find("made")).hasValue(new ApiKey(Status.ACTIVE, Permission.READ_ONLY));
    }

    @Test
    void aKeyIsRestoredAsItWas() {
        ApiKeys keys = keys(1, 0);
        keys.restore(Map.of("only", USUAL));
        assertThat(keys.all()).containsOnlyKeys("only");
        assertThatThrownBy(() -> keys.find("tenant-a")).isInstanceOf(ConflictException.class);
        keys.reset();
        assertThat(keys.all()).hasSize(5);
    }

    @ParameterizedTest
    @CsvSource({
        "my-key, ****",
        "vendor-12345678, ****5678",
        "tenants-1234567, ****4567",
        "demo-key, demo-key",
        "tenant-12345678, tenant-12345678"
    })
    void aKeyIsMaskedUnlessItIsAStubKey(String key, String shown) {
        assertThat(KeyForm.mask(key)).isEqualTo(shown);
    }
}
