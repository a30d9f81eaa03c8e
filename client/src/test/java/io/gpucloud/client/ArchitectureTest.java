package io.gpucloud.client;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameContaining;
import static com.tngtech.archunit.core.domain.properties.HasModifiers.Predicates.modifier;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.gpucloud.client.internal.DefaultClient;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The allowed dependencies between packages of the client, and on libraries. */
@Tag("ci")
class ArchitectureTest {

    private static final JavaClasses CLIENT = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.gpucloud.client");

    /** The functional core of leases. */
    private static final Set<String> LEDGER = Set.of(
            "AccountUse",
            "Decision",
            "LeaseRecord",
            "LeaseState",
            "Ledger",
            "Limits",
            "Moment",
            "Observation",
            "Ownership",
            "Sightings");

    /**
     * The types that the ledger shares with the rest of its package: values, and the exceptions of its public
     * interface.
     */
    private static final Set<String> LEDGER_VALUES = Set.of(
            "InstanceRequest",
            "InstanceTitle",
            "LeaseCost",
            "LeaseJournalException",
            "LeaseTerms",
            "RentalCost",
            "Spending",
            "SpendingLimitException",
            "SweepPreview",
            "TagInUseException");

    /** The one hook for transport and interceptors. */
    private static final Set<String> HOOKS = Set.of("transport", "interceptor");

    /** The classes that may read the monotonic clock, each with its reason. */
    private static final Map<String, String> MONOTONIC_CLOCK = Map.of(
            "Deadline", "a deadline aborts a socket in real time, also with the timer of a test",
            "ManagedConnection", "a server closes an idle connection in real time",
            "SystemWaitTimer", "waits must not end when the clock of the system is set",
            "RetryingClient", "measures the duration of attempts for listeners",
            "ObservingClient", "reports these durations");

    /** The classes that may use randomness without a seed, each with its reason. */
    private static final Map<String, String> RANDOMNESS = Map.of(
            "CallContext", "request identifiers must differ between processes",
            "InstanceTitle", "nonces and owners must differ between processes",
            "JournalFile", "names of files must differ between processes",
            "GpuCloudClientBuilder", "the default of its own random source",
            "GpuModelChoice", "the client has no public method for the random source of its builder");

    /** The classes of the package {@code internal} that other packages use, each with its reason. */
    private static final Map<String, String> VISIBLE = Map.ofEntries(
            Map.entry("AdditionalMembers", "is a member of all records"),
            Map.entry("AsyncCall", "runs calls for the interface of the client"),
            Map.entry("BaseUrls", "checks the address on the builder"),
            Map.entry("DefaultClient", "is built by the builder"),
            Map.entry("DefaultObservedOperations", "is created by DefaultClient"),
            Map.entry("FeignParts", "is what GpuCloudFeign consists of"),
            Map.entry("DurationText", "words of messages"),
            Map.entry("ForeignText", "cleans the messages of exceptions"),
            Map.entry("HttpSettings", "is filled by the builder"),
            Map.entry("JacksonVersions", "is checked by the builder"),
            Map.entry("PeriodicCheck", "checks what leases have to do in the background"),
            Map.entry("Preconditions", "checks arguments everywhere"),
            Map.entry("ServiceTime", "is the timer of the builder"),
            Map.entry("Settings", "is filled by the builder"));

    private static void check(ArchRule rule) {
        rule.check(CLIENT);
    }

    @Test
    void noFeignAndNoJacksonInTheSignaturesOfTheHandWrittenLayer() {
        DescribedPredicate<JavaClass> libraries =
                resideInAnyPackage("feign..", "tools.jackson..", "com.fasterxml.jackson..", "org.apache..");
        check(methods()
                .that()
                .arePublic()
                .and()
                .areDeclaredInClassesThat(not(resideInAnyPackage("..internal..", "..api..", "..model.."))
                        .and(not(equivalentTo(GpuCloudFeign.class))))
                .should(new ArchCondition<>("speak of the client alone") {
                    @Override
                    public void check(JavaMethod method, ConditionEvents events) {
                        boolean hook = method.getOwner().isEquivalentTo(GpuCloudClientBuilder.class)
                                && HOOKS.contains(method.getName());
                        boolean speaksOfLibraries = libraries.test(method.getRawReturnType())
                                || method.getRawParameterTypes().stream().anyMatch(libraries);
                        events.add(new SimpleConditionEvent(method, hook || !speaksOfLibraries, method.getFullName()));
                    }
                })
                .because("users must not depend on what lies below"));
    }

    @Test
    void readsTheSystemClockAndPausesOnlyInWaitTimers() {
        check(noClasses()
                .that()
                .areNotAssignableTo(WaitTimer.class)
                .should()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(Thread.class, "sleep", long.class, int.class)
                .orShould()
                .callMethod(TimeUnit.class, "sleep", long.class)
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(InstantSource.class, "system")
                .orShould()
                .callMethod(Clock.class, "systemUTC")
                .orShould()
                .callMethod(Clock.class, "systemDefaultZone")
                .because("time is injected, so that tests need not wait"));
    }

    @Test
    void measuresRealTimeOnlyForDeadlinesConnectionsAndDurations() {
        check(noClasses()
                .that(not(areAnyOf(MONOTONIC_CLOCK)))
                .should()
                .callMethod(System.class, "nanoTime")
                .because("only sockets and reports of durations need real time"));
    }

    @Test
    void usesUnseededRandomnessOnlyForIdentifiersAndDefaults() {
        check(noClasses()
                .that(not(areAnyOf(RANDOMNESS)))
                .should()
                .callMethod(UUID.class, "randomUUID")
                .orShould()
                .callMethod(ThreadLocalRandom.class, "current")
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .callConstructor(Random.class)
                .orShould()
                .callConstructor(SecureRandom.class)
                .because("tests pass a random source to the builder"));
    }

