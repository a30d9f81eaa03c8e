/** Client of the Cloud GPU Instance Service API. Start at {@code io.gpucloud.client.GpuCloudClient}. */
module io.gpucloud.client {
    requires transitive feign.core;
    requires transitive org.jspecify;
    requires com.fasterxml.jackson.annotation;
    requires jakarta.validation;
    // HttpClient uses it, and its automatic module cannot say so.
    requires jdk.net;
    requires org.apache.httpcomponents.client5.httpclient5;
    requires org.apache.httpcomponents.core5.httpcore5;
    requires org.slf4j;
    requires tools.jackson.core;
    requires tools.jackson.databind;
    requires static micrometer.core;
    requires static micrometer.observation;
    requires static spring.beans;
    requires static spring.boot;
    requires static spring.boot.autoconfigure;
    requires static spring.boot.health;
    requires static spring.context;
    requires static spring.core;
    requires static spring.web;

    exports io.gpucloud.client;
    exports io.gpucloud.client.api;
    exports io.gpucloud.client.error;
    exports io.gpucloud.client.lease;
    exports io.gpucloud.client.micrometer;
    exports io.gpucloud.client.model;
    exports io.gpucloud.client.observed;
    exports io.gpucloud.client.resource;
    exports io.gpucloud.client.spring;

    opens io.gpucloud.client.lease to
            tools.jackson.databind;
    // Jackson and any validator read the records.
    opens io.gpucloud.client.model;
    opens io.gpucloud.client.observed;
    opens io.gpucloud.client.spring;
}
