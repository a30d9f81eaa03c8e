package io.gpucloud.stub.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.ReadOnlyAccount;
import io.gpucloud.stub.auth.Sha256;
import io.gpucloud.stub.clock.StubClock;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.springframework.http.HttpHeaders;
import org.springframework.web.context.request.ServletWebRequest;

/**
 * Revisions as texts and as entity tags. The tags are weak: the time of a running clock differs in responses of the
 * same revision.
 */
final class Revisions {

    private static final int DIGITS = 16;

    private final Accounts accounts;
    private final StubClock clock;
    private final HttpServletRequest request;
    private final HttpServletResponse response;

    Revisions(Accounts accounts, StubClock clock, HttpServletRequest request, HttpServletResponse response) {
        this.accounts = accounts;
        this.clock = clock;
        this.request = request;
        this.response = response;
    }

    /** The caller already has this revision. Without a stack trace, because it is not an error. */
    static final class NotModifiedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private NotModifiedException() {
            super("not modified", null, false, false);
        }
    }

    /** A part of an account, with the revision of the account that it was read from. */
    private record Revisioned<T>(String revision, T part) {}

    /**
     * Reads a part of an account, and sends its revision.
     *
     * @param toJson maps the revision as a text and the part
     * @throws NotModifiedException if the caller has the current revision
     */
    <T, R> R read(AccountKey key, Function<ReadOnlyAccount, T> part, BiFunction<String, T, R> toJson) {
        requireNewer(key);
        return readPresent(key, part, toJson);
    }

    /** Reads a part of an account, and sends its revision, also if the caller has it. */
    <T, R> R readPresent(AccountKey key, Function<ReadOnlyAccount, T> part, BiFunction<String, T, R> toJson) {
        Revisioned<T> read = accounts.read(key, open -> new Revisioned<>(open.revision(), part.apply(open)));
        String revision = ofAccount(key, read.revision());
        // May be newer than the one that was compared.
        response.setHeader(HttpHeaders.ETAG, tag(revision));
        return toJson.apply(revision, read.part());
    }

    /**
     * Ends the call if the caller has the current revision of an account. Reads the revision only, because the rest of
     * a large account takes long to read.
     *
     * @throws NotModifiedException if the header {@code If-None-Match} names it
     */
    void requireNewer(AccountKey key) {
        requireNewer(ofAccount(key, accounts.read(key, ReadOnlyAccount::revision)));
    }

    /** The revision of an account in {@code /__admin}. It also depends on the setting of the clock. */
    private String ofAccount(AccountKey account, String revision) {
        boolean hasOwn = clock.own(account) != null;
        return of(List.of(revision, clock.setting(account), hasOwn));
    }

    /** The revision of values that have the same text as long as they are equal. */
    static String of(Object values) {
        return Sha256.hex(values.toString().getBytes(UTF_8)).substring(0, DIGITS);
    }

    /**
     * Ends the call if the caller has this revision.
     *
     * @throws NotModifiedException if the header {@code If-None-Match} names it
     */
    void requireNewer(String revision) {
        if (new ServletWebRequest(request, response).checkNotModified(tag(revision))) {
            throw new NotModifiedException();
        }
    }

    /**
     * Ends the call if the caller already has this body, otherwise sends its revision. For bodies that are cheap to
     * create.
     */
    <T> T sendIfNewer(T body) {
        String revision = of(body);
        requireNewer(revision);
        return body;
    }

    private static String tag(String revision) {
        return "W/\"" + revision + "\"";
    }
}
