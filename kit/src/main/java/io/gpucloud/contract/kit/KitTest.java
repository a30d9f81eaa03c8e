package io.gpucloud.contract.kit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Marks a class with tests of the kit. The settings decide which tests are skipped, and the parameters of the tests are
 * provided. The tests run one after another even if all others run in parallel, because they may share an account,
 * which may cost money.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(KitExtension.class)
@Execution(ExecutionMode.SAME_THREAD)
@DisplayNameGeneration(SentenceDisplayNames.class)
public @interface KitTest {}
