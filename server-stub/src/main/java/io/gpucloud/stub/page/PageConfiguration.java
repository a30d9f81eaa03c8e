package io.gpucloud.stub.page;

import jakarta.servlet.Filter;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Registers the pages of the stub and the filters for requests of browsers. These filters come before the journal's, which resets a
 * response after an unexpected failure: they set their headers again.
 */
@Configuration(proxyBeanMethods = false)
@Import({ConsoleController.class, DocumentsController.class, PagesController.class})
public class PageConfiguration {

    @Bean
    FilterRegistrationBean<SecurityHeadersFilter> securityHeadersFilter() {
        return filter(new SecurityHeadersFilter(), -2);
    }

    @Bean
    FilterRegistrationBean<BrowserConnectionFilter> browserConnectionFilter() {
        return filter(new BrowserConnectionFilter(), -1);
    }

    private static <T extends Filter> FilterRegistrationBean<T> filter(T filter, int order) {
        FilterRegistrationBean<T> registration = new FilterRegistrationBean<>(filter);
        registration.addUrlPatterns("/*");
        registration.setOrder(order);
        return registration;
    }
}
