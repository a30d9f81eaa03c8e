package io.gpucloud.client.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.client.api.ApiOperation;
import io.gpucloud.client.error.BadRequestException;
import io.gpucloud.client.error.FailureDetails;
import io.gpucloud.client.error.NoCapacityException;
import io.gpucloud.client.error.NoMatchingGpuException;
import io.gpucloud.client.error.RateLimitedException;
import io.gpucloud.client.lease.TagInUseException;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.test.web.reactive.server.EntityExchangeResult;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.ExceptionHandlerMethodResolver;
import org.springframework.web.reactive.config.EnableWebFlux;

class GpuCloudProblemDetailsTest {

    private static final Path PAGE = Path.of("../docs/reference/exceptions.md");
    private static final Pattern ROW = Pattern.compile("^\\| (\\d{3}) \\| (.+) \\|$", Pattern.MULTILINE);
    private static final Pattern EXCEPTION = Pattern.compile("`(\\w+Exception)`(?! if)");
    private static final FailureDetails FAILURE = FailureDetails.of(ApiOperation.CREATE_INSTANCE_BY_POD);

    private final GpuCloudProblemDetails details = new GpuCloudProblemDetails();
    private final ApplicationContextRunner runner =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(GpuCloudAutoConfiguration.class));
    private final ApplicationContextRunner switchedOn = runner.withPropertyValues("gpu-cloud.problem-details=true");

    private static Map<String, Integer> documented() throws IOException {
        Map<String, Integer> statuses = new TreeMap<>();
        Matcher row = ROW.matcher(Files.readString(PAGE));
        while (row.find()) {
            EXCEPTION
                    .matcher(row.group(2))
                    .results()
                    .forEach(name -> assertThat(statuses.put(name.group(1), Integer.valueOf(row.group(1))))
                            .isNull());
        }
        return statuses;
    }

    private static List<Class<?>> exceptions() throws Exception {
        List<Class<?>> exceptions = new ArrayList<>();
        for (String folder : List.of("error", "lease")) {
            try (Stream<Path> files = Files.list(Path.of("src/main/java/io/gpucloud/client", folder))) {
                for (Path file : files.filter(name -> name.toString().endsWith("Exception.java"))
                        .toList()) {
                    String name = file.getFileName().toString().replace(".java", "");
                    Class<?> type = Class.forName("io.gpucloud.client." + folder + "." + name);
                    if (!Modifier.isAbstract(type.getModifiers())) {
                        exceptions.add(type);
                    }
                }
            }
        }
        return exceptions;
    }

    @Test
    void haveTheStatusOfThePageForEachException() throws Exception {
        Map<String, Integer> statuses = new TreeMap<>();
        ExceptionHandlerMethodResolver handlers = new ExceptionHandlerMethodResolver(GpuCloudProblemDetails.class);
        for (Class<?> type : exceptions()) {
            assertThat(handlers.resolveMethodByExceptionType(type.asSubclass(Throwable.class)))
                    .as(type.getName())
                    .isNotNull();
            statuses.put(type.getSimpleName(), GpuCloudProblemDetails.status(type));
        }

        assertThat(documented()).isEqualTo(statuses);
    }

    @Test
    void sayThatCapacityIsMissing() {
        NoCapacityException rejection = new NoCapacityException(FAILURE.answered(400, null, "secret"));
        RuntimeException failure = new NoMatchingGpuException("none", Map.of(), FAILURE, rejection);

        ResponseEntity<ProblemDetail> response = details.problem(failure);

        assertThat(response.getStatusCode().value()).isEqualTo(503);
        assertThat(properties(response)).containsEntry("error", "no-matching-gpu");
    }

    @Test
    void sayWhenToCallAgain() {
        ResponseEntity<ProblemDetail> response =
                details.problem(new RateLimitedException(FAILURE.withRetryAfter(Duration.ofSeconds(7))));

        assertThat(response.getHeaders().getFirst("Retry-After")).isEqualTo("7");
    }

    @Test
    void haveNothingOfTheResponseOfTheService() {
        RuntimeException failure =
                new BadRequestException(FAILURE.answered(400, null, "secret").withMayHaveTakenEffect(true));

        ResponseEntity<ProblemDetail> response = details.problem(failure);

        assertThat(String.valueOf(response)).doesNotContain("secret");
        assertThat(properties(response)).containsEntry("may_have_taken_effect", true);
        assertThat(properties(details.problem(new TagInUseException("job-1"))))
                .containsOnly(Map.entry("error", "tag-in-use"));
    }

    private static Map<String, @Nullable Object> properties(ResponseEntity<ProblemDetail> response) {
        return Objects.requireNonNull(Objects.requireNonNull(response.getBody()).getProperties());
    }

    @Test
    void areOffByDefault() {
        runner.run(context -> assertThat(context).doesNotHaveBean(GpuCloudProblemDetails.class));
        switchedOn.run(context -> assertThat(context).hasSingleBean(GpuCloudProblemDetails.class));
    }

    @Test
    void areTheResponsesOfWebFlux() {
        switchedOn.withUserConfiguration(Jobs.class).run(context -> {
            EntityExchangeResult<String> response = WebTestClient.bindToApplicationContext(context)
                    .build()
                    .get()
                    .uri("/jobs")
                    .exchange()
                    .expectBody(String.class)
                    .returnResult();

            assertThat(response.getStatus().value()).isEqualTo(409);
            assertThat(response.getResponseHeaders().getContentType()).isEqualTo(MediaType.APPLICATION_PROBLEM_JSON);
            assertThat(response.getResponseBody()).contains("\"error\":\"tag-in-use\"");
        });
    }

    @EnableWebFlux
    @RestController
    static class Jobs {

        @GetMapping("/jobs")
        String jobs() {
            throw new TagInUseException("job-1");
        }
    }

    @Test
    void needSpringWeb() {
        switchedOn
                .withClassLoader(new FilteredClassLoader(RestControllerAdvice.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(GpuCloudProblemDetails.class));
    }
}
