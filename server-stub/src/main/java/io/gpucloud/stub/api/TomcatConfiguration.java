package io.gpucloud.stub.api;

import io.gpucloud.stub.auth.IncompleteBodyLimiter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.autoconfigure.TomcatServerProperties;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * Configures Tomcat: requests that it cannot parse are rejected in the format of the API or of {@code /__admin}, and
 * faults can break connections.
 */
@Configuration(proxyBeanMethods = false)
class TomcatConfiguration {

    @Bean
    IncompleteBodyLimiter incompleteBodies(TomcatServerProperties tomcat) {
        return new IncompleteBodyLimiter(tomcat.getThreads().getMax());
    }

    @Bean
    WebServerFactoryCustomizer<TomcatServletWebServerFactory> tomcatForTheStub() {
        return factory -> {
            factory.setProtocol(TomcatConnections.Protocol.class.getName());
            factory.addEngineValves(new TomcatConnections.Reach());
            factory.addContextCustomizers(context -> {
                if (context.getParent() instanceof StandardHost host) {
                    host.setErrorReportValveClass(JsonReport.class.getName());
                }
            });
        };
    }

    /** Public and without parameters, because Tomcat creates it by its class name. */
    public static final class JsonReport extends ErrorReportValve {

        private static final String UNREADABLE_TEXT = "the request cannot be read";
        private static final String UNREADABLE = body(ResultCodes.REQUEST_ERROR, UNREADABLE_TEXT);
        private static final String FAILED =
                body(ResultCodes.SYSTEM_EXCEPTION, ResultCodes.messageOf(ResultCodes.SYSTEM_EXCEPTION));

        private static String body(int code, String message) {
            return "{\"code\":" + code + ",\"msg\":\"" + message + "\"}";
        }

        private static String problem(int status) {
            String detail = status < 500 ? UNREADABLE_TEXT : ResultCodes.messageOf(ResultCodes.SYSTEM_EXCEPTION);
            String title = HttpStatus.valueOf(status).getReasonPhrase();
            return "{\"title\":\"" + title + "\",\"status\":" + status + ",\"detail\":\"" + detail + "\"}";
        }

        @Override
        protected void report(Request request, Response response, @Nullable Throwable throwable) {
            int status = response.getStatus();
            if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
                return;
            }
            String path = request.getRequestURI();
            boolean isAdmin = path != null && path.startsWith("/__admin");
            String body = isAdmin ? problem(status) : status < 500 ? UNREADABLE : FAILED;
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            try {
                response.setContentType(
                        isAdmin ? MediaType.APPLICATION_PROBLEM_JSON_VALUE : MediaType.APPLICATION_JSON_VALUE);
                response.setContentLength(bytes.length);
                response.getOutputStream().write(bytes);
                response.finishResponse();
            } catch (IOException | IllegalStateException gone) {
                // The caller has closed the connection.
                container.getLogger().debug("An error could not be reported", gone);
            }
        }
    }
}
