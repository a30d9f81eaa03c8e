package io.gpucloud.contract.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.suite.api.ConfigurationParameter;
import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** The code on the page of the kit, compiled and run. */
class KitPageTest {

    private static final Path PAGE = Path.of("../docs/reference/kit.md");
    private static final Path THIS = Path.of("src/test/java/io/gpucloud/contract/kit/KitPageTest.java");

    @RegisterExtension
    static final KitRuns RUNS = new KitRuns();

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

        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        run(Map.of("junit.jupiter.execution.parallel.enabled", "false"), listener);

        assertThat(listener.getSummary().getFailures()).isEmpty();
        assertThat(listener.getSummary().getTestsSucceededCount()).isGreaterThan(20);
    }

    /**
     * All tests of the kit share one account, which may cost money. They run one after another even in a project that
     * runs tests in parallel.
     */
    @Test
    void runsItsTestsOneAfterAnotherIfOthersRunInParallel() throws InterruptedException {
        Map<String, String> inParallel = Map.of(
                "junit.jupiter.execution.parallel.enabled", "true",
                "junit.jupiter.execution.parallel.mode.default", "concurrent",
                "junit.jupiter.execution.parallel.mode.classes.default", "concurrent");
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        // JUnit does not run tests in parallel within one of its own threads.
        Thread project = new Thread(() -> run(inParallel, new TestExecutionListener() {
            @Override
            public void executionStarted(TestIdentifier started) {
                if (started.isTest()) {
                    threads.add(Thread.currentThread());
                }
            }
        }));
        project.start();
        project.join();

        assertThat(threads).hasSize(1);
    }

    @Test
    void listsTheExitCodesOfTheProgram() throws IOException {
        Map<String, String> documented = new TreeMap<>();
        Pattern.compile("\\| ([0-9]) \\| (.*) \\|")
                .matcher(Files.readString(PAGE))
                .results()
                .forEach(row -> documented.put(row.group(1), row.group(2).replace("`", "")));
        assertThat(documented)
                .isEqualTo(GpuCloudContractKit.commandLine()
                        .getCommandSpec()
                        .usageMessage()
                        .exitCodeList());
    }

    private static void run(Map<String, String> parameters, TestExecutionListener listener) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(OurMockKeepsTheContractTest.class))
                .configurationParameter("gpucloud.kit.url", RUNS.url().toString())
                .configurationParameter("gpucloud.kit.only", "listGpus,getBalance")
                .configurationParameters(parameters)
                .build();
        LauncherFactory.create().execute(request, listener);
    }

    /** Without indentation, and with nested classes as static ones. */
    private static String code(String text) {
        return text.replace("static class", "class").replaceAll("\\s+", "");
    }
}
