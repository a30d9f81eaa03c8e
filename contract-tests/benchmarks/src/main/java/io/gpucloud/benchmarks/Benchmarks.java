package io.gpucloud.benchmarks;

import java.io.IOException;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;
import org.openjdk.jmh.Main;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.util.Statistics;

/** Runs JMH, and prints a Markdown table of medians. A single disturbed iteration does not change a median. */
public final class Benchmarks {

    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private Benchmarks() {}

    public static void main(String[] arguments) throws RunnerException, CommandLineOptionException, IOException {
        CommandLineOptions options = new CommandLineOptions(arguments);
        if (options.shouldHelp() || options.shouldList() || options.shouldListProfilers()) {
            Main.main(arguments);
            return;
        }
        Collection<RunResult> results = new Runner(options).run();
        System.out.printf(
                "%n| benchmark | median | least | most | unit | bytes allocated |%n|---|---:|---:|---:|---|---:|%n");
        results.forEach(Benchmarks::print);
    }

    private static void print(RunResult result) {
        Result<?> primary = result.getPrimaryResult();
        Statistics figures = primary.getStatistics();
        Result<?> allocated = result.getSecondaryResults().get(ALLOCATED);
        System.out.printf(
                Locale.ROOT,
                "| %s | %,.2f | %,.2f | %,.2f | %s | %s |%n",
                name(result, primary),
                figures.getPercentile(50),
                figures.getMin(),
                figures.getMax(),
                primary.getScoreUnit(),
                allocated == null ? "" : String.format(Locale.ROOT, "%,.0f", allocated.getScore()));
    }

    private static String name(RunResult result, Result<?> primary) {
        String parameters = result.getParams().getParamsKeys().stream()
                .map(name -> " " + result.getParams().getParam(name))
                .collect(Collectors.joining());
        return primary.getLabel() + parameters;
    }
}
