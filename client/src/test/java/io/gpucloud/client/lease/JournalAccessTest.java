package io.gpucloud.client.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A journal that another user could have written is rejected: a recovery destroys what it names. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class JournalAccessTest extends AccountTestBase {

    @TempDir
    private Path journal;

    private LeaseOptions.Builder options() {
        return LeaseOptions.builder().owner("service").journal(journal).recoverOnStart(false);
    }

    private static void mode(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private Path left(String instance) throws IOException {
        LeaseTerms terms = new LeaseTerms(null, null);
        EndedProcess.leaves(journal, EndedProcess.leased(instance, terms, time.now(), null));
        try (Stream<Path> files = Files.list(journal)) {
            return files.filter(file -> file.toString().endsWith(".jsonl"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private RecoveryReport recover(LeaseOptions.Builder options) {
        try (Leases next = Leases.of(client, options.build())) {
            return next.recover(found -> RecoveryDecision.DESTROY);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "rwxrwx---, its group can write it (rwxrwx---); run chmod g-w",
        "rwxr-x-w-, every user can write it (rwxr-x-w-)"
    })
    void aDirectoryThatOthersCanWriteIsRejected(String permissions, String reason) throws IOException {
        mode(journal, permissions);

        assertThatThrownBy(() -> Leases.of(client, options().build()))
                .isInstanceOf(LeaseJournalException.class)
                .hasMessageContaining("the lease journal is not trusted")
                .hasMessageContaining(reason);
    }

    /** Only root can give a directory away. */
    @Test
    void aDirectoryOfAnotherUserIsRejected() throws IOException {
        assumeTrue(Files.getOwner(journal).getName().equals("root"));
        Files.setOwner(
                journal,
                FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));

        assertThatThrownBy(() -> Leases.of(client, options().build()))
                .isInstanceOf(LeaseJournalException.class)
                .hasMessageContaining("it belongs to the user nobody, and this program runs as root");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-rw----", "rw-r---w-"})
    void aFileThatOthersCanWriteIsNotRecovered(String permissions) throws IOException {
        String instance = account.foreign("");
        mode(left(instance), permissions);

        assertThat(recover(options()).destroyed()).isEmpty();
        assertThat(account.instances()).containsExactly(instance);
    }

    @Test
    void theGroupIsTrustedIfYouSaySo() throws IOException {
        mode(journal, "rwxrwx---");
        String instance = account.foreign("");
        assertThat(mode(left(instance))).isEqualTo("rw-rw----");

        assertThat(recover(options().allowGroupJournal(true)).destroyed()).containsExactly(instance);
        mode(journal, "rwxrwxrwx");
        assertThatThrownBy(() -> recover(options().allowGroupJournal(true)))
                .hasMessageContaining("every user can write it");
    }

    @Test
    void aDirectoryThatDoesNotExistIsCreatedForThisUser() throws IOException {
        Path mine = journal.resolve("new");
        Leases.of(client, options().journal(mine).build()).close();

        assertThat(mode(mine)).isEqualTo("rwx------");
    }
}
