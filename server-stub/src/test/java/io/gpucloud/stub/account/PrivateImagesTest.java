package io.gpucloud.stub.account;

import static io.gpucloud.stub.account.Tenant.DURATIONS;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.fault.LifecycleEffect.Kind;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class PrivateImagesTest {

    private final Tenant tenant = Tenant.withFunds();
    private final String instance = tenant.runs();

    private PrivateImage save(@Nullable String name) {
        return tenant.does(account -> account.saveImage(instance, name, null));
    }

    /** Saves an instance, waits until it has shut down, and starts it again. */
    private PrivateImage saveAndRunAgain(@Nullable String name) {
        PrivateImage image = save(name);
        tenant.after(DURATIONS.imageUpload()).does(account -> account.start(instance, null, null));
        tenant.after(DURATIONS.boot());
        return image;
    }

    @Test
    void anUploadIsShownForImageAndInstance() {
        assertThat(tenant.sees(instance).upload()).isNull();
        PrivateImage image = save("base");
        assertThat(image.status()).isEqualTo(SaveImageStatus.UPLOADING);
        assertThat(image.sizeInTenths()).isNull();
        assertThat(tenant.sees(instance).upload()).isEqualTo(SaveImageStatus.UPLOADING);
        tenant.after(DURATIONS.imageUpload());
        assertThat(tenant.image(image.uuid()).status()).isEqualTo(SaveImageStatus.SUCCEEDED);
        assertThat(tenant.image(image.uuid()).sizeInTenths()).isNotNull();
        assertThat(tenant.sees(instance).upload()).isEqualTo(SaveImageStatus.SUCCEEDED);
    }

    @Test
    void anUploadKeepsTheInstanceFromBeingSavedAgain() {
        tenant.does(account -> account.setDurations(0L, 0L, 1_000L));
        save("base");
        tenant.does(account -> account.start(instance, null, null));
        assertThat(tenant.status(instance)).isEqualTo(InstanceStatus.RUNNING);
        assertThat(tenant.isRefused(account -> account.saveImage(instance, "again", null)))
                .startsWith("SAVE_DURING_UPLOAD");
    }

    @Test
    void anUploadCanFail() {
        tenant.suffers(Kind.FAIL_UPLOAD, 0, 1);
        PrivateImage image = saveAndRunAgain("lost");
        assertThat(tenant.image(image.uuid()).status()).isEqualTo(SaveImageStatus.FAILED);
        assertThat(tenant.image(image.uuid()).sizeInTenths()).isNull();
        assertThat(tenant.sees(instance).upload()).isEqualTo(SaveImageStatus.FAILED);
        assertThat(tenant.isRefused(account -> account.createFromImage(image.uuid(), Tenant.FREE_GPU, 1)))
                .isEqualTo("IMAGE_NOT_READY the image does not exist or is not ready");
        PrivateImage next = saveAndRunAgain("kept");
        assertThat(tenant.image(next.uuid()).status()).isEqualTo(SaveImageStatus.SUCCEEDED);
    }

    @Test
    void theDefaultNameConsistsOfTitleAndTime() {
        assertThat(save(null).title()).isEqualTo("ComfyUI 2026-01-01 00:00:20");
    }

    @Test
    void theDefaultNameIsNumberedWhenItIsInUse() {
        tenant.does(account -> account.setDurations(0L, 0L, 0L));
        String other = tenant.creates();
        tenant.reads(ReadOnlyAccount::listInstances);
        save(null);
        PrivateImage second = tenant.does(account -> account.saveImage(other, null, null));
        assertThat(second.title()).isEqualTo("ComfyUI 2026-01-01 00:00:20 (2)");
    }

    @Test
    void theDefaultNameHasAtMostFiftyWholeCharacters() {
        tenant.does(account -> account.rename(instance, "🚀".repeat(50)));
        String title = save(null).title();
        assertThat(title.codePointCount(0, title.length())).isEqualTo(50);
        assertThat(title).isEqualTo("🚀".repeat(30) + " 2026-01-01 00:00:20");
    }

    @Nested
    class AnImageThatIsReady {
        private final PrivateImage image = saveAndRunAgain("base");

        @Test
        void newInstancesCanBeCreatedFromIt() {
            assertThat(image.podUuid()).isEqualTo(Tenant.POD);
            assertThat(image.podTag()).isEqualTo("0.3");
            Instance created = tenant.does(account -> account.createFromImage(image.uuid(), Tenant.FREE_GPU, 1));
            assertThat(created.order().source())
                    .isEqualTo(new Instance.Source(image.uuid(), "base", "0.3", Tenant.POD));
        }

        @Test
        void canBeDeletedBeforeTheInstancesThatUseIt() {
            Instance created = tenant.does(account -> account.createFromImage(image.uuid(), Tenant.FREE_GPU, 1));
            tenant.does(account -> account.destroy(instance));
            assertThat(tenant.image(image.uuid()).status()).isEqualTo(SaveImageStatus.SUCCEEDED);
            tenant.does(account -> account.deleteImage(image.uuid()));
            tenant.after(DURATIONS.boot());
            assertThat(tenant.status(created.uuid())).isEqualTo(InstanceStatus.RUNNING);
            assertThat(tenant.reads(ReadOnlyAccount::listPrivateImages)).isEmpty();
        }
    }
}
