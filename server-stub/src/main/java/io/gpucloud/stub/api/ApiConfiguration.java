package io.gpucloud.stub.api;

import io.gpucloud.stub.api.contract.ApiOperation;
import io.gpucloud.stub.assumption.Assumptions;
import io.gpucloud.stub.assumption.NullMembers;
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
import jakarta.servlet.Filter;
import jakarta.validation.Validator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
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
    ImagesController.class,
    InstanceListPagingAdvice.class,
    InstancesController.class,
    TomcatConfiguration.class
})
public class ApiConfiguration {

    static final String BASE_PATH = "/api/open/v2";
    /** Largest depth of objects and arrays in a body. */
    static final int MAX_NESTING = 32;

    /**
     * Settings of the public API.
     *
     * @param maxPageSize the largest page size; a larger one is reduced to it
     * @param maxBody largest body of a request, in bytes
     * @param observed whether operations and members are served that were only observed
     * @param serverUrl template of the address of an instance, with {instance_uuid}; null for a host that does not exist
     * @param allowedOrigins origins whose web pages may call the API, in addition to the pages of the stub
     */
    public record Settings(
            int maxPageSize,
            int maxBody,
            Validation validation,
            boolean observed,
            @Nullable String serverUrl,
            List<String> allowedOrigins) {}

    /** The reaction to requests and responses that violate the contract. */
    public enum Validation {
        /** None. Requests may have undeclared members, as with the service. */
        OFF,
        /** Violations are logged. */
        LOG,
        /** Violations are logged. An invalid request is rejected, and an invalid response is replaced by a system exception. */
        ENFORCE
    }

    @Bean
    JsonMapper json(Assumptions assumptions) {
        JsonMapper.Builder mapper = StrictJson.format();
        switch (assumptions.serverUrlForm()) {
            case ABSENT_THEN_EMPTY, ABSENT, EMPTY_LIST -> {}
            case NULL, EMPTY_STRING, FALSE, STRING -> ServerUrlSerializer.register(mapper, assumptions.serverUrlForm());
        }
        return mapper.build();
    }

    @Bean
    Paging paging(Assumptions assumptions, Settings settings) {
        return new Paging(assumptions.pagingDefaults(), settings.maxPageSize());
    }

    @Bean
    OperationIds operationIds() {
        Set<String> all = new HashSet<>();
        Set<String> open = new HashSet<>();
        for (ApiOperation operation : ApiOperation.values()) {
            all.add(operation.id());
            if (!operation.secured()) {
                open.add(operation.id());
            }
        }
        return new OperationIds(Set.copyOf(all), Set.copyOf(open));
    }

    @Bean
    RequestBodyReader requestBodyReader(Settings settings, StubClock clock, IncompleteBodyLimiter incomplete) {
        return new RequestBodyReader(settings.maxBody(), clock::machineMillis, incomplete);
    }

    @Bean
    FilterRegistrationBean<RequestJournalFilter> requestJournalFilter(
            StubClock clock,
            List<Consumer<JournaledRequest>> observers,
            ApiErrorHandler errors,
            RequestBodyReader bodies) {
        return filter(new RequestJournalFilter(clock, observers, errors, bodies), 0, "/*");
    }

    /** Allows web pages of configured origins to call the public API, and those of all origins to read the OpenAPI documents (CORS). */
    @Bean
    FilterRegistrationBean<CorsFilter> crossOriginFilter(Settings settings, ErrorResponseWriter responses) {
        UrlBasedCorsConfigurationSource origins = new UrlBasedCorsConfigurationSource();
        origins.registerCorsConfiguration("/openapi/**", new CorsConfiguration().applyPermitDefaultValues());
        if (!settings.allowedOrigins().isEmpty()) {
            CorsConfiguration allowed = new CorsConfiguration().applyPermitDefaultValues();
            allowed.setAllowedOrigins(settings.allowedOrigins());
            allowed.setAllowedMethods(List.of("GET", "POST"));
            allowed.setExposedHeaders(List.of(HttpHeaders.RETRY_AFTER, HttpHeaders.WWW_AUTHENTICATE));
            origins.registerCorsConfiguration("/api/**", allowed);
        }
        CorsFilter cors = new CorsFilter(origins);
        cors.setCorsProcessor(new OriginCheck(responses));
        String[] paths = settings.allowedOrigins().isEmpty()
                ? new String[] {"/openapi/*"}
                : new String[] {"/openapi/*", "/api/*"};
        return filter(cors, 1, paths);
    }

    /** All filters of the public API, in the order in which they see a request (assumption {@code error-precedence}). */
    @Bean
    FilterRegistrationBean<CompositeFilter> requestPipeline(
            ApiKeys keys,
            RateLimiter limiter,
            StubClock clock,
            FaultRegistry faults,
            Scheduler scheduler,
            ApiErrorHandler errors,
            ErrorResponseWriter responses,
            RequestBodyReader bodies,
            Settings settings) {
        FaultFilter faultFilter =
                new FaultFilter(faults, clock, new FaultResponses(responses, scheduler), bodies, errors);
        List<Filter> filters = new ArrayList<>(List.of(
                new RoutingFilter(settings.observed(), faultFilter, errors),
                new AuthenticationFilter(keys, errors),
                new RateLimitFilter(limiter, errors),
                faultFilter,
                new MediaTypeFilter(errors),
                new RequestBodyFilter(bodies, keys, errors)));
        if (settings.validation() != Validation.OFF) {
            ContractValidation validation =
                    new ContractValidation(settings.validation() == Validation.ENFORCE, settings.observed());
            filters.add(0, new ResponseValidationFilter(validation, responses, errors));
            filters.add(new RequestValidationFilter(validation, errors));
        }
        CompositeFilter pipeline = new CompositeFilter();
        pipeline.setFilters(filters);
        return filter(pipeline, 2, "/api/*");
    }

    /** {@code DispatcherServlet} binds the request to the thread, and no filter needs it. */
    @Bean
    FilterRegistrationBean<RequestContextFilter> noRequestContext() {
        FilterRegistrationBean<RequestContextFilter> registration =
                new FilterRegistrationBean<>(new RequestContextFilter());
        registration.setEnabled(false);
        return registration;
    }

    private static <F extends Filter> FilterRegistrationBean<F> filter(F filter, int order, String... paths) {
        FilterRegistrationBean<F> registration = new FilterRegistrationBean<>(filter);
        registration.addUrlPatterns(paths);
        registration.setOrder(order);
        return registration;
    }

    @Bean
    WebMvcConfigurer publicApi(@Lazy Validator validator, Assumptions assumptions, Settings settings) {
        return new WebMvcConfigurer() {
            /** Our argument resolver validates. Without this, Spring MVC would create a validator of its own that nothing uses. */
            @Override
            public org.springframework.validation.Validator getValidator() {
                return org.springframework.validation.Validator.forInstanceOf(Void.class, (none, errors) -> {});
            }

            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(new RequestArgumentResolver(
                        new RequestBinder(MAX_NESTING, validator, tolerances(assumptions)), settings.observed()));
            }

            @Override
            public void configurePathMatch(PathMatchConfigurer paths) {
                paths.addPathPrefix(BASE_PATH, ApiConfiguration::implementsContract);
            }

            /** The administration and the pages ignore {@code Accept}. For the public API, {@link MediaTypeFilter} checks it. */
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

    static boolean implementsContract(Class<?> controller) {
        return Arrays.stream(controller.getInterfaces())
                .anyMatch(api -> api.getPackage().equals(ApiOperation.class.getPackage()));
    }
}
