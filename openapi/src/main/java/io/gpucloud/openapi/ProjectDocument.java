package io.gpucloud.openapi;

import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of the documentation of the project that the portal contains.
 *
 * @param file its file, below {@code docs}
 * @param text its Markdown
 */
record ProjectDocument(String file, String text) {

    /** The pages of the portal by their files. */
    static final Map<String, String> PAGES = Map.of(
            "how-to/check-a-live-service.md", "check.html",
            "how-to/pacts.md", "pacts.html",
            "reference/assumptions.md", "assumptions.html",
            "reference/kit.md", "kit.html",
            "reference/provider-states.md", "states.html");

    private static final Pattern LINK = Pattern.compile("\\[([^\\]]+)]\\((?!https?:|#)([^)#]+)(#[^)]*)?\\)");
    private static final Pattern CONTRACT = Pattern.compile("\\.\\./openapi/([^/]+\\.yaml)");
    private static final Pattern COMMENT = Pattern.compile("<!--.*?-->\\n*", Pattern.DOTALL);

    /** The Markdown for the portal: without comments, and with links to files that the portal has. Other links become text. */
    String forPortal() {
        return LINK.matcher(COMMENT.matcher(text).replaceAll(""))
                .replaceAll(link -> Matcher.quoteReplacement(linked(link)));
    }

    private String linked(MatchResult link) {
        String target = Path.of(file).resolveSibling(link.group(2)).normalize().toString();
        String fragment = link.group(3) == null ? "" : link.group(3);
        Matcher contract = CONTRACT.matcher(target.replace('\\', '/'));
        String page = contract.matches() ? contract.group(1) : PAGES.get(target.replace('\\', '/'));
        return page == null ? link.group(1) : "[%s](%s%s)".formatted(link.group(1), page, fragment);
    }
}
