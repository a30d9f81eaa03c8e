package io.gpucloud.stub.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaskingTest {

    private static final String KEY = "tenant-12345678";

    private final Masking masking = new Masking(KEY);
    private final Masking withoutKey = new Masking(null);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/__admin/accounts/tenant-12345678/clock",
                "/__admin/keys/tenant-12345678",
                "/__admin/accounts//tenant-12345678",
                "/__admin/accounts/./tenant-12345678",
                "/__admin/accounts;x=1/tenant-12345678;y/clock",
                "/%5f%5fadmin/accounts/tenant-12345678/clock",
                "/__admin/%61ccounts/%74enant-12345678/clock"
            })
    void hidesKeysInPathsHoweverTheyAreWritten(String path) {
        assertThat(withoutKey.path(path)).contains("****5678").doesNotContain("12345678", "enant");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api_key=tenant-12345678",
                "limit=1&api_key=tenant-12345678",
                "api%5Fkey=tenant-12345678",
                "API_KEY=%74enant-12345678",
                "token=tenant-12345678",
                "access_token=tenant-12345678&x=%zz"
            })
    void hidesKeysInQueriesUnderAnyNameThatIsUsual(String query) {
        assertThat(withoutKey.query(query)).contains("****5678").doesNotContain("12345678", "enant");
    }

    @ParameterizedTest
    @CsvSource({
        "Authorization, Bearer tenant-12345678, Bearer ****5678",
        "authorization, Basic dXNlcjpwYXNz, ****",
        "Cookie, session=1, ****",
        "X-Api-Key, something, ****",
        "X-Api-Key, tenant-12345678, ****5678",
        "Cookie, session=1; key=tenant-12345678, ****",
        "Proxy-Authorization, bearer tenant-12345678, Bearer ****5678",
        "Proxy-Authorization, Basic abc, ****",
        "X-Anything, it is tenant-12345678, it is ****5678",
        "Accept, application/json, application/json"
    })
    void hidesHeadersThatHoldSecretsAndTheKeyOfTheRequestInAllOthers(String name, String value, String shown) {
        assertThat(masking.header(name, value)).isEqualTo(shown);
    }

    @Test
    void hidesTheKeyOfTheRequestWhereverElseItStands() {
        assertThat(masking.path("/api/open/v2/" + KEY)).isEqualTo("/api/open/v2/****5678");
        assertThat(masking.query("name=%74enant-12345678")).isEqualTo("name=****5678");
        assertThat(masking.text("{\"title\":\"" + KEY + "\"}")).isEqualTo("{\"title\":\"****5678\"}");
    }

    @Test
    void showsTheStartOfABody() {
        assertThat(masking.body("{\"title\":\"tenant-12345678\"}".getBytes(UTF_8)))
                .isEqualTo("{\"title\":\"****5678\"}");
        assertThat(masking.body("\uD83D\uDE00".repeat(5_000).getBytes(UTF_8))).isEqualTo("\uD83D\uDE00".repeat(4_096));
        assertThat(masking.body(new byte[0])).isEmpty();
        assertThat(masking.body(null)).isNull();
    }

    /** The cut comes last: however many keys stand before it, none of them is cut in half and shown. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void showsNothingOfAKeyAtTheEndOfWhatIsShown(int before) {
        String key = "tenant-" + "x".repeat(60) + "wxyz";
        String body = ".".repeat(before) + key.repeat(900);
        assertThat(new Masking(key).body(body.getBytes(UTF_8)))
                .hasSize(4_096)
                .startsWith(".".repeat(before) + "****wxyz****wxyz")
                .doesNotContain("xxxx");
    }

    @Test
    void leavesAllElseAsItWasSent() {
        assertThat(masking.path("/api/open/v2/pod/li%73t;a=b")).isEqualTo("/api/open/v2/pod/li%73t;a=b");
        assertThat(masking.query("page=1&name=%E2%82%AC&&x")).isEqualTo("page=1&name=%E2%82%AC&&x");
        assertThat(masking.query(null)).isNull();
    }

    @Test
    void letsNobodyBeginALineOfTheLog() {
        assertThat(withoutKey.query("api_key=%0d%0aforged+line=1")).doesNotContain("\r", "\n");
        assertThat(withoutKey.path("/__admin/keys/%0a/x%0akey=1")).doesNotContain("\n");
    }
}
