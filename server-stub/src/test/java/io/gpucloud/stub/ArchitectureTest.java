package io.gpucloud.stub;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.github.bucket4j.TimeMeter;
import io.gpucloud.stub.clock.Scheduler;
import io.gpucloud.stub.clock.StubClock;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The dependencies between the packages, and the only places that read the time, block or schedule. */
@Tag("ci")
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.gpucloud.stub");
    private static final String[] MODEL = {
        "io.gpucloud.stub.account..",
        "io.gpucloud.stub.billing..",
        "io.gpucloud.stub.catalog..",
        "io.gpucloud.stub.paging.."
    };
    private static final DescribedPredicate<JavaClass> GENERATED = resideInAnyPackage(
            "io.gpucloud.stub.api.contract..",
            "io.gpucloud.stub.api.model..",
            "io.gpucloud.stub.api.observed..",
            "io.gpucloud.stub.admin.contract..",
            "io.gpucloud.stub.admin.model..");

    /** For each package the packages of the stub that it may use. The root package may use all of them. */
    private static final Map<String, Set<String>> DEPENDENCIES = """
            paging:
            store:
            json:
            page:
            billing: paging
            catalog: paging
            fault: json store
            account: billing catalog fault paging
            clock: account store
            auth: account store
            journal: auth clock fault
            startup: json
            settings: account startup
            state: account auth billing catalog clock fault journal json startup store
            sql: account clock journal json startup state store
            api: account auth billing catalog clock fault journal json paging settings store
            admin: account auth billing catalog clock fault journal json paging settings startup state store
            pact: account admin auth billing catalog fault journal json paging state
            """.lines().map(line -> line.split(":", 2)).collect(
            Collectors.toMap(
                    line -> line[0],
                    line -> line[1].isEmpty()
                            ? Set.of()
                            : Set.of(line[1].strip().split(" ", -1))));

    @TestFactory
    Stream<DynamicTest> packagesDependOnlyOnThePackagesListed() {
        return DEPENDENCIES.keySet().stream()
                .map(name -> dynamicTest(name, () -> dependencies(name).check(CLASSES)));
    }

    private static ArchRule dependencies(String name) {
        Set<String> allowed = DEPENDENCIES.getOrDefault(name, Set.of());
        Stream<String> others = DEPENDENCIES.keySet().stream()
                .filter(other -> !other.equals(name) && !allowed.contains(other))
                .map(other -> "io.gpucloud.stub." + other + "..");
        return noClasses()
                .that()
                .resideInAPackage("io.gpucloud.stub." + name + "..")
                .should()
                .dependOnClassesThat(resideInAnyPackage(
                        Stream.concat(Stream.of("io.gpucloud.stub"), others).toArray(String[]::new)))
                .because("a change to a feature must not spread to packages that do not use it");
    }

    @Test
    void everyPackageHasItsDependenciesListed() {
        assertThat(CLASSES.stream()
                        .map(JavaClass::getPackageName)
                        .filter(name -> !name.equals("io.gpucloud.stub"))
                        .map(name -> name.replaceFirst("io[.]gpucloud[.]stub[.](\\w+).*", "$1")))
                .as("packages")
                .isSubsetOf(DEPENDENCIES.keySet());
    }

    @Test
    void theModelIsPlainJava() {
        classes()
                .that()
                .resideInAnyPackage(MODEL)
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                        "io.gpucloud.stub.account..",
                        "io.gpucloud.stub.billing..",
                        "io.gpucloud.stub.catalog..",
                        "io.gpucloud.stub.fault..",
                        "io.gpucloud.stub.paging..",
                        "java..",
                        "org.jspecify.."))
                .because("a model without a framework can be read, tested and reused on its own")
                .check(CLASSES);
    }

    @Test
    void generatedTypesAreUsedOnlyByTheHttpLayers() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "io.gpucloud.stub.api..", "io.gpucloud.stub.admin..", "io.gpucloud.stub.pact..")
                .should()
                .dependOnClassesThat(GENERATED)
                .because("generated types change with the OpenAPI documents, the model with the service")
                .check(CLASSES);
    }

    @Test
    void twoClassesUseWhatWasOnlyObserved() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..observed..")
                .and()
                .haveSimpleNameNotStartingWith("InstancesController")
                .and()
                .haveSimpleNameNotStartingWith("ApiMapper")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("..observed..")
                .because("the stub serves what the service documents")
                .check(CLASSES);
    }

    @Test
    void featuresDoNotDependOnHttp() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.gpucloud.stub.auth..",
                        "io.gpucloud.stub.clock..",
                        "io.gpucloud.stub.fault..",
                        "io.gpucloud.stub.journal..",
                        "io.gpucloud.stub.json..",
                        "io.gpucloud.stub.store..")
                .should()
                .dependOnClassesThat(resideInAnyPackage("jakarta.servlet..", "org.springframework..", "org.apache.."))
                .because("the public API and the administration use the same features")
                .check(CLASSES);
    }

    @Test
    void onlyTheClockReadsTheSystemTime() {
        noClasses()
                .that()
                // A wait must end in real time, whatever the clock of the stub shows.
                .doNotBelongToAnyOf(StubClock.class, Scheduler.class)
                .should()
                .callMethodWhere(calls(
                        Set.of("now", "currentTimeMillis", "nanoTime", "systemUTC", "systemDefaultZone"),
                        Set.of(Instant.class.getName(), System.class.getName(), Clock.class.getName())))
                .because("with one clock a year passes in a moment, and the same for everybody")
                .check(CLASSES);
    }

    @Test
    void onlyLimitsUseAnotherSourceOfTime() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(StubConfiguration.class)
                .should()
                .accessField(TimeMeter.class, "SYSTEM_NANOTIME")
                .because("limits count real seconds")
                .check(CLASSES);
    }

    /** Except the result code, which each part that responds writes. */
    @Test
    void eachValueOfARequestHasOneClassThatWritesIt() {
        Map<String, Set<String>> writers = new TreeMap<>();
        CLASSES.get("io.gpucloud.stub.api.RequestContext").getMethods().stream()
                .filter(method -> method.getFieldAccesses().stream()
                        .anyMatch(access -> access.getAccessType() == JavaFieldAccess.AccessType.SET))
                .filter(method -> !method.getName().equals("code"))
                .forEach(method -> writers.computeIfAbsent(method.getName(), name -> new TreeSet<>())
                        .addAll(method.getCallsOfSelf().stream()
                                .map(call -> call.getOriginOwner().getSimpleName())
                                .toList()));

        assertThat(writers)
                .isNotEmpty()
                .allSatisfy((value, classes) -> assertThat(classes).hasSize(1));
    }

    @Test
    void onlyTheSchedulerBlocksOrSchedules() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(Scheduler.class)
                // They wait for other processes, and for nothing of the model.
                .and()
                .doNotBelongToAnyOf(StubProcessMain.class, ReusedStubProcess.class, ClassArchiveCreator.class)
                .should()
                .callMethodWhere(calls(
                        Set.of(("sleep start join wait timedWait await awaitNanos schedule submit execute"
                                        + " get orTimeout waitFor acquire")
                                .split(" ")),
                        Set.of(
                                Object.class.getName(),
                                Thread.class.getName(),
                                TimeUnit.class.getName(),
                                Process.class.getName(),
                                CompletableFuture.class.getName(),
                                CountDownLatch.class.getName(),
                                Semaphore.class.getName(),
                                "java.util.concurrent.locks.Condition")))
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Executor.class)
                .because("what is due is on an agenda, and nobody is woken for it")
                .check(CLASSES);
    }

    @Test
    void onlyTheRevisionsOfAccountsAreRandom() {
        noClasses()
                .that()
                // Draws the number of each account that is opened, for its revision.
                .doNotBelongToAnyOf(StubConfiguration.class)
                .should()
                .callMethod(UUID.class, "randomUUID")
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Random.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(ThreadLocalRandom.class)
                .because("the same calls must give the same answers")
                .check(CLASSES);
    }

    @Test
    void theHttpLayersExposeOnlyTheirConfiguration() {
        classes()
                .that(resideInAnyPackage("io.gpucloud.stub.api", "io.gpucloud.stub.page", "io.gpucloud.stub.pact"))
                .and()
                .areTopLevelClasses()
                .and()
                .haveSimpleNameNotEndingWith("Configuration")
                .and()
                .doNotHaveSimpleName("package-info")
                .should()
                .bePackagePrivate()
                .because("only StubConfiguration needs to find them, and it finds the configuration")
                .check(CLASSES);
    }

    private static DescribedPredicate<JavaMethodCall> calls(Set<String> methods, Set<String> owners) {
        return DescribedPredicate.describe(
                "calls of " + methods + " of " + owners,
                call -> methods.contains(call.getTarget().getName())
                        && owners.contains(call.getTarget().getOwner().getName()));
    }
}
