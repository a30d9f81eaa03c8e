package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.WaitOptions;
import io.gpucloud.client.error.InstanceNotFoundException;
import io.gpucloud.client.error.WaitFailedException;
import io.gpucloud.client.error.WaitTimeoutException;
import io.gpucloud.client.model.PrivateImage;
import io.gpucloud.client.resource.ImageSave;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;
import org.junit.jupiter.api.Test;

/** The handle of a save, and reads of single instances. */
class ImageSaveTest extends ClientTestBase {

    private static final String OLDER = image("older", "old", 2, 100);
    private static final String UPLOADING = image("saved", "base", 1, 300);
    private static final String UPLOADED = image("saved", "base", 2, 300);
    private static final String FAILED = image("saved", "base", 3, 300);

    private static final String UNAVAILABLE = "unavailable";

    private final Queue<String> instances = new ArrayDeque<>();
    private final Queue<String> images = new ArrayDeque<>();

    ImageSaveTest() {
        server.respond(this::reply);
    }

    /** Each list is returned once, the last one repeatedly. */
    private Reply reply(ReceivedRequest request) {
        return switch (request.operation()) {
            case "GET /instance/list" -> Reply.data("{\"instance_list\":[" + next(instances) + "]}");
            case "GET /image/private/list" -> images(next(images));
            default -> Reply.done();
        };
    }

    private static Reply images(String list) {
        return list.equals(UNAVAILABLE) ? Reply.json(503, "") : Reply.data("{\"image_list\":[" + list + "]}");
    }

    private static String next(Queue<String> lists) {
        return lists.size() > 1 ? lists.remove() : lists.element();
    }

    private static String instance(int saveImageStatus) {
        return "{\"instance_uuid\":\"i\",\"title\":\"\",\"status\":21,\"start_time\":200,\"save_image_status\":"
                + saveImageStatus + "}";
    }

    private static String image(String uuid, String title, int status, int createTime) {
        return "{\"uuid\":\"" + uuid + "\",\"title\":\"" + title + "\",\"save_image_status\":" + status
                + ",\"create_time\":" + createTime + "}";
    }

    private void lists(String... lists) {
        images.addAll(Arrays.asList(lists));
    }

    private ImageSave saving(String title) {
        ImageSave save = title.isEmpty()
                ? client.instances().saveImage("i")
                : client.instances().saveImage("i", title, null);
        assertThat(save.instanceUuid()).isEqualTo("i");
        assertThat(server.requests()).as("a save is one request").isEqualTo(1);
        return save;
    }

    @Test
    void knowsTheImageByItsTitleAsSoonAsItIsListed() {
        lists(OLDER, OLDER + "," + UPLOADING);

        ImageSave save = saving("base");
        assertThat(save.image()).isEmpty();
        assertThat(save.image()).map(PrivateImage::uuid).contains("saved");
    }

    @Test
    void knowsTheImageWithoutATitleByTheStartOfTheInstance() {
        instances.add(instance(1));
        lists(OLDER + "," + UPLOADING);

        assertThat(saving("").image()).map(PrivateImage::uuid).contains("saved");
    }

    @Test
    void doesNotGuessBetweenImagesOfTheSameTime() {
        instances.add(instance(1));
        lists(UPLOADING + "," + image("foreign", "foreign", 1, 301));

        assertThat(saving("").image()).isEmpty();
    }

    @Test
    void waitsForTheUploadAlthoughAnEarlierOneOfTheInstanceSucceeded() {
        instances.addAll(Arrays.asList(instance(1), instance(2)));
        lists(OLDER, OLDER + "," + UPLOADING, OLDER + "," + UPLOADED);

        PrivateImage saved = saving("base").await();

        assertThat(saved.uuid()).isEqualTo("saved");
    }

    @Test
    void waitsForTheUploadWithoutAThread() {
        instances.add(instance(2));
        lists(UPLOADING, UPLOADED);

        PrivateImage saved = saving("base").awaitAsync(WaitOptions.defaults()).join();

        assertThat(saved.uuid()).isEqualTo("saved");
    }

    @Test
    void continuesIfTheListOfImagesFailsForAWhile() {
        instances.add(instance(2));
        lists(UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, UNAVAILABLE, UPLOADED);

        assertThat(saving("base").await().uuid()).isEqualTo("saved");
    }

    @Test
    void failsWhenTheUploadFails() {
        instances.add(instance(3));
        lists(FAILED);

        assertThatThrownBy(() -> saving("base").await())
                .isInstanceOf(WaitFailedException.class)
                .hasMessageContaining("the image of instance i was not saved: its upload failed");
    }

    @Test
    void timesOutIfTheImageIsNeverListed() {
        instances.add(instance(2));
        lists(OLDER);

        assertThatThrownBy(() -> saving("base").await()).isInstanceOf(WaitTimeoutException.class);
    }

    @Test
    void getsAnInstanceThatIsListed() {
        instances.add(instance(1));
        assertThat(client.instances().get("i").instanceUuid()).isEqualTo("i");
    }

    @Test
    void namesAnInstanceThatIsNotListed() {
        instances.add(instance(1));
        assertThat(client.instances().find("gone")).isEmpty();
        assertThatThrownBy(() -> client.instances().get("gone"))
                .isInstanceOf(InstanceNotFoundException.class)
                .hasMessageContaining("instance gone is not listed")
                .extracting(failure -> ((InstanceNotFoundException) failure).instanceUuid())
                .isEqualTo("gone");
    }
}
