package io.gpucloud.stub.cluster;

import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.fault.FaultRegistry;
import io.gpucloud.stub.journal.RequestJournal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The serializers of all classes that members send to each other. No other class can be sent or received. */
final class HazelcastSerializers {

    private static final Codec CODEC = new Codec(
            AccountCall.class,
            AccountCell.Image.class,
            AccountProcessor.AccountRequest.class,
            AccountBackupProcessor.Step.class,
            AccountResult.class,
            AccountResult.Rejection.class,
            CounterCall.class,
            MemberTask.class,
            FaultRegistry.State.class,
            RequestJournal.Found.class,
            ApiKeys.Known.class,
            Operation.class,
            PartCall.class,
            PartCall.Result.class,
            PartCell.Image.class,
            StubClock.Setting.class);

    private HazelcastSerializers() {}

    static List<HazelcastSerializer<?>> of(LocalMember localMember) {
        return List.of(
                new HazelcastSerializer<>(
                        AccountProcessor.class,
                        1,
                        CODEC,
                        AccountProcessor::asked,
                        asked -> AccountProcessor.received(
                                there(asked, AccountProcessor.AccountRequest.class), localMember)),
                new HazelcastSerializer<>(
                        AccountBackupProcessor.class,
                        2,
                        CODEC,
                        AccountBackupProcessor::step,
                        step -> new AccountBackupProcessor(
                                there(step, AccountBackupProcessor.Step.class), localMember)),
                new HazelcastSerializer<>(
                        AccountCell.class,
                        3,
                        CODEC,
                        AccountCell::image,
                        image -> there(image, AccountCell.Image.class)
                                .cell(localMember.executor().rules())),
                new HazelcastSerializer<>(
                        PartProcessor.class,
                        4,
                        CODEC,
                        PartProcessor::call,
                        call -> new PartProcessor(there(call, PartCall.class), localMember)),
                new HazelcastSerializer<>(
                        PartCell.class,
                        5,
                        CODEC,
                        PartCell::image,
                        image -> new PartCell(there(image, PartCell.Image.class))),
                new HazelcastSerializer<>(
                        CounterProcessor.class,
                        6,
                        CODEC,
                        CounterProcessor::call,
                        call -> new CounterProcessor(there(call, CounterCall.class))),
                // A counter that moves to another member starts from zero: a key may get the requests of one second
                // twice.
                new HazelcastSerializer<>(CounterCell.class, 7, CODEC, cell -> null, nothing -> new CounterCell()),
                new HazelcastSerializer<>(
                        RemoteTask.class,
                        8,
                        CODEC,
                        RemoteTask::task,
                        task -> new RemoteTask(there(task, MemberTask.class), localMember)),
                new HazelcastSerializer<>(ResultEnvelope.class, 9, CODEC, ResultEnvelope::content, ResultEnvelope::new),
                new HazelcastSerializer<>(
                        PartBackupProcessor.class,
                        10,
                        CODEC,
                        PartBackupProcessor::call,
                        call -> new PartBackupProcessor(there(call, PartCall.class))));
    }

    private static <T> T there(@Nullable Object value, Class<T> type) {
        return Objects.requireNonNull(type.cast(value));
    }
}
