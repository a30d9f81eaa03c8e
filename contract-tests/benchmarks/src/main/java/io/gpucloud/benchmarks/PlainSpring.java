package io.gpucloud.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.http.converter.autoconfigure.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What any program on Spring Boot takes to start that answers JSON: one controller, and no more of Spring than that needs. */
@ImportAutoConfiguration({
    DispatcherServletAutoConfiguration.class,
    HttpMessageConvertersAutoConfiguration.class,
    TomcatServletWebServerAutoConfiguration.class,
    WebMvcAutoConfiguration.class
})
@RestController
class PlainSpring {

    @GetMapping("/balance/info")
    Map<String, Integer> balance() {
        return Map.of("balance", 1);
    }

    /**
     * Waits for its first answer, and prints the milliseconds.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        long begun = System.nanoTime();
        long answered;
        try (ConfigurableApplicationContext context =
                SpringApplication.run(PlainSpring.class, "--server.port=0", "--server.address=127.0.0.1")) {
            String port = context.getEnvironment().getRequiredProperty("local.server.port");
            StartInProcess.ask(client, URI.create("http://127.0.0.1:" + port), "any");
            answered = System.nanoTime();
        }
        System.out.printf(Locale.ROOT, "%f%n", (answered - begun) / 1e6);
    }
}
