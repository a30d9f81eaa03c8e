package io.gpucloud.stub.admin;

import io.github.bucket4j.TimeMeter;
import io.gpucloud.stub.auth.IncompleteBodyLimiter;
import io.gpucloud.stub.json.RequestBinder;
import io.gpucloud.stub.settings.StubProperties;
import jakarta.validation.Validator;
import java.util.List;
import java.util.Set;
import org.springframework.boot.web.servlet.FilterRegistration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Registers the administration. */
@Configuration(proxyBeanMethods = false)
@Import({
    AccountLookup.class,
    AccountsController.class,
    AdminErrorHandler.class,
    ClockController.class,
    FaultsController.class,
    JournalController.class,
    Revisions.class,
    SeedReader.class,
    StubController.class
})
public class AdminConfiguration {

    /** Seeds and snapshots within a body have few levels. */
    private static final int MAX_NESTING = 500;

    @Bean
    @FilterRegistration(
            urlPatterns = {"/__admin/*", "/actuator/*"},
            order = 2)
    AdminAccessFilter adminAccess(StubProperties settings, AdminErrorHandler problems, TimeMeter realTime) {
        return new AdminAccessFilter(settings.admin().token(), problems, new WrongTokens(realTime));
    }

    @Bean
    RequestBinder adminBinder(@Lazy Validator validator) {
        return new RequestBinder(MAX_NESTING, validator, Set.of(RequestBinder.Tolerance.NULLS));
    }

    @Bean
    WebMvcConfigurer administration(
            RequestBinder adminBinder, StubProperties settings, IncompleteBodyLimiter incomplete) {
        return new WebMvcConfigurer() {
            @Override
            public void addInterceptors(InterceptorRegistry registry) {
                registry.addInterceptor(new QueryParameterInterceptor()).addPathPatterns("/__admin/**");
            }

            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(
                        new AdminArgumentResolver(adminBinder, settings.limits().maxSnapshotBytes(), incomplete));
            }
        };
    }
}
