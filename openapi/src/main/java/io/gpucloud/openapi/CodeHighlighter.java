package io.gpucloud.openapi;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts source code to HTML in which comments, strings, numbers and keywords have CSS classes. */
final class CodeHighlighter {

    private static final List<String> CLASSES = List.of("comment", "string", "number", "keyword");
    private static final String STRINGS =
            "\"(?:\\\\.|[^\"\\\\\\n])*+\"|'(?:\\\\.|[^'\\\\\\n])*+'|`(?:\\\\.|[^`\\\\])*+`";
    private static final String HASH = "(?m:(?<=^|\\s)#.*$)";
    private static final String SLASHES = "//[^\\n]*|/\\*(?s:.*?)\\*/";

    private static final Map<String, Pattern> LANGUAGES = new HashMap<>();

    static {
        language(HASH, "if|then|else|fi|case|esac|do|done|until|while|for|in|export|set|trap|exit|curl|mvn", "sh");
        language(
                HASH + "|\"\"\"(?s:.*?)\"\"\"",
                "def|return|import|from|if|else|for|in|while|with|as|raise|try|finally|next|is|not|and|or|None|True|False",
                "python");
        language(
                SLASHES,
                "interface|const|let|async|await|function|return|if|while|for|throw|new|try|finally|export|undefined"
                        + "|true|false|as",
                "ts");
        language(
                SLASHES,
                "try|finally|new|return|if|else|for|class|final|public|private|static|void|throw|throws|import|record",
                "java");
        language("(?!)", "true|false|null", "json");
        language("(?!)", "GET|POST|HTTP", "http");
    }

    private CodeHighlighter() {}

    private static void language(String comment, String keywords, String name) {
        LANGUAGES.put(
                name,
                Pattern.compile("(?<comment>%s)|(?<string>%s)|(?<number>\\b\\d[\\d_.]*\\b)|(?<keyword>\\b(?:%s)\\b)"
                        .formatted(comment, STRINGS, keywords)));
    }

    /**
     * Highlights code.
     *
     * @param language its language, such as {@code python}; code in an unknown language is only escaped
     */
    static String html(String code, String language) {
        Pattern tokens = LANGUAGES.get(language);
        if (tokens == null) {
            return escaped(code);
        }
        StringBuilder html = new StringBuilder();
        Matcher token = tokens.matcher(code);
        int end = 0;
        while (token.find()) {
            String kind = CLASSES.stream()
                    .filter(name -> token.group(name) != null)
                    .findFirst()
                    .orElseThrow();
            html.append(escaped(code.substring(end, token.start())))
                    .append("<span class=\"%s\">%s</span>".formatted(kind, escaped(token.group())));
            end = token.end();
        }
        return html.append(escaped(code.substring(end))).toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
