package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import io.gpucloud.client.CallListener;
import io.gpucloud.client.CallListener.Unreadable;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.Listing;
import io.gpucloud.client.Page;
import io.gpucloud.client.RequestOptions;
import io.gpucloud.client.error.UnexpectedResponseException;
import io.gpucloud.client.model.Card;
import io.gpucloud.client.model.GpuModel;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.model.Pod;
import io.gpucloud.client.resource.InstanceSpec;
import io.gpucloud.client.testing.CapturedLog;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records and members of successful responses that have another form than documented. */
class UnreadableRecordsTest extends ClientTestBase {

    private static final String READABLE = "{\"instance_uuid\":\"i\",\"status\":2}";

    private final List<Unreadable> reported = new ArrayList<>();

    private final CallListener listener = operation -> new CallListener.Call() {
        @Override
        public void unreadable(Unreadable part) {
            reported.add(part);
        }
    };

    private final GpuCloudClient heeded = client(builder -> builder.listener(listener));

    private <T> T read(String data, Function<GpuCloudClient, T> call) {
        server.reply(Reply.data(data));
        return call.apply(heeded);
    }

    private Listing<Instance> instances(String records) {
        return read(
                "{\"instance_list\":[" + records + "]}",
                client -> client.instances().list());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"status\":2}",
                "{\"instance_uuid\":null,\"status\":2}",
                "{\"instance_uuid\":\"\",\"status\":2}",
                "{\"instance_uuid\":\" \",\"status\":2}",
                "{\"instance_uuid\":[\"a\"],\"status\":2,\"shutdown_regular\":{\"enable\":true}}",
                "{\"instance_uuid\":\"broken\"}",
                "{\"instance_uuid\":\"broken\",\"status\":\"running\"}",
                "{\"instance_uuid\":\"broken\",\"status\":99999999999}",
                "{\"instance_uuid\":\"broken\",\"status\":{\"code\":[2]},\"title\":\"t\"}",
                "{}",
                "null",
                "7",
                "\"broken\"",
                "[[1],{}]"
            })
    void leavesAnUnreadableRecordOutOfTheListAndCountsIt(String record) {
        Listing<Instance> listed = instances(READABLE + "," + record + "," + READABLE.replace("i\"", "j\""));

        assertThat(listed).extracting(Instance::instanceUuid).containsExactly("i", "j");
        assertThat(listed.unreadable()).isEqualTo(1);
        assertThat(listed.unreadableRecords()).containsExactly(record);
        assertThat(listed.isComplete()).isTrue();
        assertThat(listed.provesAbsence()).isFalse();
    }

    @Test
    void reportsAnUnreadableRecordToListenersWithItsPlace() {
        instances(READABLE + ",{\"status\":2},{\"instance_uuid\":\"\",\"status\":2}");

        assertThat(reported)
                .containsExactly(
                        new Unreadable(
                                "/data/instance_list/1",
                                "instance_uuid is missing or has another form than documented",
                                true),
                        new Unreadable("/data/instance_list/2", "instance_uuid is blank", true));
    }

    @Test
    void reportsNoValueOfTheResponse() {
        instances("{\"instance_uuid\":\"i\",\"status\":\"secret\",\"gpu_nums\":\"secret\"}");

        assertThat(reported)
                .isNotEmpty()
                .allSatisfy(part -> assertThat(part.toString()).doesNotContain("secret", "java", "gpucloud"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"title\":{\"a\":[1]}",
                "\"create_time\":\"yesterday\"",
                "\"create_time\":99999999999999999999",
                "\"create_time\":9223372036854775807",
                "\"save_image_status\":\"uploading\"",
                "\"charging_type\":[{\"a\":1}]",
                "\"shutdown_regular\":7",
                "\"shutdown_regular\":[{\"shutdown_time\":1}]",
                "\"gpu_nums\":\"two\"",
                "\"gpu_nums\":4294967296"
            })
    void treatsAnOptionalMemberOfAnotherFormAsAbsentAndReportsIt(String member) {
        Listing<Instance> listed =
                instances("{\"instance_uuid\":\"i\"," + member + ",\"status\":2,\"image_name\":\"n\"}," + READABLE);

        assertThat(listed).hasSize(2);
        assertThat(listed.provesAbsence()).isTrue();
        Instance instance = listed.get(0);
        assertThat(instance.imageName()).isEqualTo("n");
        assertThat(instance.title()).isEmpty();
        assertThat(instance.createTime()).isNull();
        assertThat(instance.shutdownRegular()).isNull();
        assertThat(instance.gpuCount()).isNull();
        assertThat(reported).singleElement().satisfies(part -> {
            assertThat(part.path()).isEqualTo("/data/instance_list/0/" + member.substring(1, member.indexOf("\":")));
            assertThat(part.recordLeftOut()).isFalse();
        });
    }

    @Test
    void readsTheReadableMembersOfATimer() {
        Instance instance = instances("{\"instance_uuid\":\"i\",\"status\":2,"
                        + "\"shutdown_regular\":{\"enable\":true,\"shutdown_time\":\"soon\"}}")
                .get(0);

        assertThat(instance.shutdownRegular()).isNotNull().satisfies(timer -> {
            assertThat(timer.enable()).isTrue();
            assertThat(timer.shutdownTime()).isNull();
        });
        assertThat(reported)
                .extracting(Unreadable::path)
                .containsExactly("/data/instance_list/0/shutdown_regular/shutdown_time");
    }

    @Test
    void readsTheSameWhenTheDataComesBeforeTheCode() {
        String body = "{\"data\":{\"instance_list\":[7," + READABLE + ",{\"status\":2}]},\"msg\":\"\",\"code\":0}";
        server.reply(Reply.json(200, body));
        Listing<Instance> listed = heeded.instances().list();

        assertThat(listed.unreadableRecords()).containsExactly("7", "{\"status\":2}");
        assertThat(listed.unreadable()).isEqualTo(2);
        assertThat(reported)
                .extracting(Unreadable::path)
                .containsExactly("/data/instance_list/0", "/data/instance_list/2");
    }

    @Test
    void keepsTheTextOfAnUnreadableRecord() {
        String record = "{ \"instance_uuid\" : \"ä\" , \"status\":[2], \"rate\": 1.10 }";

        assertThat(instances(" " + record + " , " + record + "\n").unreadableRecords())
                .containsExactly(record, record);
    }

    @Test
    void countsUnreadableRecordsOfPages() {
        Page<Pod> page = read(
                "{\"pod_list\":[{\"uuid\":\"p\"},{\"title\":\"t\"}],\"total\":2}",
                client -> client.pods().list().page(1));

        assertThat(page.items()).extracting(Pod::uuid).containsExactly("p");
        assertThat(page.items().unreadable()).isEqualTo(1);
        assertThat(page.items().unreadableRecords()).containsExactly("{\"title\":\"t\"}");
    }

    @Test
    void readsAGpuModelWithAnUnreadablePrice() {
        Listing<GpuModel> listed = read(
                "{\"gpu_list\":[{\"gpu_uuid\":\"a\",\"price\":\"1.98\"},{\"gpu_uuid\":\"b\",\"price\":{\"hour\":\"free\"}}]}",
                client -> client.gpus().list());

        assertThat(listed).hasSize(2);
        assertThat(listed.get(0).price()).isNull();
        assertThat(listed.get(1).price())
                .isNotNull()
                .satisfies(price -> assertThat(price.hour()).isNull());
    }

    /** Without the pods the card would seem to apply to all pods. */
    @Test
    void leavesOutACardWhosePodsCannotBeRead() {
        Page<Card> page = read(
                "{\"card_list\":[{\"uuid\":\"c\",\"pods\":[{\"title\":\"t\"}]},{\"uuid\":\"d\",\"pods\":7}]}",
                client -> client.billing().cards().page(1));

        assertThat(page.items()).isEmpty();
        assertThat(page.items().unreadable()).isEqualTo(2);
    }

    @Test
    void logsEachKindOncePerClient() {
        server.reply(Reply.data("{\"instance_list\":[" + (READABLE + ",").repeat(11) + "{},{},{\"status\":1}]}"));
        try (CapturedLog log = new CapturedLog("io.gpucloud.client")) {
            client.instances().list();
            client.instances().list();
            client.withOptions(RequestOptions.defaults()).instances().list();

            // Parallel tests log as well. Only this test has an unreadable record after so many others.
            assertThat(log.messages(Level.WARN, "/data/instance_list/1"))
                    .filteredOn(message -> message.matches(".*/data/instance_list/1[12] .*"))
                    .containsExactly(
                            "GET /instance/list: /data/instance_list/11 cannot be read and is left out of the list: "
                                    + "instance_uuid is missing or has another form than documented. "
                                    + "This is logged once per client");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"status\":1}",
                "{\"instance_uuid\":null,\"status\":1}",
                "{\"instance_uuid\":\"\",\"status\":1}",
                "{\"instance_uuid\":\" \",\"status\":1}",
                "{\"instance_uuid\":{},\"status\":1}"
            })
    void aCreateResponseWithoutAnIdentifierMayHaveTakenEffect(String data) {
        assertInDoubt(data, client -> client.instances().create(TestClients.POD_SPEC));
        assertInDoubt(
                data,
                client -> client.instances()
                        .create(InstanceSpec.builder()
                                .imageUuid("i")
                                .gpuUuid("g")
                                .build()));
    }

    private void assertInDoubt(String data, Function<GpuCloudClient, Instance> create) {
        UnexpectedResponseException failure = read(
                data, client -> catchThrowableOfType(UnexpectedResponseException.class, () -> create.apply(client)));
        assertThat(failure).hasMessageContaining("instance_uuid");
        assertThat(failure.mayHaveTakenEffect()).isTrue();
    }
}
