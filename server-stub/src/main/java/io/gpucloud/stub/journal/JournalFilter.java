package io.gpucloud.stub.journal;

import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Selects requests of the journal. A null component matches all requests.
 *
 * @param text text in any part of the request or its response, in upper or lower case
 * @param status HTTP status, 0 for connections that were reset
 * @param failed whether the response is an error, or anything else than status 200 with code 0
 * @param since earliest time in epoch seconds, inclusive
 * @param until latest time in epoch seconds, exclusive
 */
public record JournalFilter(
        @Nullable String id,
        @Nullable String operation,
        @Nullable String apiKey,
        @Nullable String text,
        @Nullable Integer status,
        @Nullable Integer code,
        @Nullable Boolean failed,
        @Nullable Long since,
        @Nullable Long until)
        implements Predicate<JournalEntry> {

    /** All requests. */
    public static final JournalFilter ALL = ofKey(null);

    /** All requests that were sent with a key; null for any key. */
    public static JournalFilter ofKey(@Nullable String apiKey) {
        return new JournalFilter(null, null, apiKey, null, null, null, null, null, null);
    }

    /** Whether it selects all requests, or all of one key. */
    public boolean isWholeJournal() {
        return equals(ofKey(apiKey));
    }

    @Override
    public boolean test(JournalEntry entry) {
        JournaledRequest request = entry.request();
        return (id == null || id.equals(entry.id()))
                && (operation == null || operation.equals(request.operation()))
                && (apiKey == null || apiKey.equals(request.apiKey()))
                && (text == null || contains(request, text))
                && (status == null || status == request.status())
                && (code == null || code.equals(request.code()))
                && (failed == null || failed == request.hasFailed())
                && (since == null || request.time() >= since)
                && (until == null || request.time() < until);
    }

    private static boolean contains(JournaledRequest request, String text) {
        Pattern wanted = Pattern.compile(text, Pattern.LITERAL | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
        return request.texts().anyMatch(part -> wanted.matcher(part).find());
    }
}
