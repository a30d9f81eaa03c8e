package io.gpucloud.stub.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gpucloud.stub.Caller;
import io.gpucloud.stub.GpuCloudStub;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** An account that was opened again has another revision, even if it has the same contents at the same moment. */
class AccountRevisionTest {

    @AutoClose
    private static final GpuCloudStub STUB = GpuCloudStub.start("stub.clock.now=2000000000", "stub.clock.frozen=true");

    private static final String ACCOUNT = "/accounts/tenant-a";

    private static final Map<String, Consumer<Caller>> OPENINGS = Map.of(
            "reset of the account", caller -> caller.admin("POST", ACCOUNT + "/reset", null),
            "reset of the stub", caller -> caller.admin("POST", "/reset", null),
            "restored account", caller -> restore(caller, ACCOUNT + "/snapshot"),
            "restored stub", caller -> restore(caller, "/snapshot"),
            "deleted account", caller -> caller.adminDelete(ACCOUNT),
            "provider state", AccountRevisionTest::setUpProviderState);

    private final Caller caller = Caller.of(STUB.baseUrl(), "tenant-a");

    private static void restore(Caller caller, String path) {
        String snapshot = caller.adminGet(path).text();
        assertThat(caller.admin("PUT", path, snapshot).status()).isEqualTo(204);
    }

    private static void setUpProviderState(Caller caller) {
        String state = "{\"state\":\"an account with nothing but money\",\"params\":{\"api_key\":\"tenant-a\"}}";
        assertThat(caller.admin("POST", "/pact/provider-states", state).status())
                .isEqualTo(200);
    }

    @TestFactory
    Stream<DynamicTest> differsAfter() {
        return OPENINGS.entrySet().stream()
                .map(opening -> dynamicTest("a " + opening.getKey(), () -> differsAfter(opening.getValue())));
    }

    private void differsAfter(Consumer<Caller> opening) {
        String before = tag();
        assertThat(statusFor(before)).isEqualTo(304);

        opening.accept(caller);

        assertThat(statusFor(before)).isEqualTo(200);
        assertThat(statusFor(tag())).isEqualTo(304);
    }

    private String tag() {
        return caller.adminGet(ACCOUNT).header("ETag").orElseThrow();
    }

    private int statusFor(String tag) {
        return caller.call("GET", "/__admin" + ACCOUNT, null, "If-None-Match", tag)
                .status();
    }
}
