package io.gpucloud.stub.pact;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** Registers the provider states of Pact. */
@Configuration(proxyBeanMethods = false)
@Import(PactController.class)
public class PactConfiguration {}
