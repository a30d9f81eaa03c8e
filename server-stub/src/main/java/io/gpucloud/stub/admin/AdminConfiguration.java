package io.gpucloud.stub.admin;

import io.gpucloud.stub.control.Faults;
import io.gpucloud.stub.control.Keys;
import io.gpucloud.stub.control.OperationIds;
import io.gpucloud.stub.domain.Accounts;
import io.gpucloud.stub.domain.Catalog;
import jakarta.validation.Validator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Wires the administration. */
@Configuration(proxyBeanMethods = false)
@Import({
    AccountsController.class,
    ClockController.class,
    ConsoleController.class,
    FaultsController.class,
    JournalController.class,
    KeysController.class,
    PactController.class,
    Problems.class,
    SnapshotsController.class,
    StubController.class,
    UnknownCallController.class
})
public class AdminConfiguration {

    /** Made by Spring. */
    public AdminConfiguration() {}

    /**
     * What can be set.
     *
     * @param token what callers must send, or null where only programs on this machine are answered
     * @param maxSnapshot largest snapshot that is put in, in bytes
     */
    public record Settings(@Nullable String token, int maxSnapshot) {}

    @Bean
    ProviderStates providerStates(
            KnownAccounts known,
            Accounts accounts,
            Keys keys,
            Faults faults,
            Catalog catalog,
            OperationIds operations) {
        return new ProviderStates(known, accounts, keys, faults, catalog, operations);
    }

    @Bean
    KnownAccounts knownAccounts(Accounts accounts, Keys keys) {
        return new KnownAccounts(accounts, keys);
    }

    @Bean
    FilterRegistrationBean<AdminAccess> adminAccess(Settings settings, Problems problems) {
        FilterRegistrationBean<AdminAccess> access =
                new FilterRegistrationBean<>(new AdminAccess(settings.token(), problems));
        access.addUrlPatterns("/__admin/*", "/actuator/*");
        return access;
    }

    @Bean
    WebMvcConfigurer administration(Validator validator, Settings settings) {
        return new WebMvcConfigurer() {
            @Override
            public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
                resolvers.add(new AdminArguments(validator, settings.maxSnapshot()));
            }
        };
    }
}
