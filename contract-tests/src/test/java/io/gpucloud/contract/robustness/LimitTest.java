package io.gpucloud.contract.robustness;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;

/** Marks a test that exceeds a limit and asserts the behavior in its row of {@code docs/reference/stub-settings.md}. */
@Test
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface LimitTest {

    /** The complete text of the row. */
    String value();
}
