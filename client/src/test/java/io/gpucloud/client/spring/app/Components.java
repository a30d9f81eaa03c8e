package io.gpucloud.client.spring.app;

import org.springframework.stereotype.Component;

/** The components of the application. */
final class Components {

    private Components() {}

    /** A component that the slice leaves out. */
    @Component
    static class Office {}

    /** A component that a test includes. */
    @Component
    static class Renting {}
}
