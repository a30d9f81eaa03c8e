package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.gpucloud.client.testing.CapturedLog;
import io.gpucloud.client.testing.Reply;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The titles of leased instances, also with a service that cannot rename instances. */
class LeaseTitleTest extends AccountTestBase {

    private static final LeaseOptions OPTIONS =
            LeaseOptions.builder().owner("nightly").build();

    @AutoClose
    private final CapturedLog log = new CapturedLog("io.gpucloud.client.lease");

    LeaseTitleTest() {
        super("title-");
    }

    @Test
    void givesAnInstanceItsTitleDirectlyAfterTheCreation() {
        String instance = Leases.of(client, OPTIONS)
                .rent(PLAN.toBuilder()
                        .title("training of the " + "x".repeat(50))
                        .build())
                .instanceUuid();

        assertThat(account.operations()).startsWith("list", "create_by_pod", "update_title", "list");
        assertThat(account.title(instance)).matches("nightly\\.[0-9a-f]{8}: training of the x{16}");
    }

    @Test
    void goesOnWithoutATitleAndWarnsOnceForTheClient() {
        account.failing("update_title", 2, Reply.json(404, "{\"code\":404,\"msg\":\"not released\"}"));

        Leases.of(client, OPTIONS).rent(PLAN).close();
        Leases.of(client).rent(PLAN);

        assertThat(account.instances()).containsExactly("title-2");
        assertThat(account.requests("update_title")).isEqualTo(2);
        assertThat(log.messages(Level.WARN, "title-"))
                .singleElement()
                .asString()
                .contains("cannot be renamed");
    }
}
