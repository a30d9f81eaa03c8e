package io.gpucloud.contract.pact;

import au.com.dius.pact.consumer.dsl.LambdaDslObject;
import java.util.function.Consumer;

/** The members that the contract requires of records and lists, as matchers with example values. */
final class RecordMatchers {

    static final String INSTANCE_UUID = "9c1e4b52-6f0d-3a87-b1c4-2d5e8f7a9034";
    static final String IMAGE_UUID = "4be0c7d1-0a52-3f9e-8c66-71d2e5b0f3a8";
    static final String MARKET_IMAGE_UUID = "img-pytorch-2.5";
    static final String POD_UUID = "pod-stable-diffusion";
    static final String POD_TAG = "1.9";
    static final String GPU_UUID = "gpu-rtx-4090";
    static final String ORDER_NUMBER = "B7F2C9A10D3E400000000042";
    static final String TRADE_NUMBER = "R7F2C9A10D3E400000000001";
    static final long SHUTDOWN_AT = 1_767_229_200L;

    private static final String IDENTIFIER = "\\S+";

    private RecordMatchers() {}

    /** An identifier that a request takes from the provider state. */
    static LambdaDslObject identifier(LambdaDslObject body, String member, String value, String example) {
        return body.valueFromProviderState(member, "${" + value + "}", example);
    }

    static LambdaDslObject instance(LambdaDslObject instance) {
        return instance.stringMatcher("instance_uuid", IDENTIFIER, INSTANCE_UUID);
    }

    /** A list with at least one record. */
    static Consumer<LambdaDslObject> records(String list, String identifier, String example) {
        return data -> data.minArrayLike(list, 1, record -> record.stringMatcher(identifier, IDENTIFIER, example));
    }

    static Consumer<LambdaDslObject> none(String list) {
        return data -> data.array(list, empty -> {
            // Only the length distinguishes an empty list from a filled one.
        });
    }
}
