package io.gpucloud.contract.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Public types and members have a comment, except in packages that are internal. Doclint checks only the comments that
 * exist, because it would also require tags that repeat the name of a parameter.
 */
class JavadocTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "client/src/main/java",
                "client/target/generated-sources/contract/src/main/java",
                "openapi/src/main/java",
                "server-stub/src/main/java",
                "server-stub/testing/src/main/java"
            })
    void everyPublicTypeAndMemberHasAComment(String sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (Stream<Path> tree = Files.walk(Path.of("..", sources));
                StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<Path> java = tree.filter(file -> file.toString().matches(".*[.]java"))
                    .filter(file -> !file.toString().matches(".*/(client/internal|stub/[a-z]+)/.*"))
                    .toList();
            JavacTask task = (JavacTask)
                    compiler.getTask(null, files, null, null, null, files.getJavaFileObjectsFromPaths(java));
            Members members = new Members(DocTrees.instance(task));
            members.scan(task.parse(), null);
            assertThat(members.visible).isPositive();
            assertThat(members.undocumented).isEmpty();
        }
    }

    private static final class Members extends TreePathScanner<@Nullable Void, @Nullable Void> {

        private final DocTrees comments;
        private final List<String> undocumented = new ArrayList<>();
        private int visible;

        private Members(DocTrees comments) {
            this.comments = comments;
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, @Nullable Void none) {
            return check(type.getModifiers(), type.getSimpleName()) ? super.visitClass(type, null) : null;
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable Void none) {
            if (!method.getModifiers().getAnnotations().toString().contains("@Override")) {
                check(method.getModifiers(), method.getName());
            }
            return null;
        }

        @Override
        public @Nullable Void visitVariable(VariableTree field, @Nullable Void none) {
            check(field.getModifiers(), field.getName());
            return null;
        }

        /** Returns whether it is visible. */
        private boolean check(ModifiersTree modifiers, CharSequence name) {
            Set<Modifier> flags = modifiers.getFlags();
            boolean ofInterface = getCurrentPath().getParentPath().getLeaf().getKind() == Tree.Kind.INTERFACE;
            boolean isVisible = flags.contains(Modifier.PUBLIC)
                    || flags.contains(Modifier.PROTECTED)
                    || (ofInterface && !flags.contains(Modifier.PRIVATE));
            if (isVisible) {
                visible++;
                if (comments.getDocComment(getCurrentPath()) == null) {
                    undocumented.add(getCurrentPath()
                                    .getCompilationUnit()
                                    .getSourceFile()
                                    .getName() + ": " + name);
                }
            }
            return isVisible;
        }
    }
}
