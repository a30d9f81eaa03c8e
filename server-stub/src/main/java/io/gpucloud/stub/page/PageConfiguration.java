package io.gpucloud.stub.page;

import java.util.Map;
import org.springframework.boot.web.server.MimeMappings;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.server.servlet.ConfigurableServletWebServerFactory;
import org.springframework.boot.web.servlet.FilterRegistration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.web.servlet.config.annotation.ResourceHandlerRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Registers the pages of the stub, their files, the OpenAPI documents, and the filter for requests of browsers. */
@Configuration(proxyBeanMethods = false)
@Import(PagesController.class)
public class PageConfiguration {

    private static final String CONSOLE = "classpath:/console/";
    private static final String DOCUMENTS = "classpath:/META-INF/openapi/";
    private static final String RENDERER = "classpath:/META-INF/resources/webjars/scalar/";

    /** Before all other filters, so that every response has the headers. */
    @Bean
    @FilterRegistration(urlPatterns = "/*", order = -2)
    BrowserHeadersFilter browserHeadersFilter() {
        return new BrowserHeadersFilter();
    }

    @Bean
    WebMvcConfigurer pages() {
        return new WebMvcConfigurer() {

            @Override
            public void addResourceHandlers(ResourceHandlerRegistry registry) {
                serve(registry, "/pages/**", "classpath:/pages/", DOCUMENTS, RENDERER);
                serve(registry, "/openapi/**", DOCUMENTS);
                serve(registry, "/__admin/console/*.css", CONSOLE);
                serve(registry, "/__admin/console/*.js", CONSOLE);
            }
        };
    }

    @Bean
    WebServerFactoryCustomizer<ConfigurableServletWebServerFactory> mediaTypeOfYaml() {
        return factory -> factory.addMimeMappings(new MimeMappings(Map.of("yaml", MediaType.APPLICATION_YAML_VALUE)));
    }

    /** Files of a jar have the same date in every build, so browsers must not compare dates. */
    private static void serve(ResourceHandlerRegistry registry, String paths, String... folders) {
        registry.addResourceHandler(paths)
                .addResourceLocations(folders)
                .setCacheControl(CacheControl.noCache())
                .setUseLastModified(false);
    }
}
