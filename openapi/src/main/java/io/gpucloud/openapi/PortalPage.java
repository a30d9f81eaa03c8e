package io.gpucloud.openapi;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * A page of the portal.
 *
 * @param file its file
 * @param title its title in the menu
 * @param markdown what it says
 */
record PortalPage(String file, String title, String markdown) {

    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());
    private static final Pattern TABLE = Pattern.compile("<table>");
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final HtmlRenderer RENDERER = HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .escapeHtml(true)
            .sanitizeUrls(true)
            .build();

    /** The page as HTML; what is wider than a phone can be scrolled, also by keyboard. */
    String content() {
        AtomicInteger number = new AtomicInteger();
        String html = RENDERER.render(PARSER.parse(markdown)).replace("<pre>", "<pre tabindex=\"0\">");
        return TABLE.matcher(html)
                .replaceAll(table -> "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table "
                        + number.incrementAndGet() + "\"><table>")
                .replace("</table>", "</table></div>");
    }
}
