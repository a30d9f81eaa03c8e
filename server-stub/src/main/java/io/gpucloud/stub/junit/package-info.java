/**
 * The stub inside JUnit tests: one stub for all tests of a JVM, and for each test an account of its own, whose time the test
 * can move without meeting any other. Needs {@code junit-jupiter-api} on the class path.
 */
@NullMarked
package io.gpucloud.stub.junit;

import org.jspecify.annotations.NullMarked;
