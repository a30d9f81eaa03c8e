package io.gpucloud.cli.command;

import picocli.CommandLine.IVersionProvider;

/** The version in the manifest of the jar. */
public final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {"gpu-cloud " + number()};
    }

    public static String number() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "(unpackaged)" : version;
    }
}
