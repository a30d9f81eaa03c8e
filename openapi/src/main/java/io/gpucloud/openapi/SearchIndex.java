package io.gpucloud.openapi;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/** The search index of the portal: the sections of all pages and the operations of both APIs. */
final class SearchIndex {

    private static final Pattern SECTION =
            Pattern.compile("<h([1-3]) id=\"([^\"]+)\">(.*?)</h\\1>(.*?)(?=<h[1-3] id=|\\z)", Pattern.DOTALL);

    private final List<Entry> entries = new ArrayList<>();

    /**
     * A search result.
     *
     * @param title the heading or the summary
     */
    record Entry(String page, String title, String text, String link) {}

    void add(PortalPage page, String html) {
        Matcher section = SECTION.matcher(html);
        while (section.find()) {
            entries.add(new Entry(
                    page.title(),
                    plain(section.group(3)),
                    plain(section.group(4)),
                    page.file() + "#" + section.group(2)));
        }
    }

    void add(String page, String file, OpenApiDocument document) {
        for (OpenApiOperation operation : document.operations()) {
            String tag = operation.node().at("tags", "0").value().asString();
            entries.add(new Entry(
                    page,
                    operation.node().text("summary"),
                    operation.id() + " " + operation.method() + " " + operation.path(),
                    "%s#tag/%s/%s/%s"
                            .formatted(
                                    file,
                                    tag.toLowerCase(Locale.ROOT).replace(' ', '-'),
                                    operation.method(),
                                    operation.path().substring(1))));
        }
    }

    /** The index as a script that defines {@code SEARCH_INDEX}. */
    String script() {
        return "const SEARCH_INDEX = " + JsonMapper.shared().writeValueAsString(entries) + ";\n";
    }

    private static String plain(String html) {
        return html.replaceAll("<[^>]*>", " ")
                .replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&quot;", "\"")
                .replace("&amp;", "&")
                .replaceAll("\\s+", " ")
                .strip();
    }
}
