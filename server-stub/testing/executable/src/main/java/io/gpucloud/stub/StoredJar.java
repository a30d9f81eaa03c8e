package io.gpucloud.stub;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads a jar whose entries are not compressed, as parts of the mapped file. {@link java.util.zip.ZipFile} needs longer to read an entry
 * than the JVM needs to define its class. The numbers are those of the specification of ZIP files (APPNOTE 4.3.7, 4.3.12 and 4.3.16).
 */
final class StoredJar {

    private static final int END_LENGTH = 22;
    private static final int END_COUNT = 10;
    private static final int END_DIRECTORY = 16;

    private static final int ENTRY_LENGTH = 46;
    private static final int ENTRY_SIZE = 24;
    private static final int ENTRY_NAME = 28;
    private static final int ENTRY_EXTRA = 30;
    private static final int ENTRY_COMMENT = 32;
    private static final int ENTRY_HEADER = 42;

    private static final int HEADER_LENGTH = 30;
    private static final int HEADER_NAME = 26;
    private static final int HEADER_EXTRA = 28;

    private final ByteBuffer jar;

    private StoredJar(ByteBuffer jar) {
        this.jar = jar;
    }

    /** The contents of the entries, by name. */
    static Map<String, ByteBuffer> files(Path path) throws IOException {
        try (FileChannel file = FileChannel.open(path)) {
            ByteBuffer jar = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size());
            return new StoredJar(jar.order(ByteOrder.LITTLE_ENDIAN)).files();
        }
    }

    private Map<String, ByteBuffer> files() {
        int end = jar.limit() - END_LENGTH;
        int count = number(end + END_COUNT);
        int entry = jar.getInt(end + END_DIRECTORY);
        Map<String, ByteBuffer> files = new HashMap<>(2 * count);
        for (int i = 0; i < count; i++) {
            byte[] name = new byte[number(entry + ENTRY_NAME)];
            jar.get(entry + ENTRY_LENGTH, name);
            files.put(
                    new String(name, StandardCharsets.ISO_8859_1),
                    content(jar.getInt(entry + ENTRY_HEADER), jar.getInt(entry + ENTRY_SIZE)));
            entry += ENTRY_LENGTH + name.length + number(entry + ENTRY_EXTRA) + number(entry + ENTRY_COMMENT);
        }
        return files;
    }

    private ByteBuffer content(int header, int size) {
        int begin = header + HEADER_LENGTH + number(header + HEADER_NAME) + number(header + HEADER_EXTRA);
        return jar.slice(begin, size);
    }

    private int number(int position) {
        return Short.toUnsignedInt(jar.getShort(position));
    }
}
