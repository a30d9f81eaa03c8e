package io.gpucloud.stub.state;

import io.gpucloud.stub.json.InvalidJsonException;
import io.gpucloud.stub.startup.UnusableSettingException;
import java.io.IOException;
import java.util.Map;
import org.springframework.core.io.Resource;
import org.springframework.core.io.ResourceLoader;

/** Reads the seed that the configuration names. */
public final class SeedFiles {

    private static final Map<String, String> OF_THE_STUB = Map.of(
            "classpath:default", "classpath:/" + SeedReader.DEFAULT, "classpath:empty", "classpath:/seed/empty.json");

    private SeedFiles() {}

    public static Seeds read(String location, ResourceLoader resources, ControlsReader controls) {
        Resource file = resources.getResource(OF_THE_STUB.getOrDefault(location, location));
        try {
            return SeedReader.read(file.getContentAsByteArray(), controls);
        } catch (InvalidJsonException unfit) {
            throw unusable(location, String.valueOf(unfit.getMessage()));
        } catch (IOException unreadable) {
            throw unusable(location, "cannot be read");
        }
    }

    private static UnusableSettingException unusable(String location, String reason) {
        return new UnusableSettingException(
                "stub.seed", location, reason, "Correct the file. Its schema is seed/seed.schema.json in the jar.");
    }
}
