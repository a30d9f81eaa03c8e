import io.gpucloud.client.model.NewThing;
import io.gpucloud.client.model.Port;
import io.gpucloud.client.model.Thing;
import java.util.List;

/** Builds records that the templates of this project make of {@code members.yaml}. */
final class Program {

    private Program() {}

    public static void main(String[] arguments) {
        Thing bare = Thing.builder().name("bare").build();
        Port ssh = Port.builder().number(22).build();
        Thing full = Thing.builder().name("full").main(ssh).ports(List.of(ssh)).build();
        NewThing order = NewThing.builder().name("order").build();
        System.out.printf(
                "%s %s %s %s %s %s%n",
                bare.ports(), bare.labels(), bare.portsByName(), bare.matrix(), full.ports(), order.ports());
    }
}
