package io.gpucloud.contract.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A Markdown page of the project. */
record MarkdownPage(Path file) {

    private static final Path ROOT = Path.of("..");
    private static final Pattern BLOCK = Pattern.compile(
            "(?:^(\\*Not run [^\\n]*|<!-- Not run [^\\n]* -->)\\n\\n)?^```(\\w*)\\n(.*?)^```$",
            Pattern.MULTILINE | Pattern.DOTALL);
    private static final Pattern HEADING = Pattern.compile("^#+ (.+)$", Pattern.MULTILINE);
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\">");
    private static final Pattern CLASS = Pattern.compile("(?<![.\\w\"])[A-Z]\\w+");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");

    /**
     * A block of code.
     *
     * @param language the word after the fence, or an empty string
     * @param run whether it is not marked as "Not run"
     */
    record Block(MarkdownPage page, String language, String text, boolean run) {

        /** The code without line breaks and indentation. */
        String withoutSpace() {
            return MarkdownPage.withoutSpace(text);
        }

        @Override
        public String toString() {
            return page + ": " + text.lines().findFirst().orElse("");
        }
    }

    /** All pages for readers: those in the root folder and in {@code docs}. */
    static Stream<MarkdownPage> all() {
        try (Stream<Path> root = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            List<Path> files = new ArrayList<>(root.toList());
            files.addAll(docs.toList());
            return files.stream()
                    .filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .map(MarkdownPage::new)
                    .toList()
                    .stream();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    static MarkdownPage of(String path) {
        return new MarkdownPage(ROOT.resolve(path));
    }

    static String withoutSpace(String code) {
        return code.replaceAll("\\s+", "");
    }

    String text() {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    List<Block> blocks() {
        return BLOCK.matcher(text())
                .results()
                .map(match -> new Block(this, match.group(2), match.group(3), match.group(1) == null))
                .toList();
    }

    List<Block> blocks(String language) {
        return blocks().stream()
                .filter(block -> block.run() && block.language().equals(language))
                .toList();
    }

    /** The names of classes in its Java, without those that it declares. */
    Set<String> javaClasses() {
        String java = blocks().stream()
                .filter(block -> block.language().equals("java"))
                .map(Block::text)
                .collect(Collectors.joining());
        return CLASS.matcher(java)
                .results()
                .map(MatchResult::group)
                .filter(name -> !java.matches("(?s).*\\b(class|record|interface) " + name + "\\b.*"))
                .collect(Collectors.toSet());
    }

    /** Links outside of code. */
    List<String> links() {
        return LINK.matcher(prose()).results().map(match -> match.group(1)).toList();
    }

    /** The fragments that a link can name: anchors, and headings as GitHub names them. */
    List<String> fragments() {
        return Stream.concat(
                        HEADING.matcher(prose()).results().map(MarkdownPage::fragment),
                        ANCHOR.matcher(prose()).results().map(match -> match.group(1)))
                .toList();
    }

    private static String fragment(MatchResult heading) {
        return heading.group(1)
                .toLowerCase(java.util.Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private String prose() {
        return text().replaceAll("(?ms)^```.*?^```$", "");
    }

    @Override
    public String toString() {
        return ROOT.relativize(file).toString();
    }
}
