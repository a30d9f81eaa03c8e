package io.gpucloud.client.resource;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Selects the images of the compute market to list. The documentation does not say whether a part of a version such as
 * {@code 12} finds {@code 12.4}.
 *
 * @param cudaVersion version of CUDA, or null for any
 * @param pythonVersion version of Python, or null for any
 */
public record MarketImageFilter(
        @Nullable String cudaVersion, @Nullable String pythonVersion) {

    /** {@return a filter that selects all images} */
    public static MarketImageFilter all() {
        return new MarketImageFilter(null, null);
    }

    /**
     * {@return this filter for images with a version of CUDA}
     *
     * @param cudaVersion the version
     */
    public MarketImageFilter withCuda(String cudaVersion) {
        Objects.requireNonNull(cudaVersion, "cudaVersion");
        return new MarketImageFilter(cudaVersion, pythonVersion);
    }

    /**
     * {@return this filter for images with a version of Python}
     *
     * @param pythonVersion the version
     */
    public MarketImageFilter withPython(String pythonVersion) {
        Objects.requireNonNull(pythonVersion, "pythonVersion");
        return new MarketImageFilter(cudaVersion, pythonVersion);
    }
}
