package io.gpucloud.stub.api;

import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.auth.IncompleteBodyLimiter;
import io.gpucloud.stub.auth.RateLimiter;
import io.gpucloud.stub.clock.Scheduler;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.fault.FaultRegistry;
import io.gpucloud.stub.fault.OperationIds;
import io.gpucloud.stub.journal.JournaledRequest;
import io.gpucloud.stub.json.RequestBinder;
import io.gpucloud.stub.json.StrictJson;
import io.gpucloud.stub.settings.Assumptions;
import io.gpucloud.stub.settings.Assumptions.NullMembers;
import io.gpucloud.stub.settings.StubProperties;
import io.gpucloud.stub.settings.StubProperties.Validation;
import jakarta.servlet.Filter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Validator;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.springframework.boot.web.servlet.FilterRegistration;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.UrlBasedCorsConfigurationSource;
import org.springframework.web.filter.CompositeFilter;
import org.springframework.web.filter.CorsFilter;
import org.springframework.web.filter.RequestContextFilter;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.ContentNegotiationConfigurer;
import org.springframework.web.servlet.config.annotation.PathMatchConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import tools.jackson.databind.json.JsonMapper;

/** Registers the public API: its filters in order, its controllers and its error handler. */
@Configuration(proxyBeanMethods = false)
@Import({
    AccountController.class,
    CatalogController.class,
    ApiErrorHandler.class,
    ApiMapper.class,
    ErrorResponseWriter.class,
    InstancesController.class,
    TomcatConfiguration.class
})
public class ApiConfiguration {

    static final String BASE_PATH = "/api/open/v2";
    /** Largest depth of objects and arrays in a body. */
    static final int MAX_NESTING = 32;

    @Bean
    JsonMapper json() {
        return StrictJson.format().build();
    }

    @Bean
    Paging paging(StubProperties settings) {
        return new Paging(
                settings.assumptions().pagingDefaults(), settings.paging().maxPageSize());
    }

    @Bean
    OperationIds operationIds() {
        return new OperationIds(ids(operation -> true), ids(operation -> !operation.secured()));
    }

    private static Set<String> ids(Predicate<ApiOperation> included) {
        return ApiOperation.ALL.stream().filter(included).map(ApiOperation::id).collect(Collectors.toUnmodifiableSet());
    }

    @Bean
    RequestBodyReader requestBodyReader(StubProperties settings, StubClock clock, IncompleteBodyLimiter incomplete) {
        return new RequestBodyReader(settings.limits().maxBodyBytes(), clock::machineMillis, incomplete);
    }

    @Bean
    @FilterRegistration(urlPatterns = "/*", order = 0)
    RequestJournalFilter requestJournalFilter(
            StubClock clock,
            List<Consumer<JournaledRequest>> observers,
            ApiErrorHandler errors,
            RequestBodyReader bodies) {
        return new RequestJournalFilter(clock, observers, errors, bodies);
    }

    /**
     * Allows web pages of configured origins to call the public API, and those of all origins to read the OpenAPI
     * documents (CORS).
     */
    @Bean
    FilterRegistrationBean<CorsFilter> crossOriginFilter(StubProperties settings, ErrorResponseWriter responses) {
        List<String> allowedOrigins = settings.cors().allowedOrigins();
        UrlBasedCorsConfigurationSource origins = new UrlBasedCorsConfigurationSource();
        origins.registerCorsConfiguration("/openapi/**", new CorsConfiguration().applyPermitDefaultValues());
        if (!allowedOrigins.isEmpty()) {
            CorsConfiguration allowed = new CorsConfiguration().applyPermitDefaultValues();
            allowed.setAllowedOrigins(allowedOrigins);
            allowed.setAllowedMethods(List.of("GET", "POST"));
            allowed.setExposedHeaders(List.of(HttpHeaders.RETRY_AFTER, HttpHeaders.WWW_AUTHENTICATE));
            origins.registerCorsConfiguration("/api/**", allowed);
        }
        CorsFilter cors = new CorsFilter(origins);
        cors.setCorsProcessor(new OriginCheck(responses));
        FilterRegistrationBean<CorsFilter> registration = new FilterRegistrationBean<>(cors);
        registration.addUrlPatterns("/openapi/*");
        if (!allowedOrigins.isEmpty()) {
            registration.addUrlPatterns("/api/*");
        }
        registration.setOrder(1);
        return registration;
    }

    /**
     * All filters of the public API, in the order in which they see a request (assumption {@code error-precedence}).
     */
    @Bean
    @FilterRegistration(urlPatterns = "/api/*", order = 2)
    CompositeFilter requestPipeline(
            ApiKeys keys,
            RateLimiter limiter,
            StubClock clock,
            FaultRegistry faults,
            Scheduler scheduler,
            ApiErrorHandler errors,
            ErrorResponseWriter responses,
            RequestBodyReader bodies,
            StubProperties settings) {
        FaultFilter faultFilter =
                new FaultFilter(faults, clock, new FaultResponses(responses, scheduler), bodies, errors);
        List<Filter> filters = new ArrayList<>(List.of(
                new RoutingFilter(settings.observed(), faultFilter, errors),
                new AuthenticationFilter(keys, settings.assumptions().publicOperationKey(), errors),
                new RateLimitFilter(limiter, errors),
                faultFilter,
                new RequestBodyFilter(bodies, keys, errors)));
        if (settings.validate() != Validation.OFF) {
            ContractValidation validation =
                    new ContractValidation(settings.validate() == Validation.ENFORCE, settings.observed());
            filters.add(0, new ResponseValidationFilter(validation, responses, errors));
            filters.add(new RequestValidationFilter(validation, errors));
        }
        CompositeFilter pipeline = new CompositeFilter();
        pipeline.setFilters(filters);
        return pipeline;
    }

    /** {@code DispatcherServlet} binds the request to the thread, and no filter needs it. */
    @Bean
    @FilterRegistration(enabled = false)
    RequestContextFilter noRequestContext() {
        return new RequestContextFilter();
    }

    @Bean
    CurrentRequest currentRequest(@Lazy Validator validator, StubProperties settings, HttpServletRequest request) {
        return new CurrentRequest(
                new RequestBinder(MAX_NESTING, validator, tolerances(settings.assumptions())), request);
    }

    @Bean
    WebMvcConfigurer publicApi(CurrentRequest request) {
        return new WebMvcConfigurer() {
            /**
             * Our argument resolver validates. Without this, Spring MVC would create a validator of its own that
             * nothing uses.
             */
            @Override
            public org.springframework.validation.Validator getValidator() {
                return org.springframework.validation.Validator.forInstanceOf(Void.class, (none, errors) -> {});
            }

            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(new RequestArgumentResolver(request));
            }

            @Override
            public void configurePathMatch(PathMatchConfigurer paths) {
                paths.addPathPrefix(BASE_PATH, ApiOperation.CONTROLLERS::contains);
            }

            /**
             * The administration and the pages ignore {@code Accept}. For the public API, {@link RequestBodyFilter}
             * checks it.
             */
            @Override
            public void configureContentNegotiation(ContentNegotiationConfigurer negotiation) {
                negotiation.ignoreAcceptHeader(true).defaultContentType(MediaType.APPLICATION_JSON, MediaType.ALL);
            }
        };
    }

    private static Set<RequestBinder.Tolerance> tolerances(Assumptions assumptions) {
        return assumptions.nullMembers() == NullMembers.ABSENT
                ? EnumSet.allOf(RequestBinder.Tolerance.class)
                : EnumSet.of(RequestBinder.Tolerance.UNKNOWN_MEMBERS);
    }
}
