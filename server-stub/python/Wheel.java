import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDateTime;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes a wheel with an executable jar for Python, without Python. The build runs it with {@code java Wheel.java PACKAGE VERSION MODULE JAR
 * OUTPUT}, where MODULE is a folder of the build with a folder {@code python}, and JAR a file in its folder {@code target}. Two builds of
 * the same files write the same bytes.
 */
final class Wheel {

    private static final LocalDateTime TIME = LocalDateTime.of(2026, 1, 1, 0, 0);

    private final Map<String, byte[]> files = new TreeMap<>();

    public static void main(String[] arguments) throws IOException, NoSuchAlgorithmException {
        String name = arguments[0];
        String version = arguments[1].replace("-SNAPSHOT", ".dev0");
        Path module = Path.of(arguments[2]);
        String info = name + "-" + version + ".dist-info/";

        Wheel wheel = new Wheel();
        wheel.addFolder("", module.resolve("python/src"));
        wheel.addFile(name + "/" + arguments[3], module.resolve("target").resolve(arguments[3]));
        wheel.addFolder(info, module.resolve("python/dist-info"));
        wheel.addFile(info + "licenses/LICENSE", module.resolve("../LICENSE"));
        // Only the profile release writes them.
        wheel.addFile(info + "licenses/THIRD-PARTY.txt", module.resolve("target/generated-sources/license/THIRD-PARTY.txt"));
        wheel.addFile(info + "sboms/bom.json", module.resolve("target/bom.json"));
        String metadata = wheel.text(info + "METADATA").replace("${version}", version);
        wheel.files.put(info + "METADATA", bytes(metadata + Files.readString(module.resolve("python/README.md"))));
        wheel.files.put(info + "RECORD", bytes(wheel.record(info + "RECORD")));

        Path output = Files.createDirectories(Path.of(arguments[4]));
        wheel.write(output.resolve(name + "-" + version + "-py3-none-any.whl"));
    }

    private void addFolder(String prefix, Path folder) throws IOException {
        try (Stream<Path> found = Files.walk(folder)) {
            found.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().contains("__pycache__"))
                    .forEach(file ->
                            addFile(prefix + folder.relativize(file).toString().replace('\\', '/'), file));
        }
    }

    private void addFile(String name, Path file) {
        try {
            if (Files.exists(file)) {
                files.put(name, Files.readAllBytes(file));
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private String text(String name) {
        return new String(files.get(name), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The list of the files with their hashes, which installers check. */
    private String record(String ownName) throws NoSuchAlgorithmException {
        MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
        StringBuilder lines = new StringBuilder();
        files.forEach((name, content) -> lines.append(name)
                .append(",sha256=")
                .append(Base64.getUrlEncoder().withoutPadding().encodeToString(sha256.digest(content)))
                .append(',')
                .append(content.length)
                .append('\n'));
        return lines.append(ownName).append(",,\n").toString();
    }

    private void write(Path target) throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(target))) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                ZipEntry entry = new ZipEntry(file.getKey());
                // Without a time zone.
                entry.setTimeLocal(TIME);
                zip.putNextEntry(entry);
                zip.write(file.getValue());
            }
        }
    }
}
