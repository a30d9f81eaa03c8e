package com.example.jobs;

import com.example.jobs.Job.State;
import io.gpucloud.client.WaitTimer;
import io.gpucloud.testing.StubAccount;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** A replica of the service in this JVM. */
record Replica(ConfigurableApplicationContext context) implements AutoCloseable {

    /** Starts it as in production, with the clock of the account. Replicas of a folder share journal and table. */
    static Replica start(StubAccount account, Path folder, String... more) {
        WaitTimer timer = account.client().timer();
        List<String> arguments = arguments(account, folder);
        arguments.addAll(List.of(more));
        return new Replica(new SpringApplicationBuilder(JobsApplication.class)
                .initializers(
                        context -> ((GenericApplicationContext) context).registerBean(WaitTimer.class, () -> timer))
                .run(arguments.toArray(String[]::new)));
    }

    /** Starts it in a process of its own, which submits a job. */
    static Process startProcess(StubAccount account, Path folder) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Replica.class.getName(),
                "--spring.main.web-application-type=none"));
        command.addAll(arguments(account, folder));
        return new ProcessBuilder(command).inheritIO().start();
    }

    /** The program of the process. */
    public static void main(String[] arguments) {
        new Replica(SpringApplication.run(JobsApplication.class, arguments)).submit("job-10");
    }

    /** The address of the table. */
    static String table(Path folder) {
        return "jdbc:h2:" + folder.resolve("jobs") + ";AUTO_SERVER=TRUE";
    }

    private static List<String> arguments(StubAccount account, Path folder) {
        return new ArrayList<>(List.of(
                "--server.port=0",
                "--jobs.interval=100ms",
                "--gpu-cloud.base-url=" + account.baseUrl(),
                "--gpu-cloud.api-key=" + account.apiKey(),
                "--gpu-cloud.leases.journal=" + folder.resolve("journal"),
                "--spring.datasource.url=" + table(folder)));
    }

    JobController jobs() {
        return context.getBean(JobController.class);
    }

    void submit(String id) {
        jobs().submit(id, "pod-comfyui", 1);
    }

    Job job(String id) {
        return jobs().status(id).getBody();
    }

    State state(String id) {
        return job(id).state();
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        URI address =
                URI.create("http://127.0.0.1:" + context.getEnvironment().getProperty("local.server.port") + path);
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        context.close();
    }
}
