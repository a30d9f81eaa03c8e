package io.gpucloud.client.observed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.InstanceStatus;
import io.gpucloud.client.error.ServerException;
import io.gpucloud.client.model.GpuCount;
import io.gpucloud.client.model.Instance;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ObservedOperationsTest extends ClientTestBase {

    @Test
    void readsObservedMembersOfAnInstanceAndHidesThePassword() {
        server.reply(Reply.data("""
                        {"instance_uuid":"i","status":2,"server_map":[
                        {"title":"ComfyUI","url":"http://127.0.0.1:1","port_type":5},
                        {"title":"SSH","ssh_info":{"host":"h","port":"22","username":"root","password":"s3cret"}},
                        "broken",null]}"""));
        Instance instance = client.observed().get("i");
        ObservedInstance observed = ObservedInstance.of(instance);

        assertThat(observed.serverMap()).extracting(ServerMapEntry::title).containsExactly("ComfyUI", "SSH");
        SshInfo login = Objects.requireNonNull(observed.serverMap().get(1).sshInfo());
        assertThat(login.password()).isEqualTo("s3cret");
        assertThat(login.port()).isEqualTo(22);
        assertThat(instance + " " + observed).doesNotContain("s3cret");
    }

    @Test
    void anInstanceWithoutObservedMembersHasNone() {
        Instance other = Instance.builder()
                .instanceUuid("i")
                .status(InstanceStatus.RUNNING)
                .build();

        assertThat(ObservedInstance.of(other).serverMap()).isEmpty();
    }

    @Test
    void repeatsWhatOnlyReads() {
        server.reply(Reply.html(503), Reply.data("{\"instance_uuid\":\"i\",\"status\":23}"));

        assertThat(client.observed().get("i").status().isStopped()).isTrue();
        assertThat(server.requests()).isEqualTo(2);
    }

    @Test
    void sendsAShutdownOnce() {
        server.reply(Reply.html(503), Reply.done());

        assertThatThrownBy(() -> client.observed().shutDown("i")).isInstanceOf(ServerException.class);
        assertThat(server.requests()).isEqualTo(1);
    }

    @Test
    void sendsObservedMembersOfARequest() {
        server.reply(Reply.data("{\"instance_uuid\":\"i\",\"status\":1}"));
        client.api(ObservedApi.class)
                .createInstanceByPod(new NewInstanceFromPod("pod", null, "gpu", GpuCount.of(1), 1));

        assertThat(server.first().body()).contains("\"auto_start\":1");
    }
}
