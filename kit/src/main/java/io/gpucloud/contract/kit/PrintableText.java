package io.gpucloud.contract.kit;

/** Text of a service in a form that is safe in a terminal, in Markdown and in XML. */
final class PrintableText {

    private PrintableText() {}

    /**
     * Writes characters that a terminal would interpret, or that change how the text around them looks, as an escape
     * sequence of JSON. These are control characters except the line feed, characters without a shape of their own such as those that change the
     * direction of writing, and code units and code points that are no characters.
     */
    static String of(String text) {
        StringBuilder printable = new StringBuilder(text.length());
        text.codePoints().forEach(character -> append(printable, character));
        return printable.toString();
    }

    /** The same on one line. */
    static String onOneLine(String text) {
        return of(text.replace("\r\n", " ").replace('\n', ' '));
    }

    private static void append(StringBuilder printable, int character) {
        if (character == '\n' || isPrintable(character)) {
            printable.appendCodePoint(character);
        } else {
            for (char unit : Character.toChars(character)) {
                printable.append("\\u%04x".formatted((int) unit));
            }
        }
    }

    private static boolean isPrintable(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