    private static DescribedPredicate<JavaClass> areAnyOf(Map<String, String> exceptions) {
        return DescribedPredicate.describe(
                "are any of " + exceptions.keySet(), type -> exceptions.containsKey(type.getSimpleName()));
    }

    @Test
    void springAndMicrometerAreUsedOnlyInTheirPackages() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages("..spring..", "..micrometer..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework..", "io.micrometer..", "org.junit..")
                .because("both are optional"));
    }

    @Test
    void healthTypesAreUsedOnlyInClassesThatNeedThem() {
        check(noClasses()
                .that()
                .resideInAPackage("..client.spring..")
                .and()
                .haveSimpleNameNotContaining("Health")
                .should()
                .dependOnClassesThat(resideInAPackage("org.springframework.boot.health..")
                        .or(resideInAPackage("..client.spring..").and(simpleNameContaining("Health"))))
                .because("the health module is optional, and applications start without it"));
    }

    @Test
    void optionalPartsUseOnlyThePublicInterface() {
        check(noClasses()
                .that()
                .resideInAnyPackage("..lease..", "..spring..", "..micrometer..")
                .should()
                .dependOnClassesThat(resideInAPackage("..internal..")
                        .and(not(simpleName("Preconditions")))
                        .and(not(simpleName("DurationText")))
                        .and(not(simpleName("PeriodicCheck"))))
                .because(
                        "so it can be left out, replaced, and read; argument checks and words of messages are shared"));
    }

    @Test
    void theClientDoesNotUseLeases() {
        check(noClasses()
                .that()
                .resideOutsideOfPackages("..lease..", "..spring..", "..micrometer..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("..lease..")
                .because("they can be left out"));
    }

    /** The rest of the package uses the ledger, and not the other way round. */
    @Test
    void theLedgerIsPlainJava() {
        check(classes()
                .that(outermost(LEDGER))
                .should()
                .onlyDependOnClassesThat(outermost(LEDGER)
                        .or(outermost(LEDGER_VALUES))
                        .or(resideInAnyPackage("java.lang..", "java.math", "java.time", "java.util.."))
                        .or(resideInAnyPackage("io.gpucloud.client.model", "org.jspecify.annotations"))
                        .or(outermost(Set.of("InstanceStatus", "Listing", "Preconditions", "DurationText"))))
                .because("it needs no thread, request, file, clock or log, so tests can try millions of orders"));
        check(noClasses()
                .that(outermost(LEDGER))
                .should()
                .dependOnClassesThat(resideInAPackage("java.util.concurrent..").or(equivalentTo(Thread.class)))
                .because("the owner of a ledger guards it"));
    }

    private static DescribedPredicate<JavaClass> outermost(Set<String> names) {
        return DescribedPredicate.describe("are in " + names, type -> {
            JavaClass outer = type.getBaseComponentType();
            while (outer.getEnclosingClass().isPresent()) {
                outer = outer.getEnclosingClass().get();
            }
            return names.contains(outer.getSimpleName());
        });
    }

    @Test
    void generatedInterfacesReturnNoFutures() {
        check(methods()
                .that()
                .areDeclaredInClassesThat(resideInAPackage("..api.."))
                .should()
                .notHaveRawReturnType(CompletableFuture.class)
                .because("a synchronous Feign hangs on them"));
    }

    @Test
    void noFactoryTakesTwoStringsThatCanBeSwapped() {
        check(methods()
                .that()
                .areStatic()
                .and()
                .arePublic()
                .and()
                .areDeclaredInClassesThat(
                        resideInAnyPackage("..resource..", "..lease..").and(modifier(JavaModifier.PUBLIC)))
                .should(new ArchCondition<>("take at most one string") {
                    @Override
                    public void check(JavaMethod method, ConditionEvents events) {
                        long strings = method.getRawParameterTypes().stream()
                                .filter(type -> type.isEquivalentTo(String.class))
                                .count();
                        events.add(new SimpleConditionEvent(method, strings < 2, method.getFullName()));
                    }
                })
                .because("identifiers in the wrong order compile; a builder names them"));
    }

    @Test
    void nothingElseNeedsWhatTheServiceDoesNotDocument() {
        check(noClasses()
                .that()
                .resideOutsideOfPackage("..observed..")
                .and()
                .doNotBelongToAnyOf(GpuCloudClient.class, DefaultClient.class)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("..observed..")
                .because("client and leases must work with a service that offers only what it documents"));
    }

    /** The decoder of envelopes is a part of the step {@code DecodingClient}. */
    @Test
    void eachValueOfACallHasOneStepThatSetsIt() {
        assertThat(CLIENT.get("io.gpucloud.client.internal.CallContext").getMethods())
                .filteredOn(method -> method.getName().startsWith("set"))
                .isNotEmpty()
                .allSatisfy(
                        method -> assertThat(steps(method)).as(method.getName()).hasSize(1));
    }

    private static Set<String> steps(JavaMethod setter) {
        return setter.getCallsOfSelf().stream()
                .map(call -> call.getOriginOwner().getSimpleName().replace("EnvelopeDecoder", "DecodingClient"))
                .collect(Collectors.toSet());
    }

    @Test
    void internalTypesAreNotPublic() {
        check(classes()
                .that()
                .resideInAPackage("..internal..")
                .and()
                .areNotNestedClasses()
                .and(not(areAnyOf(VISIBLE)))
                .should()
                .bePackagePrivate());
    }
}
