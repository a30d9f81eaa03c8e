package io.gpucloud.release;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** One version of one artifact in the staging repository. */
record StagedArtifact(Path folder, Document pom) {

    private static final Set<String> NOT_THEIR_OWN = Set.of("md5", "sha1", "asc");

    static Stream<StagedArtifact> all(Path staging) throws IOException {
        try (Stream<Path> files = Files.walk(staging)) {
            return files.filter(file -> file.toString().endsWith(".pom")).map(StagedArtifact::of).toList().stream();
        }
    }

    private static StagedArtifact of(Path pom) {
        try {
            Document document = DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(pom.toFile());
            return new StagedArtifact(pom.resolveSibling("."), document);
        } catch (IOException | SAXException | ParserConfigurationException unreadable) {
            throw new IllegalStateException(pom.toString(), unreadable);
        }
    }

    String name() {
        return texts("/project/artifactId").get(0);
    }

    boolean isJar() {
        return texts("/project/packaging").stream().allMatch("jar"::equals);
    }

    /** All texts that an XPath finds in the POM. */
    List<String> texts(String path) {
        try {
            NodeList nodes =
                    (NodeList) XPathFactory.newDefaultInstance().newXPath().evaluate(path, pom, XPathConstants.NODESET);
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < nodes.getLength(); i++) {
                texts.add(nodes.item(i).getTextContent().strip());
            }
            return texts;
        } catch (XPathExpressionException wrong) {
            throw new IllegalArgumentException(path, wrong);
        }
    }

    /** Files that are neither checksums nor signatures. */
    List<Path> files() {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().startsWith(name()))
                    .filter(file -> !NOT_THEIR_OWN.contains(extension(file)))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The entries of a jar: text by name. */
    TreeMap<String, String> jar(String suffix) throws IOException {
        Path jar = files().stream()
                .filter(file -> file.toString().endsWith(suffix))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name() + " has no " + suffix));
        TreeMap<String, String> entries = new TreeMap<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : zip.stream().toList()) {
                try (InputStream in = zip.getInputStream(entry)) {
                    entries.put(entry.getName(), new String(in.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        }
        return entries;
    }

    private static String extension(Path file) {
        String name = file.toString();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    @Override
    public String toString() {
        return name();
    }
}
