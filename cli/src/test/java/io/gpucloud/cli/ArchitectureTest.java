package io.gpucloud.cli;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The allowed dependencies between packages of the program. */
@Tag("ci")
class ArchitectureTest {

    private static final List<String> PACKAGES =
            List.of(".output", ".stub", ".command", ".account", ".monitor", ".rent", ".serve", ".mcp", "");

    private static final JavaClasses PROGRAM = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.gpucloud.cli");

    @ParameterizedTest
    @ValueSource(strings = {".output", ".stub", ".command", ".account", ".monitor", ".rent", ".serve", ".mcp"})
    void aPackageUsesOnlyThoseBeforeIt(String name) {
        String[] later = PACKAGES.stream()
                .skip(PACKAGES.indexOf(name) + 1L)
                .map("io.gpucloud.cli"::concat)
                .toArray(String[]::new);

        noClasses()
                .that()
                .resideInAPackage("io.gpucloud.cli" + name)
                .should()
                .dependOnClassesThat(resideInAnyPackage(later))
                .because("each package must be understood without those that use it")
                .check(PROGRAM);
    }
}
