package io.gpucloud.client.spring;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.lease.LeaseEvent;
import io.gpucloud.client.lease.LeaseListener;
import io.gpucloud.client.lease.LeaseOptions;
import io.gpucloud.client.lease.Leases;
import io.gpucloud.client.micrometer.LeaseMetrics;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.GenericApplicationListener;
import org.springframework.context.support.AbstractApplicationContext;
import org.springframework.core.ResolvableType;

/**
 * Auto-configures {@link Leases} where there is one client, or a primary one. {@code gpu-cloud.leases.*} properties and
 * beans of type {@link GpuCloudLeaseCustomizer} set their options. When the application context closes, it closes the
 * leases and then the client. {@code gpu-cloud.leases.on-close} decides whether that destroys leased instances or hands
 * them over to the next start. Beans of type {@link LeaseListener} get the events, which are also application events.
 * {@code gpu-cloud.leases.enabled=false} switches it off. If Micrometer is present, {@link LeaseMetrics} publishes
 * meters.
 */
@AutoConfiguration(after = GpuCloudAutoConfiguration.class)
@ConditionalOnBooleanProperty(name = "gpu-cloud.leases.enabled", matchIfMissing = true)
@ConditionalOnSingleCandidate(GpuCloudClient.class)
public class GpuCloudLeaseAutoConfiguration {

    private static final Logger LOG = LoggerFactory.getLogger(GpuCloudLeaseAutoConfiguration.class);

    private static final Set<String> OWN_BEANS = Set.of("gpuCloudLeaseMetrics", "gpuCloudLeasesHealthIndicator");

    /** Called by Spring. */
    public GpuCloudLeaseAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    Leases gpuCloudLeases(
            GpuCloudClient client,
            GpuCloudProperties properties,
            ObjectProvider<GpuCloudLeaseCustomizer> customizers,
            ObjectProvider<LeaseListener> listeners,
            ApplicationEventPublisher events,
            ObjectProvider<LeaseOptions> unused) {
        if (unused.stream().findAny().isPresent()) {
            throw new GpuCloudPropertyException(
                    "A bean of type LeaseOptions has no effect on the auto-configured leases.",
                    "Define a bean of type GpuCloudLeaseCustomizer, or set gpu-cloud.leases.* properties.",
                    null);
        }
        LeaseOptions options = GpuCloudPropertyException.validated(
                () -> options(properties.leases(), customizers, listeners, events),
                "The options of the leases are invalid",
                "Correct the property gpu-cloud.leases.* of this name, in kebab case, or the bean of type"
                        + " GpuCloudLeaseCustomizer that sets it.");
        boolean hasJournal = options.journal() != null || options.journalOfUser();
        if (properties.leases().journal() == null && !hasJournal) {
            LOG.warn(
                    "gpu-cloud.leases.journal is not set. After a crash, the next start does not find the instances of {}"
                            + " that this application has rented. Each costs until its shutdown timer ends it; one that"
                            + " boots may have no timer, and costs until somebody destroys it. Set a directory that the"
                            + " next start sees, or 'none' to accept this.",
                    client.baseUrl());
        }
        if (hasJournal) {
            LOG.info(
                    "instances that ended processes left in the journal {}, gpu-cloud.leases.recovery: {}{}",
                    options.journalOfUser() ? "of the user" : options.journal(),
                    properties.leases().recoveryInWords(),
                    customizers.stream().findAny().isPresent() ? ", unless a GpuCloudLeaseCustomizer decides" : "");
        }
        return Leases.of(client, options);
    }

    /** Otherwise an application with lazy initialization would recover at its first rental. */
    @Bean
    static LazyInitializationExcludeFilter gpuCloudLeasesAreNotLazy() {
        return LazyInitializationExcludeFilter.forBeanTypes(Leases.class);
    }

    /** Warns if leases are resumed that no bean of the application can use. Of lazy beans, a start knows nothing. */
    @Bean
    @ConditionalOnBooleanProperty(name = "spring.main.lazy-initialization", havingValue = false, matchIfMissing = true)
    static SmartInitializingSingleton gpuCloudResumedLeasesCheck(
            AbstractApplicationContext context, GpuCloudProperties properties) {
        return () -> {
            if (properties.leases().hasJournal() && properties.leases().resumes() && !usesLeases(context)) {
                LOG.warn(
                        "This start leases the instances again that ended processes left in the journal {}, and no bean"
                                + " has Leases injected or listens to their events. Each of them costs until its shutdown"
                                + " timer ends it, unless a bean that asks for Leases later closes the leases of"
                                + " Leases.openLeases(). If there is none, set gpu-cloud.leases.recovery=destroy.",
                        properties.leases().journal());
            }
        };
    }

    private static boolean usesLeases(AbstractApplicationContext context) {
        ConfigurableListableBeanFactory beans = context.getBeanFactory();
        ResolvableType event = ResolvableType.forClassWithGenerics(PayloadApplicationEvent.class, LeaseEvent.class);
        return Stream.of(beans.getBeanNamesForType(Leases.class))
                        .flatMap(leases -> Stream.of(beans.getDependentBeans(leases)))
                        .anyMatch(name -> !OWN_BEANS.contains(name))
                // A customizer can add a listener, or decide about the recovery.
                || Stream.of(LeaseListener.class, GpuCloudLeaseCustomizer.class)
                        .anyMatch(type -> beans.getBeanNamesForType(type).length > 0)
                || context.getApplicationListeners().stream()
                        .anyMatch(bean -> bean instanceof GenericApplicationListener listener
                                && listener.supportsEventType(event));
    }

    /** In a class of its own, so that it is never loaded without Micrometer. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class MetersConfiguration {

        @Bean
        @ConditionalOnMissingBean
        LeaseMetrics gpuCloudLeaseMetrics(Leases leases) {
            return new LeaseMetrics(leases);
        }
    }

    /** In a class of its own, so that it is never loaded without the health module. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HealthIndicator.class)
    static class HealthConfiguration {

        @Bean
        @ConditionalOnEnabledHealthIndicator("gpu-cloud-leases")
        @ConditionalOnMissingBean(name = "gpuCloudLeasesHealthIndicator")
        HealthIndicator gpuCloudLeasesHealthIndicator(Leases leases) {
            return new GpuCloudLeasesHealthIndicator(leases);
        }
    }

    private static LeaseOptions options(
            GpuCloudProperties.Leasing properties,
            ObjectProvider<GpuCloudLeaseCustomizer> customizers,
            ObjectProvider<LeaseListener> listeners,
            ApplicationEventPublisher events) {
        LeaseOptions.Builder options = properties.options().listener(events::publishEvent);
        listeners.orderedStream().forEach(options::listener);
        customizers.orderedStream().forEach(customizer -> customizer.customize(options));
        return options.build();
    }
}
