package io.gpucloud.stub;

import io.gpucloud.stub.control.SeedReader;
import io.gpucloud.stub.control.Seeds;
import io.gpucloud.stub.control.UnfitException;
import java.io.IOException;
import java.util.Map;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;

/** Finds the seed that the configuration names. */
final class SeedFiles {

    private static final Map<String, String> OF_THE_STUB = Map.of(
            "classpath:default", "classpath:/seed/default.json",
            "classpath:empty", "classpath:/seed/empty.json");

    private SeedFiles() {}

    /** A seed that cannot be used. The message is one line: the file, the place in it, and the reason. */
    static final class BadSeedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private BadSeedException(String location, String reason) {
            super("stub.seed " + location + ": " + reason);
        }
    }

    static Seeds read(String location, ResourceLoader resources) {
        Resource file = resources.getResource(OF_THE_STUB.getOrDefault(location, location));
        try {
            return SeedReader.read(file.getContentAsByteArray());
        } catch (UnfitException unfit) {
            throw new BadSeedException(location, String.valueOf(unfit.getMessage()));
        } catch (IOException unreadable) {
            throw new BadSeedException(location, "cannot be read");
        }
    }
}
