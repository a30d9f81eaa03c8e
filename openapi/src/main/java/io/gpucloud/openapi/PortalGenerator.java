package io.gpucloud.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Generates the portal, a static site that shows the contract and loads nothing from other sites. Run by the build. */
final class PortalGenerator {

    private static final String RENDERER = "/META-INF/resources/webjars/scalar/scalar.js";
    private static final Pattern INCLUDE = Pattern.compile("(?m)^\\{\\{include (\\S+)}}$");
    private static final String DIAGRAM =
            "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Diagram\">%s</div>";
    private static final String CONTRACT = "gpu-cloud-v2";
    private static final String ADMINISTRATION = "stub-admin-v1";
    private static final String REFERENCE = "reference.html";
    private static final String ADMINISTRATION_REFERENCE = "stub-admin.html";

    private final Path sources;
    private final Path contracts;
    private final String version;
    private final String home;
    private final OpenApiDocument contract;
    private final OpenApiDocument administration;
    private final Map<String, byte[]> site = new LinkedHashMap<>();

    private PortalGenerator(Path sources, Path contracts, String version, String home) {
        this.sources = sources;
        this.contracts = contracts;
        this.version = version;
        this.home = home;
        this.contract = OpenApiDocument.load(CONTRACT);
        this.administration = OpenApiDocument.load(ADMINISTRATION);
    }

    /**
     * Writes the portal as a zip and as a folder next to the zip.
     *
     * @param args folder of the sources, folder of the contracts, version of the project, file of the zip, address of
     *     the project
     * @throws IOException if something cannot be read or written
     */
    public static void main(String[] args) throws IOException {
        PortalGenerator portal = new PortalGenerator(Path.of(args[0]), Path.of(args[1]), args[2], args[4]);
        SiteFiles.write(portal.site(), Path.of(args[3]));
    }

    private Map<String, byte[]> site() throws IOException {
        SearchIndex index = new SearchIndex();
        for (PortalPage page : pages()) {
            String content = page.content();
            index.add(page, content);
            put(page.file(), laidOut(page, content));
        }
        index.add("API reference", REFERENCE, contract);
        index.add("Stub administration", ADMINISTRATION_REFERENCE, administration);
        put("search-index.js", index.script());
        put(REFERENCE, explorer("API reference", REFERENCE, "contract.js", "llms.txt"));
        put(
                ADMINISTRATION_REFERENCE,
                explorer("Stub administration", ADMINISTRATION_REFERENCE, "administration.js", "llms-stub-admin.txt"));
        put("contract.js", script(contract));
        put("administration.js", script(administration));
        put("llms.txt", ReferenceRenderer.of(contract));
        put("llms-stub-admin.txt", ReferenceRenderer.of(administration));
        site.put("scalar.js", renderer());
        for (String file : List.of(
                "portal.css",
                "reference.css",
                "portal.js",
                "show-contract.js",
                "lifecycle.svg",
                "icon.svg",
                "licences/scalar.txt")) {
            put(file, source(file));
        }
        for (String file : List.of("style.css", "explorer.js", CONTRACT + ".arazzo.yaml")) {
            site.put(file, Files.readAllBytes(contracts.resolve(file)));
        }
        for (String form : List.of(".yaml", ".json", ".openapi30.yaml", ".openapi30.json")) {
            site.put(CONTRACT + form, Files.readAllBytes(contracts.resolve(CONTRACT + form)));
        }
        for (String form : List.of(".yaml", ".json")) {
            site.put(ADMINISTRATION + form, Files.readAllBytes(contracts.resolve(ADMINISTRATION + form)));
        }
        return site;
    }

    private static String script(OpenApiDocument document) {
        return "const contract = "
                + JsonMapper.shared().writeValueAsString(document.root().value()) + ";\n";
    }

    private List<PortalPage> pages() throws IOException {
        ContractPages contractPages = new ContractPages(contract);
        return List.of(
                new PortalPage("index.html", "Start", markdown("start.md")),
                new PortalPage("quickstart.html", "Quickstart", markdown("quickstart.md")),
                new PortalPage("authentication.html", "Authentication", markdown("authentication.md")),
                new PortalPage("workflows.html", "Workflows", WorkflowsRenderer.of(arazzo(), contract)),
                new PortalPage("errors.html", "Errors", contractPages.errors(markdown("errors.md"))),
                new PortalPage("limits.html", "Limits", markdown("limits.md")),
                new PortalPage("unknowns.html", "Known unknowns", contractPages.unknowns(markdown("unknowns.md"))),
                document("reference/assumptions.md", "Assumptions"),
                document("how-to/pacts.md", "Pacts"),
                document("reference/provider-states.md", "Pact states"),
                document("how-to/check-a-live-service.md", "Check a live service"),
                document("reference/kit.md", "Kit"),
                new PortalPage("compatibility.html", "Compatibility", markdown("compatibility.md")),
                new PortalPage("changes.html", "Changes", markdown("changes.md")));
    }

    private ObjectNode arazzo() throws IOException {
        try (InputStream yaml = Files.newInputStream(contracts.resolve(CONTRACT + ".arazzo.yaml"))) {
            return SpecFilesGenerator.read(yaml);
        }
    }

    private String laidOut(PortalPage page, String content) throws IOException {
        String layout = source("layout.html")
                .replace("{{title}}", page.title())
                .replace("{{content}}", content)
                .replace("<p>{{lifecycle}}</p>", DIAGRAM.formatted(source("lifecycle.svg")));
        return filled(layout, page.file());
    }

    private String explorer(String title, String file, String script, String text) throws IOException {
        String layout = source("explorer.html")
                .replace("{{title}}", title)
                .replace("{{document}}", script)
                .replace("{{text}}", text);
        return filled(layout, file);
    }

    private String filled(String layout, String current) throws IOException {
        String menu = source("menu.html")
                .replace("href=\"" + current + "\"", "href=\"" + current + "\" aria-current=\"page\"");
        return layout.replace("{{menu}}", menu)
                .replace("{{version}}", version)
                .replace("{{home}}", home)
                .replace("{{contract}}", versionOf(contract))
                .replace("{{administration}}", versionOf(administration));
    }

    private static String versionOf(OpenApiDocument contract) {
        return contract.root().at("info").text("version");
    }

    private String markdown(String file) throws IOException {
        Matcher include = INCLUDE.matcher(source(file));
        StringBuilder text = new StringBuilder();
        while (include.find()) {
            include.appendReplacement(
                    text, Matcher.quoteReplacement(source(include.group(1)).stripTrailing()));
        }
        return include.appendTail(text).toString();
    }

    private PortalPage document(String file, String title) throws IOException {
        String markdown = new ProjectDocument(file, source("../../docs/" + file)).forPortal();
        return new PortalPage(Objects.requireNonNull(ProjectDocument.PAGES.get(file)), title, markdown);
    }

    private String source(String file) throws IOException {
        return Files.readString(sources.resolve(file));
    }

    private void put(String file, String text) {
        site.put(file, text.getBytes(UTF_8));
    }

    private static byte[] renderer() throws IOException {
        try (InputStream script = PortalGenerator.class.getResourceAsStream(RENDERER)) {
            if (script == null) {
                throw new FileNotFoundException(RENDERER);
            }
            return script.readAllBytes();
        }
    }
}
