package io.gpucloud.contract.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.contract.store.CommitBreaker.Place;
import io.gpucloud.contract.support.PostgresServer;
import io.gpucloud.contract.support.StubHttp;
import io.gpucloud.contract.support.StubHttp.Response;
import io.gpucloud.stub.GpuCloudStub;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The connection to the database breaks during a commit, so that the stub does not know whether the change was stored.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BrokenCommitTest {

    private PostgresServer server;
    private CommitBreaker breaker;
    private GpuCloudStub stub;
    private GpuCloudStub other;

    @BeforeAll
    void start() throws Exception {
        server = PostgresServer.start();
        String[] database = server.newDatabase("commits");
        breaker = new CommitBreaker(server.port());
        String url = database[0].replace(":" + server.port() + "/", ":" + breaker.port() + "/");
        stub = GpuCloudStub.start(url, database[1], "stub.clock.frozen=true");
        other = GpuCloudStub.start(database[0], database[1], "stub.clock.frozen=true");
    }

    @AfterAll
    void stop() throws Exception {
        // Those that did not start are null.
        for (AutoCloseable part :
                Stream.of(stub, other, breaker, server).filter(Objects::nonNull).toList()) {
            part.close();
        }
    }

    private static List<String> state(StubHttp reader) {
        return Stream.of("/instance/list", "/balance/info", "/bill/list")
                .map(list -> reader.get(list).body())
                .toList();
    }

    @ParameterizedTest
    @EnumSource
    void failsAndLeavesTheStateBeforeOrAfter(Place place) {
        String key = "tenant-" + place.name().toLowerCase(Locale.ROOT);
        StubHttp caller = new StubHttp(stub.baseUrl(), key);
        StubHttp reader = new StubHttp(other.baseUrl(), key);
        String first = caller.create().at("/data/instance_uuid").asString();
        List<String> before = state(caller);

        breaker.breakNext(place);
        Response failed = caller.create();

        assertThat(breaker.hasBroken()).isTrue();
        assertThat(failed.status()).isEqualTo(500);
        assertThat(failed.code()).isEqualTo(-2);
        assertThat(state(caller)).isEqualTo(state(reader));
        if (place != Place.RESPONSE) {
            assertThat(state(caller)).isEqualTo(before);
        } else {
            assertThat(caller.instances()).hasSize(2).contains(first);
        }
        String next = caller.create().at("/data/instance_uuid").asString();
        assertThat(reader.instances()).doesNotHaveDuplicates().contains(first, next);
        assertThat(state(caller)).isEqualTo(state(reader));
    }

    @ParameterizedTest
    @EnumSource
    void failsAndLeavesTheClockBeforeOrAfter(Place place) {
        StubHttp caller = new StubHttp(stub.baseUrl(), null);
        int before = now(caller);

        breaker.breakNext(place);
        Response failed = caller.admin("POST", "/clock/advance", "{\"seconds\":60}");

        assertThat(breaker.hasBroken()).isTrue();
        assertThat(failed.status()).isEqualTo(500);
        assertThat(now(caller))
                .isEqualTo(now(new StubHttp(other.baseUrl(), null)))
                .isEqualTo(place == Place.RESPONSE ? before + 60 : before);
    }

    private static int now(StubHttp reader) {
        return reader.administer("GET", "/clock", "").path("now").intValue();
    }
}
