package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.suite.api.ConfigurationParameter;
import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** What the page of the kit shows is compiled here, and runs. */
class KitPageTest {

    private static final Path PAGE = Path.of("../docs/KIT.md");
    private static final Path THIS = Path.of("src/test/java/io/gpucloud/contract/kit/KitPageTest.java");

    @RegisterExtension
    static final Runs RUNS = new Runs();

    @Suite
    @SelectPackages("io.gpucloud.contract.kit.behaviour")
    @IncludeClassNamePatterns(".*")
    @ConfigurationParameter(key = "gpucloud.kit.admin", value = "true")
    static class OurMockKeepsTheContractTest {}

    @Test
    void showsASuiteThatRuns() throws IOException {
        Matcher java = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        assertThat(java.find()).isTrue();
        assertThat(code(Files.readString(THIS))).contains(code(java.group(1)));
        assertThat(java.find()).as("another block").isFalse();

        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(OurMockKeepsTheContractTest.class))
                .configurationParameter("gpucloud.kit.url", RUNS.url().toString())
                .configurationParameter("gpucloud.kit.only", "listGpus,getBalance")
                .build();
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, summary);

        assertThat(summary.getSummary().getFailures()).isEmpty();
        assertThat(summary.getSummary().getTestsSucceededCount()).isGreaterThan(20);
    }

    /** However its lines are indented; nested classes are static. */
    private static String code(String text) {
        return text.replace("static class", "class").replaceAll("\\s+", "");
    }
}
