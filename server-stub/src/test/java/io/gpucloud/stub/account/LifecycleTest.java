package io.gpucloud.stub.account;

import static io.gpucloud.stub.account.Tenant.DURATIONS;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.account.Instance.Addresses;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LifecycleTest {

    private final Tenant tenant = Tenant.withFunds();

    @Nested
    class ANewInstance {
        private final String uuid = tenant.creates();

        @Test
        void isCreatedAtTheMomentOfTheCall() {
            Instance created = tenant.sees(uuid);
            assertThat(created.status()).isEqualTo(InstanceStatus.CREATED);
            assertThat(created.createTime()).isEqualTo(Tenant.START);
            assertThat(created.startTime()).isZero();
        }

        @Test
        void staysCreatedUntilItHasBooted() {
            tenant.after(DURATIONS.boot() - 1);
            assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.CREATED);
        }

        @Test
        void runsByItselfAndIsStampedWithTheMomentItWasDue() {
            tenant.after(DURATIONS.boot() + 1_000);
            Instance running = tenant.sees(uuid);
            assertThat(running.status()).isEqualTo(InstanceStatus.RUNNING);
            assertThat(running.startTime()).isEqualTo(Tenant.START + DURATIONS.boot());
        }

        @Test
        void hasNoAddressesBeforeItRuns() {
            assertThat(tenant.sees(uuid).serverUrl()).isNull();
            tenant.after(DURATIONS.boot());
            assertThat(tenant.sees(uuid).serverUrl()).hasSize(1).allMatch(url -> url.startsWith("https://"));
        }

        @Test
        void hasTheTitleOfItsPod() {
            assertThat(tenant.sees(uuid).title()).isEqualTo("ComfyUI");
        }

        @Test
        void cannotBeRestartedStartedSavedOrTimed() {
            String unsuitable = " the instance does not exist or its state does not allow this";
            assertThat(tenant.isRefused(account -> account.restart(uuid))).isEqualTo("RESTART_REFUSED" + unsuitable);
            assertThat(tenant.isRefused(account -> account.start(uuid))).isEqualTo("START_REFUSED" + unsuitable);
            assertThat(tenant.isRefused(account -> account.saveImage(uuid, null, null)))
                    .isEqualTo("INSTANCE_UNSUITABLE" + unsuitable);
            assertThat(tenant.isRefused(account -> account.setShutdownTimer(uuid, 60, true)))
                    .isEqualTo("INSTANCE_UNSUITABLE" + unsuitable);
        }

        @Test
        void bootsAtOnceWhereBootingTakesNoTimeButTheCallStillSaysCreated() {
            tenant.does(account -> account.setDurations(0L, 0L, 0L));
            Instance created = tenant.does(account -> account.createFromPod(Tenant.POD, null, Tenant.FREE_GPU, 1));
            assertThat(created.status()).isEqualTo(InstanceStatus.CREATED);
            assertThat(tenant.status(created.uuid())).isEqualTo(InstanceStatus.RUNNING);
        }
    }

    @Nested
    class ARunningInstance {
        private final String uuid = tenant.runs();

        @Test
        void restartsThroughCreatedAndKeepsItsAddresses() {
            tenant.after(100).does(account -> account.restart(uuid));
            assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.CREATED);
            assertThat(tenant.sees(uuid).addresses()).isEqualTo(Addresses.OPEN);
            tenant.after(DURATIONS.boot());
            assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.RUNNING);
            assertThat(tenant.sees(uuid).startTime()).isEqualTo(tenant.now());
        }

        @Test
        void cannotBeStarted() {
            assertThat(tenant.isRefused(account -> account.start(uuid))).startsWith("START_REFUSED");
        }

        @Test
        void shutsDownByItselfAfterBeingSaved() {
            tenant.does(account -> account.saveImage(uuid, null, null));
            assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.SHUTTING_DOWN);
            assertThat(tenant.sees(uuid).addresses()).isEqualTo(Addresses.OPEN);
            tenant.after(DURATIONS.shutdown());
            assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.SHUT_DOWN);
            assertThat(tenant.sees(uuid).serverUrl()).isEmpty();
        }

        @Test
        void isGoneOnceDestroyed() {
            tenant.does(account -> account.destroy(uuid));
            assertThat(tenant.reads(ReadOnlyAccount::listInstances)).isEmpty();
            assertThat(tenant.isRefused(account -> account.restart(uuid))).startsWith("RESTART_REFUSED");
            assertThat(tenant.isRefused(account -> account.destroy(uuid)))
                    .isEqualTo("INSTANCE_NOT_DESTROYABLE the instance does not exist or cannot be destroyed");
        }
    }

    @Nested
    class AnInstanceThatIsShutDown {
        private final String uuid = tenant.hasShutDown();

        @Test
        void startsThroughCreated() {
            tenant.does(account -> account.start(uuid));
            assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.CREATED);
            tenant.after(DURATIONS.boot());
            assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.RUNNING);
            assertThat(tenant.sees(uuid).startTime()).isEqualTo(tenant.now());
            assertThat(tenant.sees(uuid).addresses()).isEqualTo(Addresses.OPEN);
        }

        @Test
        void cannotBeRestartedSavedOrTimed() {
            assertThat(tenant.isRefused(account -> account.restart(uuid))).startsWith("RESTART_REFUSED");
            assertThat(tenant.isRefused(account -> account.saveImage(uuid, null, null)))
                    .startsWith("INSTANCE_UNSUITABLE");
            assertThat(tenant.isRefused(account -> account.setShutdownTimer(uuid, 0, true)))
                    .startsWith("TIMER_CANCEL_REFUSED");
        }

        @Test
        void canBeDestroyed() {
            tenant.does(account -> account.destroy(uuid));
            assertThat(tenant.reads(ReadOnlyAccount::listInstances)).isEmpty();
        }
    }

    @Nested
    class AnInstanceThatIsShuttingDown {
        private final String uuid = tenant.runs();

        AnInstanceThatIsShuttingDown() {
            tenant.does(account -> account.setShutdownTimer(uuid, 5, true));
            tenant.after(5 * Tenant.MINUTE);
        }

        @Test
        void cannotBeStartedRestartedSavedOrTimed() {
            assertThat(tenant.status(uuid)).isEqualTo(InstanceStatus.SHUTTING_DOWN);
            assertThat(tenant.isRefused(account -> account.start(uuid))).startsWith("START_REFUSED");
            assertThat(tenant.isRefused(account -> account.restart(uuid))).startsWith("RESTART_REFUSED");
            assertThat(tenant.isRefused(account -> account.saveImage(uuid, null, null)))
                    .startsWith("INSTANCE_UNSUITABLE");
            assertThat(tenant.isRefused(account -> account.setShutdownTimer(uuid, 60, true)))
                    .startsWith("INSTANCE_UNSUITABLE");
        }

        @Test
        void canBeDestroyed() {
            tenant.does(account -> account.destroy(uuid));
            tenant.after(Tenant.DAY);
            assertThat(tenant.reads(ReadOnlyAccount::listInstances)).isEmpty();
        }
    }

    @Nested
    class Titles {
        private final String uuid = tenant.creates();

        @Test
        void changeInAnyState() {
            assertThat(tenant.does(account -> account.rename(uuid, "nightly")).title())
                    .isEqualTo("nightly");
            assertThat(tenant.does(account -> account.rename(uuid, "")).title()).isEmpty();
        }

        @Test
        void stayWhenNoneIsGiven() {
            tenant.does(account -> account.rename(uuid, null));
            assertThat(tenant.sees(uuid).title()).isEqualTo("ComfyUI");
        }

        @Test
        void ofMissingInstancesAreRefusedAsABusinessError() {
            assertThat(tenant.isRefused(account -> account.rename("none", "x")))
                    .isEqualTo("INSTANCE_UNKNOWN the instance does not exist or was deleted");
        }
    }

    @Nested
    class TheListOfInstances {

        @Test
        void showsTheNewestFirst() {
            List<String> created = List.of(tenant.creates(), tenant.creates(), tenant.creates());
            assertThat(tenant.reads(ReadOnlyAccount::listInstances))
                    .extracting(Instance::uuid)
                    .containsExactly(created.get(2), created.get(1), created.get(0));
        }
    }

    @Nested
    class Orders {

        @Test
        void takeTheFirstTagOfThePodUnlessOneIsNamed() {
            assertThat(tenant.sees(tenant.creates()).order().source().imageTag())
                    .isEqualTo("0.3");
            Instance older = tenant.does(account -> account.createFromPod(Tenant.POD, "0.2", Tenant.FREE_GPU, 1));
            assertThat(older.order().source().imageTag()).isEqualTo("0.2");
        }

        @Test
        void nameAMarketImageByItsComponents() {
            Instance created = tenant.does(account -> account.createFromImage(Tenant.MARKET_IMAGE, Tenant.FREE_GPU, 8));
            assertThat(created.order().source().imageName())
                    .isEqualTo("Ubuntu 22.04, CUDA 12.4, Python 3.11, PyTorch 2.5.1");
            assertThat(created.order().source().imageTag()).isNull();
            assertThat(created.order().gpuNums()).isEqualTo(8);
        }

        @Test
        void ofUnknownThingsAreRefused() {
            assertThat(tenant.isRefused(account -> account.createFromPod("none", null, Tenant.FREE_GPU, 1)))
                    .isEqualTo("UNKNOWN_POD the pod does not exist");
            assertThat(tenant.isRefused(account -> account.createFromPod(Tenant.POD, "9", Tenant.FREE_GPU, 1)))
                    .isEqualTo("UNKNOWN_POD_TAG the pod has no such tag");
            assertThat(tenant.isRefused(account -> account.createFromPod(Tenant.POD, null, "none", 1)))
                    .isEqualTo("UNKNOWN_GPU the GPU model does not exist");
            assertThat(tenant.isRefused(account -> account.createFromImage("none", Tenant.FREE_GPU, 1)))
                    .isEqualTo("UNKNOWN_IMAGE the image does not exist or is not ready");
        }

        @Test
        void getIdentifiersThatDependOnTheAccountAndTheirNumberAlone() {
            assertThat(tenant.creates()).isEqualTo(Tenant.withFunds().creates());
            assertThat(tenant.creates()).isNotEqualTo(Tenant.withFunds().creates());
        }
    }
}
