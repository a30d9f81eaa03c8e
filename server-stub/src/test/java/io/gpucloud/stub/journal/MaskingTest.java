package io.gpucloud.stub.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaskingTest {

    private static final String KEY = "vendor-12345678";

    private final Masking masking = new Masking(KEY);
    private final Masking withoutKey = new Masking(null);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/__admin/accounts/vendor-12345678/clock",
                "/__admin/keys/vendor-12345678",
                "/__admin/accounts//vendor-12345678",
                "/__admin/accounts/./vendor-12345678",
                "/__admin/accounts;x=1/vendor-12345678;y/clock",
                "/%5f%5fadmin/accounts/vendor-12345678/clock",
                "/__admin/%61ccounts/%76endor-12345678/clock"
            })
    void masksKeysInPathsInEveryForm(String path) {
        assertThat(withoutKey.path(path)).contains("****5678").doesNotContain("12345678", "endor");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "account=vendor-12345678",
                "api_key=vendor-12345678",
                "limit=1&api_key=vendor-12345678",
                "api%5Fkey=vendor-12345678",
                "API_KEY=%76endor-12345678",
                "token=vendor-12345678",
                "access_token=vendor-12345678&x=%zz"
            })
    void masksKeysInQueriesUnderUsualNames(String query) {
        assertThat(withoutKey.query(query)).contains("****5678").doesNotContain("12345678", "endor");
    }

    @ParameterizedTest
    @CsvSource({
        "Authorization, Bearer vendor-12345678, Bearer ****5678",
        "authorization, Basic dXNlcjpwYXNz, ****",
        "Cookie, session=1, ****",
        "X-Api-Key, something, ****",
        "X-Api-Key, vendor-12345678, ****5678",
        "Cookie, session=1; key=vendor-12345678, ****",
        "Proxy-Authorization, bearer vendor-12345678, Bearer ****5678",
        "Proxy-Authorization, Basic abc, ****",
        "X-Anything, it is vendor-12345678, it is ****5678",
        "Accept, application/json, application/json"
    })
    void masksSecretHeadersAndTheKeyInAllOthers(String name, String value, String shown) {
        assertThat(masking.header(name, value)).isEqualTo(shown);
    }

    @Test
    void masksTheKeyInAnyOtherText() {
        assertThat(masking.path("/api/open/v2/" + KEY)).isEqualTo("/api/open/v2/****5678");
        assertThat(masking.query("name=%76endor-12345678")).isEqualTo("name=****5678");
        assertThat(masking.text("{\"title\":\"" + KEY + "\"}")).isEqualTo("{\"title\":\"****5678\"}");
    }

    private static JournaledBody body(Masking masking, String body) {
        return masking.body(body.getBytes(UTF_8));
    }

    @Test
    void keepsWholeBodies() {
        assertThat(body(masking, "{\"title\":\"vendor-12345678\"}"))
                .isEqualTo(new JournaledBody("{\"title\":\"****5678\"}", false));
        assertThat(body(masking, "")).isEqualTo(new JournaledBody("", false));
        assertThat(body(withoutKey, "x".repeat(16_384))).isEqualTo(new JournaledBody("x".repeat(16_384), false));
    }

    @Test
    void keepsTheStartOfALongBodyWithoutPartsOfCharacters() {
        assertThat(body(withoutKey, "x".repeat(16_385))).isEqualTo(new JournaledBody("x".repeat(16_384), true));
        assertThat(body(withoutKey, "xy" + "\uD83D\uDE00".repeat(5_000)))
                .isEqualTo(new JournaledBody("xy" + "\uD83D\uDE00".repeat(4_095), true));
    }

    /** The body is cut after masking, so that a key at the cut is never shown in part. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void masksAKeyThatIsCutAtTheEnd(int before) {
        String key = "vendor-" + "x".repeat(60) + "wxyz";
        String body = ".".repeat(before) + key.repeat(900);
        JournaledBody shown = body(new Masking(key), body);
        assertThat(shown.truncated()).isTrue();
        assertThat(shown.text())
                .startsWith(".".repeat(before) + "****wxyz****wxyz")
                .doesNotContain("vendor", "xxxx");
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo-key", "demo-1", "tenant-12345678"})
    void doesNotMaskStubKeys(String key) {
        Masking shown = new Masking(key);
        assertThat(shown.header("Authorization", "Bearer " + key)).isEqualTo("Bearer " + key);
        assertThat(shown.header("Cookie", "session=1")).isEqualTo("****");
        assertThat(shown.path("/__admin/accounts/" + key)).isEqualTo("/__admin/accounts/" + key);
        assertThat(shown.query("api_key=" + key)).isEqualTo("api_key=" + key);
        assertThat(body(shown, key)).isEqualTo(new JournaledBody(key, false));
    }

    @Test
    void changesNothingElse() {
        assertThat(masking.path("/api/open/v2/pod/li%73t;a=b")).isEqualTo("/api/open/v2/pod/li%73t;a=b");
        assertThat(masking.query("page=1&name=%E2%82%AC&&x")).isEqualTo("page=1&name=%E2%82%AC&&x");
        assertThat(masking.query(null)).isNull();
    }

    @Test
    void escapesLineBreaksOfTheLog() {
        assertThat(withoutKey.query("api_key=%0d%0aforged+line=1")).doesNotContain("\r", "\n");
        assertThat(withoutKey.path("/__admin/keys/%0a/x%0akey=1")).doesNotContain("\n");
    }
}
