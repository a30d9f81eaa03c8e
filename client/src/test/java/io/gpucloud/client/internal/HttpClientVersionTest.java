package io.gpucloud.client.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.util.VersionInfo;
import org.junit.jupiter.api.Test;

/** The tests of this module run once with each supported version of HttpClient, in profile {@code ci}. */
class HttpClientVersionTest {

    @Test
    void isTheVersionOfTheBuild() {
        String named = System.getProperty("httpclient5.version");
        assumeThat(named).isNotNull();

        assertThat(version("org.apache.hc.client5", HttpClients.class)).isEqualTo(named);
    }

    /** HttpCore reads responses, and its defaults differ. */
    @Test
    void isTheVersionOfHttpCoreOfTheBuild() {
        String named = System.getProperty("httpcore5.version");
        assumeThat(named).isNotNull();

        assertThat(version("org.apache.hc.core5", Http1Config.class)).isEqualTo(named);
    }

    private static String version(String pack, Class<?> member) {
        return VersionInfo.loadVersionInfo(pack, member.getClassLoader()).getRelease();
    }
}
