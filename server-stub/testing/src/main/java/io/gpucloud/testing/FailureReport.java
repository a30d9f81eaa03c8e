package io.gpucloud.testing;

import com.eclipsesource.json.Json;
import com.eclipsesource.json.JsonArray;
import com.eclipsesource.json.JsonObject;
import com.eclipsesource.json.JsonValue;
import com.eclipsesource.json.WriterConfig;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.MediaType;

/** The files that explain why a test failed. */
final class FailureReport {

    private static final int REQUESTS = 50;
    private static final int TEXT = 500;
    private static final int ITEMS = 20;

    private FailureReport() {}

    /** Publishes the requests and the state of an account as files of a test, if the test failed. */
    static void publishIfFailed(ExtensionContext context, StubAccount account) {
        if (context.getExecutionException().isPresent()) {
            String requests = requests(account);
            String state = state(account);
            context.publishFile(
                    "gpu-cloud-stub-requests.txt",
                    MediaType.TEXT_PLAIN_UTF_8,
                    file -> Files.writeString(file, requests));
            context.publishFile(
                    "gpu-cloud-stub-account.json", MediaType.APPLICATION_JSON, file -> Files.writeString(file, state));
        }
    }

    /** The last requests of the account, one per line. */
    private static String requests(StubAccount account) {
        List<StubRequest> all = account.journal().requests();
        List<StubRequest> last = all.subList(Math.max(0, all.size() - REQUESTS), all.size());
        String before = last.size() == all.size() ? "" : "(" + (all.size() - last.size()) + " earlier requests)\n";
        return before + last.stream().map(FailureReport::line).collect(Collectors.joining("\n")) + "\n";
    }

    private static String line(StubRequest request) {
        String query = request.query().isEmpty() ? "" : "?" + request.query();
        String code = request.code() == null ? "" : " code " + request.code();
        String body = request.body().isEmpty() ? "" : " " + shortened(request.body());
        return request.method() + " " + request.path() + query + " -> " + request.status() + code + body;
    }

    /** The state of the account, with the last items of long lists. */
    private static String state(StubAccount account) {
        return shortened(Json.parse(account.snapshot())).toString(WriterConfig.PRETTY_PRINT);
    }

    private static JsonValue shortened(JsonValue value) {
        if (value.isObject()) {
            JsonObject result = new JsonObject();
            value.asObject().forEach(member -> result.add(member.getName(), shortened(member.getValue())));
            return result;
        }
        if (value.isArray()) {
            return lastOf(value.asArray());
        }
        return value.isString() ? Json.value(shortened(value.asString())) : value;
    }

    private static JsonArray lastOf(JsonArray array) {
        JsonArray result = new JsonArray();
        int skipped = Math.max(0, array.size() - ITEMS);
        if (skipped > 0) {
            result.add("(" + skipped + " earlier items)");
        }
        for (int i = skipped; i < array.size(); i++) {
            result.add(shortened(array.get(i)));
        }
        return result;
    }

    private static String shortened(String text) {
        return text.length() <= TEXT ? text : text.substring(0, TEXT) + "... (" + text.length() + " characters)";
    }
}
