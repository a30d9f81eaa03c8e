package io.gpucloud.contract.kit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.extension.ExtendWith;

/** Marks facts of the kit: they are skipped where settings say so, and are given what they ask with. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(KitExtension.class)
@DisplayNameGeneration(Sentences.class)
public @interface Behaviour {}
