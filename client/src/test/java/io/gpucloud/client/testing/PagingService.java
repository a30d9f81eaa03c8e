package io.gpucloud.client.testing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A service that lists instances in pages, and destroys them. Its records can have any form. */
public final class PagingService {

    private static final Pattern PAGE = Pattern.compile("page=(\\d+)&page_size=(\\d+)");

    private final Map<String, String> records = new LinkedHashMap<>();
    private final List<String> requested = new ArrayList<>();
    private final int size;
    private final Supplier<String> hints;
    private boolean ignoresPages;
    private boolean rejectsPages;
    private boolean destroys = true;

    private PagingService(int size, String hints) {
        this.size = size;
        this.hints = () -> hints.replace("TOTAL", String.valueOf(records.size()));
    }

    /** Sets the page size, and the other members of the data. TOTAL stands for the number of instances. */
    public static PagingService of(int size, String hints) {
        return new PagingService(size, hints);
    }

    /** All records in one list, without a sign of more pages. */
    public static PagingService withoutPages() {
        return of(1000, "");
    }

    /** Adds running instances. */
    public PagingService with(String... instances) {
        for (String instance : instances) {
            withRecord(instance, "{\"instance_uuid\":\"" + instance + "\",\"status\":2,\"gpu_uuid\":\"gpu\"}");
        }
        return this;
    }

    /** Adds any record. */
    public synchronized PagingService withRecord(String key, String record) {
        records.put(key, record);
        return this;
    }

    /** Returns the first page whatever page is requested. */
    public PagingService ignoringPages() {
        ignoresPages = true;
        return this;
    }

    /** Rejects requests with a page. */
    public PagingService rejectingPages() {
        rejectsPages = true;
        return this;
    }

    /** Rejects destroy requests. */
    public PagingService keepingInstances() {
        destroys = false;
        return this;
    }

    /** The queries of all requests for the list. */
    public synchronized List<String> requested() {
        return List.copyOf(requested);
    }

    /** The keys of all records. */
    public synchronized List<String> instances() {
        return List.copyOf(records.keySet());
    }

    /** Responds to a request. */
    public synchronized Reply reply(ReceivedRequest request) {
        return switch (request.operation()) {
            case "GET /instance/list" -> list(request.target().replaceFirst("^[^?]*\\??", ""));
            case "POST /instance/destroy" -> destroy(request.body());
            default -> Reply.done();
        };
    }

    private Reply list(String query) {
        requested.add(query);
        Matcher page = PAGE.matcher(query);
        boolean paged = page.matches();
        if (paged && rejectsPages) {
            return Reply.code(1, "unknown parameter");
        }
        boolean first = !paged || ignoresPages;
        int length = first ? size : Integer.parseInt(page.group(2));
        int number = first ? 1 : Integer.parseInt(page.group(1));
        String all = records.values().stream()
                .skip((long) (number - 1) * length)
                .limit(length)
                .collect(Collectors.joining(","));
        return Reply.data("{\"instance_list\":[" + all + "]" + hints.get() + "}");
    }

    private Reply destroy(String body) {
        boolean gone = destroys && records.keySet().removeIf(key -> body.contains("\"" + key + "\""));
        return gone ? Reply.done() : Reply.code(-1, "the instance does not exist or cannot be destroyed");
    }
}
