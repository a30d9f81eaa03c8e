package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpucloud.client.model.Instance;
import io.gpucloud.client.testing.PagingService;
import io.gpucloud.client.testing.ReceivedRequest;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestTime;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Leases when the list of instances does not show whether an instance exists. */
class UnknownStateTest extends AccountTestBase {

    private void use(Function<ReceivedRequest, Reply> service, LeaseOptions options, Consumer<Leases> test) {
        server.respond(service);
        try (Leases leases = Leases.of(anotherClient(), options)) {
            test.accept(leases);
        }
    }

    private void destroy(PagingService service, String instance) {
        use(
                service::reply,
                LeaseOptions.builder().withoutJournal().build(),
                leases -> leases.destroyAndConfirm(instance));
    }

    /**
     * A service that ignores pages, one with a record without an identifier, and one that lists the instance on page 2.
     */
    static Stream<PagingService> unclearServices() {
        return Stream.of(
                PagingService.of(2, ",\"total\":3").with("a", "b", "c").ignoringPages(),
                PagingService.withoutPages().with("c").withRecord("unnamed", "{\"status\":2}"),
                PagingService.of(2, ",\"total\":TOTAL").with("a", "b", "c").keepingInstances());
    }

    @ParameterizedTest
    @MethodSource("unclearServices")
    void aDestructionIsNoSuccessIfTheListMayHideTheInstance(PagingService service) {
        assertThatThrownBy(() -> destroy(service, "c")).isInstanceOf(InstanceNotDestroyedException.class);
    }

    @Test
    void aDestructionSucceedsOverSeveralPages() {
        PagingService service = PagingService.of(2, ",\"total\":TOTAL").with("a", "b", "c", "d", "e");

        destroy(service, "e");

        assertThat(service.instances()).containsExactly("a", "b", "c", "d");
    }

    @Test
    void anUnreadableRecordOfAnotherInstanceDoesNotAffectADestruction() {
        PagingService service = PagingService.withoutPages()
                .with("a")
                .withRecord("broken", "{\"instance_uuid\":\"broken\",\"status\":null}");

        destroy(service, "a");

        assertThat(service.instances()).containsExactly("broken");
    }

    /** Creates an instance, and returns a response without its identifier. */
    private static Function<ReceivedRequest, Reply> creating(PagingService service, String data) {
        return request -> {
            if (!request.operation().startsWith("POST /instance/create")) {
                return service.reply(request);
            }
            service.with("created");
            return Reply.data(data);
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"status\":1}",
                "{\"instance_uuid\":null,\"status\":1}",
                "{\"instance_uuid\":\" \",\"status\":1}"
            })
    void aCreateResponseWithoutAnIdentifierIsReconciledLikeALostOne(String data) {
        PagingService service = PagingService.withoutPages();

        use(creating(service, data), SOLE, leases -> {
            assertThat(leases.rent(PLAN).instanceUuid()).isEqualTo("created");
        });

        assertThat(service.instances()).isEmpty();
    }

    @Test
    void anInstanceIsRentedButNotProvenDestroyedWhereAnEmptyListHasNoData() {
        PagingService service = PagingService.withoutPages();
        Function<ReceivedRequest, Reply> withoutData =
                request -> request.operation().equals("GET /instance/list")
                                && service.instances().isEmpty()
                        ? Reply.json(200, "{\"code\":0,\"msg\":\"success\",\"data\":null}")
                        : creating(service, "{\"instance_uuid\":\"created\",\"status\":1}")
                                .apply(request);

        Consumer<Leases> renting =
                leases -> assertThat(leases.rent(PLAN).instanceUuid()).isEqualTo("created");
        assertThatThrownBy(() -> use(withoutData, SOLE, renting)).isInstanceOf(InstanceNotDestroyedException.class);

        assertThat(service.instances()).isEmpty();
    }

    @Test
    void nothingIsAdoptedWhileTheListMayHideInstances() {
        PagingService service = PagingService.withoutPages().withRecord("unnamed", "{\"status\":2}");

        use(creating(service, "{\"status\":1}"), SOLE, leases -> {
            assertThatThrownBy(() -> leases.rent(PLAN)).isInstanceOf(CreationOutcomeUnknownException.class);
            assertThat(time.passed())
                    .isGreaterThan(SOLE.window().multipliedBy(2).minusSeconds(1));
        });

        assertThat(service.instances()).containsExactly("unnamed", "created");
    }

    /** If the list hides instances, a single match is not certain: a hidden instance may match as well. */
    @Test
    void aRecoveryOfASoleUserTakesNoSingleCandidateWhileTheListMayHideAnother(@TempDir Path journal) {
        LeaseTerms terms = new LeaseTerms(null, null);
        EndedProcess.leaves(journal, EndedProcess.creating("89abcdef", terms, time.now(), "unnamed"));
        String matching = "{\"instance_uuid\":\"matching\",\"status\":2,\"image_uuid\":\"pod\",\"gpu_uuid\":\"gpu\","
                + "\"gpu_nums\":1,\"create_time\":" + TestTime.START.getEpochSecond() + "}";
        PagingService service =
                PagingService.withoutPages().withRecord("matching", matching).withRecord("unnamed", "{\"status\":2}");
        LeaseOptions options = LeaseOptions.builder()
                .accountUse(AccountUse.SOLE_USER)
                .journal(journal)
                .recoverOnStart(false)
                .build();

        use(service::reply, options, leases -> {
            RecoveryReport report = leases.recover(found -> RecoveryDecision.DESTROY);

            assertThat(report.destroyed()).isEmpty();
            assertThat(report.candidates()).extracting(Instance::instanceUuid).containsExactly("matching");
        });
        assertThat(service.instances()).containsExactly("matching", "unnamed");

        service.withRecord("unnamed", "{\"instance_uuid\":\"unnamed\",\"status\":2}");
        use(
                service::reply,
                options,
                leases -> assertThat(leases.recover(found -> RecoveryDecision.DESTROY)
                                .destroyed())
                        .containsExactly("matching"));
    }
}
