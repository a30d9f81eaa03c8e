package io.gpucloud.testing;

import java.nio.file.Files;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.MediaType;

/** The files that explain why a test failed. */
final class FailureReport {

    private FailureReport() {}

    /** Publishes the requests and the state of an account as files of a test, if the test failed. */
    static void publishIfFailed(ExtensionContext context, StubAccount account) {
        if (context.getExecutionException().isPresent()) {
            String requests = requests(account);
            String state = account.snapshot();
            context.publishFile(
                    "gpu-cloud-stub-requests.txt",
                    MediaType.TEXT_PLAIN_UTF_8,
                    file -> Files.writeString(file, requests));
            context.publishFile(
                    "gpu-cloud-stub-account.json", MediaType.APPLICATION_JSON, file -> Files.writeString(file, state));
        }
    }

    /** The requests of the account, one per line. */
    private static String requests(StubAccount account) {
        StubJournal.Found found = account.journal().find(StubJournal.MOST, "");
        String missing = found.lost() == 0 ? "" : "(" + found.lost() + " earlier requests)\n";
        return found.requests().stream()
                .map(request -> line(request) + "\n")
                .collect(Collectors.joining("", missing, ""));
    }

    private static String line(StubRequest request) {
        String query = request.query().isEmpty() ? "" : "?" + request.query();
        String code = request.code() == null ? "" : " code " + request.code();
        return (request.method() + " " + request.path() + query + " -> " + request.status() + code + " "
                        + request.body())
                .strip();
    }
}
