package io.gpucloud.testing;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;

/** A program that starts a stub and sends it one request. */
final class StartStub {

    private StartStub() {}

    /**
     * Prints the status of the response.
     *
     * @param folders folders to delete before the stub is started again
     */
    public static void main(String[] folders) throws IOException {
        serve();
        for (String folder : folders) {
            new ProcessFolder(Path.of(folder)).delete();
            serve();
        }
    }

    private static void serve() throws IOException {
        try (GpuCloudStubServer stub = GpuCloudStubServer.start()) {
            HttpURLConnection connection = (HttpURLConnection)
                    URI.create(stub.baseUrl() + "/balance/info").toURL().openConnection();
            connection.setRequestProperty(
                    "Authorization", "Bearer " + stub.newAccount().apiKey());
            System.out.println("SERVED " + connection.getResponseCode());
        }
    }
}
