package io.gpucloud.contract.robustness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;

/** A test that goes past a bound, and sees there what its row in {@code docs/reference/limits.md} says. */
@Test
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface LimitTest {

    /** The whole row, letter by letter. */
    String value();
}
