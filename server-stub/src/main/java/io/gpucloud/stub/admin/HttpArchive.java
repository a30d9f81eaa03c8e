package io.gpucloud.stub.admin;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.gpucloud.stub.admin.model.FaultEffect;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.PropertyNamingStrategies.LowerCamelCaseStrategy;
import tools.jackson.databind.annotation.JsonNaming;

/** A subset of HAR 1.2. */
public record HttpArchive(Log log) {

    static final String VERSION = "1.2";

    record Log(String version, Creator creator, List<Entry> entries) {}

    record Creator(String name, String version) {}

    /** An entry. HAR reserves members that begin with an underscore for the program that writes the archive. */
    @JsonNaming(LowerCamelCaseStrategy.class)
    record Entry(
            String startedDateTime,
            long time,
            Request request,
            Response response,
            Cache cache,
            Timings timings,
            String comment,
            @JsonProperty("_carried_out") boolean carriedOut,
            @JsonProperty("_faults") List<String> faults,
            @JsonProperty("_effect") @Nullable FaultEffect effect) {}

    @JsonNaming(LowerCamelCaseStrategy.class)
    record Request(
            String method,
            String url,
            String httpVersion,
            List<NameValue> cookies,
            List<NameValue> headers,
            List<NameValue> queryString,

            @Nullable PostData postData,

            int headersSize,
            long bodySize) {}

    @JsonNaming(LowerCamelCaseStrategy.class)
    record Response(
            int status,
            String statusText,
            String httpVersion,
            List<NameValue> cookies,
            List<NameValue> headers,
            Content content,
            String redirectURL,
            int headersSize,
            long bodySize) {}

    record NameValue(String name, String value) {}

    @JsonNaming(LowerCamelCaseStrategy.class)
    record PostData(String mimeType, String text) {}

    @JsonNaming(LowerCamelCaseStrategy.class)
    record Content(long size, String mimeType, @Nullable String text) {}

    record Cache() {}

    record Timings(long send, @JsonProperty("wait") long waiting, long receive) {}
}
