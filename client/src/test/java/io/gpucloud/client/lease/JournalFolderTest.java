package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.testing.CapturedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a journal is, and whose instances it names. */
class JournalFolderTest extends AccountTestBase {

    private static final LeaseOptions OF_USER = LeaseOptions.defaults();

    @TempDir
    private Path home;

    private Path folder(String key) {
        return JournalFolder.ofUser(client(key), home.toString(), null);
    }

    private GpuCloudClient client(String key) {
        return GpuCloudClient.builder().baseUrl(server.url()).apiKey(key).build();
    }

    private static void assertNamesBothWaysOut(ThrowingCallable start) {
        assertThatThrownBy(start)
                .isInstanceOf(LeaseJournalException.class)
                .hasMessageContaining("journal(path)")
                .hasMessageContaining("withoutJournal()");
    }

    @Test
    void isAChoiceThatEveryBuilderNeeds() {
        assertThatThrownBy(() -> LeaseOptions.builder().build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("journalOfUser()")
                .hasMessageContaining("journal(path)")
                .hasMessageContaining("withoutJournal()");
    }

    @Test
    void isOfTheUserByDefault() {
        assertThat(LeaseOptions.defaults().journalOfUser()).isTrue();
        assertThat(LeaseOptions.builder()
                        .journalOfUser()
                        .withoutJournal()
                        .build()
                        .journalOfUser())
                .isFalse();
        assertThat(LeaseOptions.builder().journal(home).journalOfUser().build().journal())
                .isNull();
    }

    @Test
    void ofAUserIsOneForEachServiceAndKey() {
        String service = server.url().replaceFirst("http://([^/]+)/.*", "$1").replace(':', '_');

        assertThat(folder("first-key"))
                .isEqualTo(folder("first-key"))
                .isNotEqualTo(folder("second-key"))
                .hasParentRaw(home.resolve("gpu-cloud").resolve(service));
        assertThat(folder("first-key").toString()).doesNotContain("first");
        try (GpuCloudClient open =
                GpuCloudClient.builder().baseUrl(server.url()).build()) {
            assertThat(JournalFolder.ofUser(open, home.toString(), null)).hasFileName("no-key");
        }
    }

    @Test
    void ofAUserIsInTheHomeUnlessTheEnvironmentNamesAnotherAbsolutePath() {
        Path inHome = home.resolve(Path.of(".local", "state", "gpu-cloud"));

        assertThat(JournalFolder.ofUser(client, null, home.toString())).startsWithRaw(inHome);
        assertThat(JournalFolder.ofUser(client, "relative", home.toString())).startsWithRaw(inHome);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "?", "relative"})
    void aUserWithoutAHomeCannotStart(String missing) {
        assertNamesBothWaysOut(() -> JournalFolder.ofUser(client, null, missing));
    }

    @Test
    void aFolderThatCannotBeUsedEndsTheStart() throws IOException {
        Path file = Files.writeString(home.resolve("file"), "");

        for (Path unusable : new Path[] {file, file.resolve("below"), Path.of("/proc/gpu-cloud")}) {
            LeaseOptions options = LeaseOptions.builder().journal(unusable).build();
            assertNamesBothWaysOut(() -> Leases.of(client, options));
        }
    }

    @Test
    void keepsTheOwnerForTheNextStart() {
        String first = JournalFolder.locate(OF_USER, folder("key")).owner();

        assertThat(JournalFolder.locate(OF_USER, folder("key")).owner())
                .isEqualTo(first)
                .matches("[0-9a-f]{8}-[0-9a-f]{4}");
        assertThat(JournalFolder.locate(OF_USER, folder("other")).owner()).isNotEqualTo(first);
    }

    @Test
    void keepsNoOwnerIfTheOptionsHaveOne() {
        LeaseOptions named = OF_USER.toBuilder().owner("nightly").build();

        assertThat(JournalFolder.locate(named, folder("key")).owner()).isEqualTo("nightly");
        assertThat(folder("key").resolve("owner")).doesNotExist();
    }

    @Test
    void aDamagedOwnerEndsTheStart() throws IOException {
        Files.createDirectories(folder("key"));
        Files.writeString(folder("key").resolve("owner"), "");

        assertThatThrownBy(() -> JournalFolder.locate(OF_USER, folder("key")))
                .isInstanceOf(LeaseJournalException.class)
                .hasMessageContaining("owner is damaged");
    }

    @Test
    void titlesOfTwoStartsHaveTheSameOwner() {
        LeaseOptions options = LeaseOptions.builder().journal(home).build();
        for (int i = 0; i < 2; i++) {
            try (Leases leases = Leases.of(client, options)) {
                leases.rent(PLAN);
            }
        }

        String owner = JournalFolder.locate(options, home).owner();
        assertThat(server.received())
                .filteredOn(request -> request.operation().endsWith("update_title"))
                .hasSize(2)
                .allSatisfy(request -> assertThat(request.body()).contains("\"" + owner + "."));
    }

    @Test
    void theLogNamesOpenRecordsOfAnotherKey() {
        JournalFolder.locate(OF_USER, folder("old-key"));
        EndedProcess.leaves(
                folder("old-key"), EndedProcess.leased("left", new LeaseTerms(null, null), time.now(), null));

        try (CapturedLog log = new CapturedLog(JournalFolder.class.getName())) {
            JournalFolder.locate(OF_USER, folder("new-key"));
            JournalFolder.locate(OF_USER, folder("old-key"));

            assertThat(log.messages(Level.WARN, home.toString()))
                    .singleElement()
                    .asString()
                    .contains(folder("old-key").toString(), "1 open");
        }
    }
}
