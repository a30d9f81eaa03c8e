package io.gpucloud.cli.command;

import picocli.CommandLine.IVersionProvider;

/** The version in the manifest of the jar, and the Java that runs it, because there may be several. */
public final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String java = System.getProperty("java.version") + " in " + System.getProperty("java.home");
        return new String[] {"gpu-cloud " + number() + " (Java " + java + ")"};
    }

    public static String number() {
        String version = Version.class.getPackage().getImplementationVersion();
        return version == null ? "(unpackaged)" : version;
    }
}
