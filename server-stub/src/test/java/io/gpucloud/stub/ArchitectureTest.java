package io.gpucloud.stub;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures;
import io.gpucloud.stub.control.StubClock;
import io.gpucloud.stub.control.Waits;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which room knows which: imports point down, and time, chance and threads come in through one door each. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.gpucloud.stub");
    private static final DescribedPredicate<JavaClass> GENERATED = resideInAnyPackage(
            "io.gpucloud.stub.web.api..",
            "io.gpucloud.stub.web.wire..",
            "io.gpucloud.stub.admin.api..",
            "io.gpucloud.stub.admin.wire..");

    @Test
    void theDomainIsPlainJava() {
        classes()
                .that()
                .resideInAPackage("io.gpucloud.stub.domain..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("io.gpucloud.stub.domain..", "java..", "org.jspecify.."))
                .because("a model that knows no framework can be read, tested and carried elsewhere")
                .check(CLASSES);
    }

    @Test
    void importsPointDown() {
        Architectures.layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("Wiring")
                .definedBy("io.gpucloud.stub")
                .layer("JUnit")
                .definedBy("io.gpucloud.stub.junit..")
                .layer("Web")
                .definedBy("io.gpucloud.stub.web..")
                .layer("Admin")
                .definedBy("io.gpucloud.stub.admin..")
                .layer("Control")
                .definedBy("io.gpucloud.stub.control..")
                .layer("Domain")
                .definedBy("io.gpucloud.stub.domain..")
                .whereLayer("JUnit")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("Wiring")
                .mayOnlyBeAccessedByLayers("JUnit")
                .whereLayer("Web")
                .mayOnlyBeAccessedByLayers("Wiring")
                .whereLayer("Admin")
                .mayOnlyBeAccessedByLayers("Wiring")
                .whereLayer("Control")
                .mayOnlyBeAccessedByLayers("Wiring", "Web", "Admin")
                .whereLayer("Domain")
                .mayOnlyBeAccessedByLayers("Wiring", "Web", "Admin", "Control")
                .because("the two doors steer the same model and do not know each other")
                .check(CLASSES);
    }

    @Test
    void noRoomKnowsTheOneThatKnowsIt() {
        slices().matching("io.gpucloud.stub.(*)..")
                .should()
                .beFreeOfCycles()
                .because("a cycle of packages is one package in disguise")
                .check(CLASSES);
    }

    @Test
    void generatedTypesStayAtTheirDoor() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.gpucloud.stub",
                        "io.gpucloud.stub.junit..",
                        "io.gpucloud.stub.control..",
                        "io.gpucloud.stub.domain..")
                .should()
                .dependOnClassesThat(GENERATED)
                .because("the wire changes with the contract, the model with the service")
                .check(CLASSES);
    }

    @Test
    void controlKnowsNoHttp() {
        noClasses()
                .that()
                .resideInAPackage("io.gpucloud.stub.control..")
                .should()
                .dependOnClassesThat(resideInAnyPackage("jakarta.servlet..", "org.springframework..", "org.apache.."))
                .because("what steers a stub is steered over more than one door")
                .check(CLASSES);
    }

    @Test
    void nobodyAsksForTheTimeButTheClock() {
        noClasses()
                .that()
                // A wait has to end by the machine's time, whatever the clock of the stub shows.
                .doNotBelongToAnyOf(StubClock.class, Waits.class)
                .should()
                .callMethodWhere(calls(
                        Set.of("now", "currentTimeMillis", "nanoTime", "systemUTC", "systemDefaultZone"),
                        Set.of(Instant.class.getName(), System.class.getName(), Clock.class.getName())))
                .because("with one clock a year passes in a moment, and the same for everybody")
                .check(CLASSES);
    }

    @Test
    void nobodyWaitsOrSchedulesButWaits() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(Waits.class)
                // Requests have the threads that the server gives them.
                .and()
                .doNotHaveFullyQualifiedName("io.gpucloud.stub.web.TomcatConfiguration")
                .should()
                .callMethodWhere(calls(
                        Set.of("sleep", "start", "wait", "await", "awaitNanos", "schedule", "submit", "execute"),
                        Set.of(
                                Thread.class.getName(),
                                TimeUnit.class.getName(),
                                "java.util.concurrent.locks.Condition")))
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Executor.class)
                .because("what is due is on an agenda, and nobody is woken for it")
                .check(CLASSES);
    }

    @Test
    void nobodyDrawsLots() {
        noClasses()
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
    void theDoorsKeepTheirPartsToThemselves() {
        classes()
                .that(resideInAnyPackage("io.gpucloud.stub.web", "io.gpucloud.stub.admin"))
                .and()
                .areTopLevelClasses()
                .and()
                .doNotHaveSimpleName("WebConfiguration")
                .and()
                .doNotHaveSimpleName("AdminConfiguration")
                .and()
                .doNotHaveSimpleName("package-info")
                .should()
                .bePackagePrivate()
                .because("only the wiring needs to find them, and it finds the configuration")
                .check(CLASSES);
    }

    private static DescribedPredicate<JavaMethodCall> calls(Set<String> methods, Set<String> owners) {
        return DescribedPredicate.describe(
                "calls of " + methods + " of " + owners,
                call -> methods.contains(call.getTarget().getName())
                        && owners.contains(call.getTarget().getOwner().getName()));
    }
}
