package io.gpucloud.testing;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;

/** A program that starts a stub and sends it one request. */
final class StartOnce {

    private StartOnce() {}

    /**
     * Prints the status of the response.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) throws IOException {
        try (GpuCloudStubServer stub = GpuCloudStubServer.start()) {
            HttpURLConnection connection = (HttpURLConnection)
                    URI.create(stub.baseUrl() + "/balance/info").toURL().openConnection();
            connection.setRequestProperty(
                    "Authorization", "Bearer " + stub.newAccount().apiKey());
            System.out.println("SERVED " + connection.getResponseCode());
        }
    }
}
