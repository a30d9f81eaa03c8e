package io.gpucloud.client.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this client, which the build writes into a resource. */
final class ClientVersion {

    /** How the client names itself. */
    static final String USER_AGENT =
            "gpu-cloud-client/" + version() + " Java/" + Runtime.version().feature();

    private ClientVersion() {}

    private static String version() {
        try (InputStream resource = ClientVersion.class.getResourceAsStream("version.properties")) {
            Properties properties = new Properties();
            properties.load(resource);
            return properties.getProperty("version");
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }
}
