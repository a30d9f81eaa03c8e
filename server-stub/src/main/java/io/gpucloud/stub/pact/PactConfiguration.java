package io.gpucloud.stub.pact;

import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.admin.AccountLookup;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.fault.FaultRegistry;
import io.gpucloud.stub.fault.OperationIds;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Registers the provider states of Pact. */
@Configuration(proxyBeanMethods = false)
@Import(PactController.class)
public class PactConfiguration {

    @Bean
    ProviderStates providerStates(
            AccountLookup lookup,
            Accounts accounts,
            ApiKeys keys,
            FaultRegistry faults,
            Catalog catalog,
            OperationIds operations) {
        return new ProviderStates(lookup, accounts, keys, faults, catalog, operations);
    }
}
