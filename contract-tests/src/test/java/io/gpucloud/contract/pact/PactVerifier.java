package io.gpucloud.contract.pact;

import static java.util.stream.Collectors.joining;

import au.com.dius.pact.core.model.DefaultPactReader;
import au.com.dius.pact.core.model.Interaction;
import au.com.dius.pact.core.model.Pact;
import au.com.dius.pact.provider.ConsumerInfo;
import au.com.dius.pact.provider.IProviderInfo;
import au.com.dius.pact.provider.ProviderClient;
import au.com.dius.pact.provider.ProviderInfo;
import au.com.dius.pact.provider.ProviderVerifier;
import au.com.dius.pact.provider.VerificationFailureType;
import au.com.dius.pact.provider.VerificationResult;
import java.net.MalformedURLException;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.junit.jupiter.api.DynamicTest;

/** Verifies pacts with a stub as any team would: over HTTP, with the provider states of {@code /__admin}. */
final class PactVerifier {

    private final ProviderInfo provider;

    PactVerifier(URI url) throws MalformedURLException {
        provider = new ProviderInfo(Pacts.PROVIDER);
        provider.setHost(url.getHost());
        provider.setPort(url.getPort());
        provider.setPath("/");
        provider.setStateChangeUrl(url.resolve("/__admin/pact/provider-states").toURL());
        provider.setStateChangeUsesBody(true);
    }

    /** A test for each interaction of a pact. */
    Stream<DynamicTest> testsOf(Path file) {
        Pact pact = DefaultPactReader.INSTANCE.loadPact(file.toFile());
        ConsumerInfo consumer = new ConsumerInfo(pact.getConsumer().getName());
        return pact.getInteractions().stream()
                .map(interaction -> DynamicTest.dynamicTest(
                        interaction.getDescription(), () -> verify(consumer, interaction, pact)));
    }

    private void verify(ConsumerInfo consumer, Interaction interaction, Pact pact) {
        ProviderVerifier verifier = new ProviderVerifier();
        verifier.setReporters(List.of());
        VerificationResult result = verifier.verifyInteraction(
                provider,
                consumer,
                new HashMap<>(),
                interaction,
                pact,
                null,
                new ProviderClient(provider, PactVerifier::clientThatAsksOnce));
        if (result instanceof VerificationResult.Failed failed) {
            throw new AssertionError(failed.getDescription() + ": " + differences(failed));
        }
    }

    /** The default HTTP client of Pact repeats a request after 429, and so verifies the second response. */
    private static CloseableHttpClient clientThatAsksOnce(IProviderInfo provider) {
        return HttpClients.custom().disableAutomaticRetries().build();
    }

    private static String differences(VerificationResult.Failed failed) {
        return failed.getFailures().values().stream()
                .flatMap(List::stream)
                .map(VerificationFailureType::description)
                .collect(joining("\n"));
    }
}
