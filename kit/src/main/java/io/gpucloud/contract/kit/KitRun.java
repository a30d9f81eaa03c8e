package io.gpucloud.contract.kit;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.engine.JupiterTestEngine;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.store.Namespace;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.reporting.legacy.xml.LegacyXmlReportGeneratingListener;

/** Runs the suite against a service. */
public final class KitRun {

    private static final String FACTS = KitRun.class.getPackageName() + ".behaviour";

    private final Settings settings;
    private final @Nullable Path reports;
    private final RateLimitRetry.Sleeper sleeper;

    /**
     * A run.
     *
     * @param settings the service and the options of the run
     * @param reports where {@code report.md} and {@code TEST-*.xml} are written; null for nowhere
     */
    public KitRun(Settings settings, @Nullable Path reports) {
        this(settings, reports, RateLimitRetry.REAL_TIME);
    }

    KitRun(Settings settings, @Nullable Path reports, RateLimitRetry.Sleeper sleeper) {
        this.settings = settings;
        this.reports = reports;
        this.sleeper = sleeper;
    }

    /**
     * Runs the suite.
     *
     * @return the report
     * @throws UnreachableException if the service cannot be reached, or rejects the API key
     * @throws UncheckedIOException if reports cannot be written
     */
    public Report run() {
        return run(report -> {});
    }

    /** Runs the suite. The report is shown before it is written, because writing may fail. */
    Report run(Consumer<Report> shown) {
        prepare();
        PreflightCheck preflight = new PreflightCheck(settings, sleeper);
        List<String> before = preflight.check();
        ResultCollector results = new ResultCollector(settings);
        execute(results);
        Report report = report(results, preflight, before);
        shown.accept(report);
        write(report);
        return report;
    }

    private Report report(ResultCollector results, PreflightCheck preflight, List<String> before) {
        try {
            List<String> leftovers = new ArrayList<>(preflight.instances());
            leftovers.removeAll(before);
            return new Report(settings.toString(), results.all(), leftovers, "");
        } catch (UnreachableException unseen) {
            return new Report(settings.toString(), results.all(), List.of(), String.valueOf(unseen.getMessage()));
        }
    }

    private void execute(ResultCollector results) {
        List<TestExecutionListener> listeners = new ArrayList<>(List.of(results));
        if (reports != null) {
            listeners.add(new LegacyXmlReportGeneratingListener(reports, new PrintWriter(Writer.nullWriter())));
        }
        try (LauncherSession session = LauncherFactory.openSession(onlyOurs())) {
            Namespace namespace = Namespace.create(KitExtension.class);
            session.getStore().put(namespace, KitContext.class, new KitContext(settings, sleeper));
            session.getLauncher().execute(facts(), listeners.toArray(TestExecutionListener[]::new));
        }
    }

    /** No extensions or listeners from the class path are used. */
    private static LauncherConfig onlyOurs() {
        return LauncherConfig.builder()
                .enableTestEngineAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .enableLauncherSessionListenerAutoRegistration(false)
                .enableLauncherDiscoveryListenerAutoRegistration(false)
                .enablePostDiscoveryFilterAutoRegistration(false)
                .addTestEngines(new JupiterTestEngine())
                .build();
    }

    private LauncherDiscoveryRequest facts() {
        return LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectPackage(FACTS))
                .filters(ClassNameFilter.includeClassNamePatterns(".*"))
                .enableImplicitConfigurationParameters(false)
                .build();
    }

    private void prepare() {
        if (reports == null) {
            return;
        }
        try {
            Files.createDirectories(reports);
        } catch (IOException unwritable) {
            throw new ReportException("--report-dir", unwritable);
        }
    }

    private void write(Report report) {
        if (reports == null) {
            return;
        }
        try {
            Files.writeString(reports.resolve("report.md"), report.markdown());
        } catch (IOException unwritable) {
            throw new ReportException("--report-dir", unwritable);
        }
    }
}
