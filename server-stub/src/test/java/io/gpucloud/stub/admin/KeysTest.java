package io.gpucloud.stub.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.Caller.Answer;
import io.gpucloud.stub.junit.AccountTestBase;
import org.junit.jupiter.api.Test;

class KeysTest extends AccountTestBase {

    @Test
    void canBeDisabledAndEnabledAgain() {
        Caller owner = new Caller(caller.origin(), "made-key");
        assertThat(owner.get("/gpu/list").status()).isEqualTo(401);
        assertThat(caller.admin("PUT", "/keys/made-key", "{}").text())
                .isEqualTo("{\"api_key\":\"made-key\",\"status\":\"active\",\"permission\":\"full\"}");
        assertThat(owner.get("/gpu/list").status()).isEqualTo(200);
        caller.admin("PUT", "/keys/made-key", "{\"status\":\"expired\"}");
        assertThat(owner.get("/gpu/list").status()).isEqualTo(401);
        caller.admin("PUT", "/keys/made-key", "{\"status\":\"active\",\"permission\":\"read_only\"}");
        assertThat(owner.create("gpu-l40s").status()).isEqualTo(403);
        caller.adminDelete("/accounts/made-key");
    }

    @Test
    void areNotListedAgainWhileNothingHasChanged() {
        caller.admin("PUT", "/keys/listed-key", "{\"status\":\"expired\"}");
        Answer all = caller.adminGet("/keys");
        assertThat(all.text())
                .contains("{\"api_key\":\"demo-key-read-only\",\"status\":\"active\",\"permission\":\"read_only\"}")
                .contains("{\"api_key\":\"listed-key\",\"status\":\"expired\",\"permission\":\"full\"}");
        String tag = all.header("ETag").orElseThrow();
        assertThat(tag).contains(all.textAt("/revision"));
        // Parallel tests create keys of their own, so the list may have changed.
        Answer again = caller.call("GET", "/__admin/keys", null, "If-None-Match: " + tag);
        assertThat(again.status() == 304 || !again.at("/revision").equals(all.at("/revision")))
                .isTrue();
        caller.admin("PUT", "/keys/listed-key", "{\"status\":\"active\"}");
        assertThat(caller.call("GET", "/__admin/keys", null, "If-None-Match: " + tag)
                        .status())
                .isEqualTo(200);
        caller.adminDelete("/accounts/listed-key");
    }
}
