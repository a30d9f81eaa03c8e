package io.gpucloud.benchmarks;

import io.gpucloud.client.model.InstanceListResponse;
import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Instance;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.api.ApiConfiguration;
import io.gpucloud.stub.catalog.Catalog;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import tools.jackson.databind.json.JsonMapper;

/**
 * What it costs to write 20 instances as JSON and to read them. Mappers and mapping are those of stub and client, which
 * keep them to themselves: hence the handles.
 */
@State(Scope.Benchmark)
@SuppressWarnings("NullAway.Init") // JMH calls open() before all else.
public class MappingBenchmark extends NanosecondBenchmark {

    private JsonMapper ofStub;
    private JsonMapper ofClient;
    private MethodHandle toWire;
    private List<Instance> instances;
    private byte[] json;

    /** Makes the list, and what maps it. */
    @Setup
    public void open() throws Throwable {
        Domain domain = new Domain();
        AccountKey account = new AccountKey("tenant-mapping");
        domain.open(account, 20, 0);
        instances = domain.perform(account, new Operation.ListInstances());

        MethodHandles.Lookup stub = MethodHandles.privateLookupIn(ApiConfiguration.class, MethodHandles.lookup());
        Class<?> wire = stub.findClass("io.gpucloud.stub.api.ApiMapper");
        Class<?> answer = stub.findClass("io.gpucloud.stub.api.model.InstanceListResponse");
        toWire = stub.findVirtual(wire, "instances", MethodType.methodType(answer, List.class))
                .bindTo(stub.findConstructor(wire, MethodType.methodType(void.class, Catalog.class))
                        .invoke(domain.catalog()));
        ofStub = (JsonMapper) stub.findVirtual(ApiConfiguration.class, "json", MethodType.methodType(JsonMapper.class))
                .invoke(new ApiConfiguration());
        Class<?> client = Class.forName("io.gpucloud.client.internal.Json");
        ofClient = (JsonMapper) MethodHandles.privateLookupIn(client, MethodHandles.lookup())
                .findStaticGetter(client, "MAPPER", JsonMapper.class)
                .invoke();
        json = stubWrites20();
    }

    /** The stub's answer, from its model to bytes. */
    @Benchmark
    public byte[] stubWrites20() throws Throwable {
        return ofStub.writeValueAsBytes((Object) toWire.invoke(instances));
    }

    /** The client's list, from bytes. */
    @Benchmark
    public InstanceListResponse clientReads20() {
        return ofClient.readValue(json, InstanceListResponse.class);
    }
}
