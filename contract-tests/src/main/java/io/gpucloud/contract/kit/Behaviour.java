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
 * Marks facts of the kit: they are skipped where settings say so, and are given what they ask with. They run one after another even
 * where all else runs in parallel: they may share an account, which may cost money.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(KitExtension.class)
@Execution(ExecutionMode.SAME_THREAD)
@DisplayNameGeneration(Sentences.class)
public @interface Behaviour {}
