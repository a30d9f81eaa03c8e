package io.gpucloud.contract.kit;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
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
    private final KitContext kit;

    /**
     * A run.
     *
     * @param settings the service and the options of the run
     * @param reports where {@code report.md} and {@code TEST-*.xml} are written; null for nowhere
     */
    public KitRun(Settings settings, @Nullable Path reports) {
        this(settings, reports, Sleeper.REAL_TIME);
    }

    KitRun(Settings settings, @Nullable Path reports, Sleeper sleeper) {
        this.settings = settings;
        this.reports = reports;
        this.kit = new KitContext(settings, sleeper);
    }

    /**
     * Runs the suite.
     *
     * @throws UnreachableException if the service cannot be reached, or rejects the API key
     * @throws UncheckedIOException if reports cannot be written
     */
    public Report run() {
        return run(report -> {});
    }

    /** Runs the suite. The report is shown before it is written, because writing may fail. */
    Report run(Consumer<Report> shown) {
        return show(
                () -> {
                    PreflightCheck preflight = new PreflightCheck(kit);
                    preflight.check();
                    return report(execute().all(), preflight);
                },
                shown);
    }

    /** Settings of a stub that behaves as the checks have observed. */
    StubProfile profile() {
        return kit.profile();
    }

    /** Makes a report, shows it, and writes {@code report.md}. */
    Report show(Supplier<Report> making, Consumer<Report> shown) {
        try {
            if (reports != null) {
                Files.createDirectories(reports);
            }
            Report report = making.get();
            shown.accept(report);
            if (reports != null) {
                Files.writeString(reports.resolve("report.md"), report.markdown());
            }
            return report;
        } catch (IOException unwritable) {
            throw new UncheckedIOException("--report-dir cannot be written: " + unwritable, unwritable);
        }
    }

    private Report report(List<Result> results, PreflightCheck preflight) {
        try {
            return new Report(settings.toString(), results, preflight.newInstances(), "");
        } catch (UnreachableException unseen) {
            return new Report(settings.toString(), results, List.of(), String.valueOf(unseen.getMessage()));
        }
    }

    private ResultCollector execute() {
        TestExecutionListener xml = reports == null
                ? new TestExecutionListener() {}
                : new LegacyXmlReportGeneratingListener(reports, new PrintWriter(Writer.nullWriter()));
        ResultCollector results = new ResultCollector(kit, xml);
        try (LauncherSession session = LauncherFactory.openSession(onlyOurs())) {
            session.getStore().put(Namespace.create(KitExtension.class), KitContext.class, kit);
            session.getLauncher().execute(facts(), results);
        }
        return results;
    }

    /**
     * No extensions or listeners from the class path are used. Tests never run in parallel, because they may share an
     * account, which may cost money.
     */
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
}
