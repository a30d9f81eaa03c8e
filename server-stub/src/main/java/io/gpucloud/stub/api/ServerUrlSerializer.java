package io.gpucloud.stub.api;

import io.gpucloud.stub.api.model.Instance;
import io.gpucloud.stub.assumption.ServerUrlForm;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.cfg.ContextAttributes;
import tools.jackson.databind.json.JsonMapper;

/** Writes {@code server_url} in another form than an array, such as {@code false}. */
final class ServerUrlSerializer extends ValueSerializer<List<?>> {

    /** Annotates the generated class. */
    interface OfInstance {

        @JsonSerialize(using = ServerUrlSerializer.class)
        List<String> serverUrl();
    }

    /** Makes a mapper write {@code server_url} of instances in this form. */
    static void register(JsonMapper.Builder mapper, ServerUrlForm form) {
        mapper.addMixIn(Instance.class, OfInstance.class)
                .defaultAttributes(ContextAttributes.getEmpty().withSharedAttribute(ServerUrlForm.class, form));
    }

    @Override
    public void serialize(List<?> addresses, JsonGenerator generator, SerializationContext context) {
        Object form = context.getAttribute(ServerUrlForm.class);
        if (form == ServerUrlForm.STRING) {
            generator.writeString(addresses.isEmpty() ? "" : String.valueOf(addresses.get(0)));
        } else if (!addresses.isEmpty()) {
            generator.writePOJO(addresses);
        } else if (form == ServerUrlForm.FALSE) {
            generator.writeBoolean(false);
        } else if (form == ServerUrlForm.EMPTY_STRING) {
            generator.writeString("");
        } else {
            generator.writeNull();
        }
    }
}
