package io.gpucloud.stub;

import io.gpucloud.stub.startup.UnusableSettingException;
import io.gpucloud.stub.state.SeedFiles;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.springframework.core.io.DefaultResourceLoader;

/**
 * Does on a second thread what the start does a little later. Its result is not used: meanwhile the JVM initializes these classes, links
 * their lambdas and compiles their methods.
 */
final class StartWarmUp {

    private static final Logger LOG = Logger.getLogger("gpu-cloud-stub");

    /** Has a date format, for which the JDK reads the data of a locale. */
    private static final String COOKIES = "org.apache.tomcat.util.http.CookieProcessorBase";

    private StartWarmUp() {}

    static void run() {
        try {
            Class.forName(COOKIES);
            // As a text too: each new account creates one for the fingerprint of its history.
            int length = SeedFiles.read("classpath:default", new DefaultResourceLoader())
                    .accounts()
                    .toString()
                    .length();
            LOG.log(Level.FINE, "The default seed has {0} characters", length);
        } catch (ClassNotFoundException | UnusableSettingException changed) {
            // The start itself reads only what it needs.
            LOG.log(Level.FINE, "The start was not warmed up", changed);
        }
    }
}
