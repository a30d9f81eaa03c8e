package io.gpucloud.openapi;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlNodeRendererContext;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * A page of the portal.
 *
 * @param file its file
 * @param title its title in the menu
 * @param markdown its text
 */
record PortalPage(String file, String title, String markdown) {

    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());
    private static final Pattern TABLE = Pattern.compile("<table>");
    /** The only HTML that pages contain. */
    private static final Pattern ANCHOR = Pattern.compile("&lt;a id=&quot;([a-z0-9-]+)&quot;&gt;&lt;/a&gt;");

    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final HtmlRenderer RENDERER = HtmlRenderer.builder()
            .nodeRendererFactory(CodeBlocks::new)
            .extensions(EXTENSIONS)
            .escapeHtml(true)
            .sanitizeUrls(true)
            .build();

    /** Renders fenced code with highlighting. */
    private record CodeBlocks(HtmlNodeRendererContext context) implements NodeRenderer {

        @Override
        public Set<Class<? extends Node>> getNodeTypes() {
            return Set.of(FencedCodeBlock.class);
        }

        @Override
        public void render(Node node) {
            FencedCodeBlock block = (FencedCodeBlock) node;
            String language = block.getInfo() == null ? "" : block.getInfo();
            String code = CodeHighlighter.html(block.getLiteral().stripTrailing(), language);
            context.getWriter().raw("<pre data-language=\"%s\"><code>%s</code></pre>\n".formatted(language, code));
        }
    }

    /** The page as HTML, with anchors for links to rows of tables. Wide code and tables scroll by themselves, also by keyboard. */
    String content() {
        AtomicInteger number = new AtomicInteger();
        String html = RENDERER.render(PARSER.parse(markdown)).replace("<pre", "<pre tabindex=\"0\"");
        return TABLE.matcher(ANCHOR.matcher(html).replaceAll("<span id=\"$1\"></span>"))
                .replaceAll(table -> "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table "
                        + number.incrementAndGet() + "\"><table>")
                .replace("</table>", "</table></div>");
    }
}
