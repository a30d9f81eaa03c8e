package io.gpucloud.stub.api;

import io.gpucloud.stub.api.model.Instance;
import io.gpucloud.stub.assumption.ServerUrlForm;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.BeanPropertyWriter;
import tools.jackson.databind.ser.ValueSerializerModifier;

/** Writes {@code server_url} in another form than an array, such as {@code false}. */
final class ServerUrlSerializer extends ValueSerializer<Object> {

    private final ServerUrlForm form;

    private ServerUrlSerializer(ServerUrlForm form) {
        this.form = form;
    }

    /** Returns a Jackson module that writes {@code server_url} of instances in this form. */
    static JacksonModule module(ServerUrlForm form) {
        return new SimpleModule("server-url").setSerializerModifier(new InstanceModifier(form));
    }

    @Override
    public void serialize(Object value, JsonGenerator generator, SerializationContext context) {
        List<?> addresses = (List<?>) value;
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

    private static final class InstanceModifier extends ValueSerializerModifier {

        private static final long serialVersionUID = 1L;

        private final ServerUrlForm form;

        InstanceModifier(ServerUrlForm form) {
            this.form = form;
        }

        @Override
        public List<BeanPropertyWriter> changeProperties(
                SerializationConfig config, BeanDescription.Supplier description, List<BeanPropertyWriter> properties) {
            if (description.getBeanClass() == Instance.class) {
                properties.stream()
                        .filter(property -> property.getName().equals("server_url"))
                        .forEach(property -> property.assignSerializer(new ServerUrlSerializer(form)));
            }
            return properties;
        }
    }
}
