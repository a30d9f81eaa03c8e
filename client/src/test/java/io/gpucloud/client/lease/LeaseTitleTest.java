package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.testing.Reply;
import org.junit.jupiter.api.Test;

/** The titles of leased instances, also with a service that cannot rename instances. */
class LeaseTitleTest extends RentingServiceTestBase {

    @Test
    void givesAnInstanceItsTitleDirectlyAfterTheCreation() {
        Leases.of(client, OPTIONS)
                .rent(PLAN.toBuilder()
                        .title("training of the " + "x".repeat(50))
                        .build());

        assertThat(service.operations()).startsWith("list", "create_by_pod", "update_title", "list");
        assertThat(service.titles())
                .singleElement()
                .asString()
                .matches(".*\"title\":\"nightly\\.[0-9a-f]{8}: training of the x{16}\"}");
    }

    @Test
    void goesOnWithoutATitleAndWarnsOnceForTheClient() {
        service.replyToNewTitle(Reply.json(404, "{\"code\":404,\"msg\":\"not released\"}"));

        rent(OPTIONS).close();
        rent(OPTIONS.toBuilder().owner("other").build());

        assertThat(service.hasInstance()).isTrue();
        assertThat(service.times("update_title")).isEqualTo(2);
        assertThat(warnings()).singleElement().asString().contains("cannot be renamed");
    }
}
