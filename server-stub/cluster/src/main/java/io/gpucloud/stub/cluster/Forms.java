package io.gpucloud.stub.cluster;

import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.fault.FaultRegistry;
import io.gpucloud.stub.journal.RequestJournal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** All that travels between members, and nothing else can. */
final class Forms {

    private static final Codec CODEC = new Codec(
            AccountCall.class,
            AccountCell.Image.class,
            AccountProcess.Asked.class,
            AccountReplay.Step.class,
            Answer.class,
            Answer.Refused.class,
            CounterCall.class,
            Errand.class,
            FaultRegistry.State.class,
            RequestJournal.Found.class,
            ApiKeys.Known.class,
            Operation.class,
            PartCall.class,
            PartCall.Result.class,
            PartCell.Image.class,
            StubClock.Setting.class);

    private Forms() {}

    static List<Form<?>> of(Here here) {
        return List.of(
                new Form<>(
                        AccountProcess.class,
                        1,
                        CODEC,
                        AccountProcess::asked,
                        asked -> AccountProcess.arrived(there(asked, AccountProcess.Asked.class), here)),
                new Form<>(
                        AccountReplay.class,
                        2,
                        CODEC,
                        AccountReplay::step,
                        step -> new AccountReplay(there(step, AccountReplay.Step.class), here)),
                new Form<>(
                        AccountCell.class,
                        3,
                        CODEC,
                        AccountCell::image,
                        image -> there(image, AccountCell.Image.class)
                                .cell(here.residence().rules())),
                new Form<>(
                        PartProcess.class,
                        4,
                        CODEC,
                        PartProcess::call,
                        call -> new PartProcess(there(call, PartCall.class), here)),
                new Form<>(
                        PartCell.class,
                        5,
                        CODEC,
                        PartCell::image,
                        image -> new PartCell(there(image, PartCell.Image.class))),
                new Form<>(
                        CounterProcess.class,
                        6,
                        CODEC,
                        CounterProcess::call,
                        call -> new CounterProcess(there(call, CounterCall.class))),
                // Counting begins anew where a counter is carried to: at most a second is given twice.
                new Form<>(CounterCell.class, 7, CODEC, cell -> null, nothing -> new CounterCell()),
                new Form<>(Task.class, 8, CODEC, Task::errand, errand -> new Task(there(errand, Errand.class), here)),
                new Form<>(Parcel.class, 9, CODEC, Parcel::content, Parcel::new),
                new Form<>(
                        PartReplay.class,
                        10,
                        CODEC,
                        PartReplay::call,
                        call -> new PartReplay(there(call, PartCall.class))));
    }

    private static <T> T there(@Nullable Object value, Class<T> type) {
        return Objects.requireNonNull(type.cast(value));
    }
}
