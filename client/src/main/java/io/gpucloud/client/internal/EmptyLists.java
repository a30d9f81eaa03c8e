package io.gpucloud.client.internal;

import io.gpucloud.client.Listing;
import io.gpucloud.client.model.BillList;
import io.gpucloud.client.model.CardList;
import io.gpucloud.client.model.GpuList;
import io.gpucloud.client.model.InstanceList;
import io.gpucloud.client.model.MarketImageList;
import io.gpucloud.client.model.PodList;
import io.gpucloud.client.model.PrivateImageList;
import io.gpucloud.client.model.RechargeList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;

/**
 * The data of list responses whose {@code data} is absent. They have no records, and prove no absence: the service may
 * have left out the data because it could not read it.
 */
final class EmptyLists {

    private static final Map<Class<?>, Object> BY_TYPE = Stream.of(
                    new BillList(unproven(), null, Map.of()),
                    new CardList(unproven(), null, Map.of()),
                    new GpuList(unproven(), null, Map.of()),
                    new InstanceList(unproven(), Map.of()),
                    new MarketImageList(unproven(), null, null, null, Map.of()),
                    new PodList(unproven(), null, Map.of()),
                    new PrivateImageList(unproven(), null, Map.of()),
                    new RechargeList(unproven(), null, Map.of()))
            .collect(Collectors.toUnmodifiableMap(Object::getClass, Function.identity()));

    private EmptyLists() {}

    private static <T> List<T> unproven() {
        return Listing.of(List.of(), List.of(), false);
    }

    /** The empty list of a type; null if the type is no list. */
    static @Nullable Object of(JavaType type) {
        return BY_TYPE.get(type.getRawClass());
    }
}
