package io.gpucloud.stub.page;

import jakarta.servlet.Filter;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Registers the pages of the stub and the filters for requests of browsers. */
@Configuration(proxyBeanMethods = false)
@Import({ConsoleController.class, DocumentsController.class, PagesController.class})
public class PageConfiguration {

    @Bean
    FilterRegistrationBean<SecurityHeadersFilter> securityHeadersFilter() {
        return first(new SecurityHeadersFilter());
    }

    @Bean
    FilterRegistrationBean<BrowserConnectionFilter> browserConnectionFilter() {
        return first(new BrowserConnectionFilter());
    }

    private static <T extends Filter> FilterRegistrationBean<T> first(T filter) {
        FilterRegistrationBean<T> registration = new FilterRegistrationBean<>(filter);
        registration.addUrlPatterns("/*");
        registration.setOrder(0);
        return registration;
    }
}
