package io.gpucloud.contract.kit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.extension.ExtendWith;

/** Marks a class with tests of the kit. The settings decide which tests are skipped, and the parameters of the tests are provided. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(KitExtension.class)
@DisplayNameGeneration(SentenceDisplayNames.class)
public @interface KitTest {}
