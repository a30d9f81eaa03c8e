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
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** A replica of the service in this JVM. */
record Replica(ConfigurableApplicationContext context) implements AutoCloseable {

    /** Starts it as in production, with the clock of the account. Replicas of a folder share journal and table. */
    static Replica start(StubAccount account, Path folder, String... more) {
        WaitTimer timer = account.client().timer();
        List<String> arguments = new ArrayList<>(List.of(more));
        arguments.add("--server.port=0");
        arguments.add("--jobs.interval=100ms");
        arguments.add("--gpu-cloud.base-url=" + account.baseUrl());
        arguments.add("--gpu-cloud.api-key=" + account.apiKey());
        arguments.add("--gpu-cloud.leases.journal=" + folder);
        arguments.add("--spring.datasource.url=jdbc:h2:mem:" + folder.getFileName() + ";DB_CLOSE_DELAY=-1");
        return new Replica(new SpringApplicationBuilder(JobsApplication.class)
                .initializers(
                        context -> ((GenericApplicationContext) context).registerBean(WaitTimer.class, () -> timer))
                .run(arguments.toArray(String[]::new)));
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
