package io.gpucloud.stub.cluster;

import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.auth.StoredKey;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.fault.FaultRegistry;
import io.gpucloud.stub.journal.FoundEntries;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The serializers of all classes that members send to each other. No other class can be sent or received. */
final class HazelcastSerializers {

    private static final RecordCodec CODEC = new RecordCodec(
            AccountCommand.class,
            StoredAccount.Image.class,
            AccountProcessor.AccountRequest.class,
            AccountBackupProcessor.Step.class,
            AccountResult.class,
            AccountResult.Rejection.class,
            CounterCommand.class,
            MemberTask.class,
            FaultRegistry.State.class,
            FoundEntries.class,
            StoredKey.class,
            Operation.class,
            SharedStateCommand.class,
            SharedStateCommand.Result.class,
            SharedStatePart.Image.class,
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
                        StoredAccount.class,
                        3,
                        CODEC,
                        StoredAccount::image,
                        image -> there(image, StoredAccount.Image.class)
                                .stored(localMember.executor().rules())),
                new HazelcastSerializer<>(
                        SharedStateProcessor.class,
                        4,
                        CODEC,
                        SharedStateProcessor::command,
                        command -> new SharedStateProcessor(there(command, SharedStateCommand.class), localMember)),
                new HazelcastSerializer<>(
                        SharedStatePart.class,
                        5,
                        CODEC,
                        SharedStatePart::image,
                        image -> new SharedStatePart(there(image, SharedStatePart.Image.class))),
                new HazelcastSerializer<>(
                        CounterProcessor.class,
                        6,
                        CODEC,
                        CounterProcessor::command,
                        command -> new CounterProcessor(there(command, CounterCommand.class))),
                // A counter that moves to another member starts from zero: a key may get the requests of one second
                // twice.
                new HazelcastSerializer<>(
                        StoredCounter.class, 7, CODEC, stored -> null, nothing -> new StoredCounter()),
                new HazelcastSerializer<>(
                        RemoteTask.class,
                        8,
                        CODEC,
                        RemoteTask::task,
                        task -> new RemoteTask(there(task, MemberTask.class), localMember)),
                new HazelcastSerializer<>(ResultEnvelope.class, 9, CODEC, ResultEnvelope::content, ResultEnvelope::new),
                new HazelcastSerializer<>(
                        SharedStateBackupProcessor.class,
                        10,
                        CODEC,
                        SharedStateBackupProcessor::command,
                        command -> new SharedStateBackupProcessor(there(command, SharedStateCommand.class))));
    }

    private static <T> T there(@Nullable Object value, Class<T> type) {
        return Objects.requireNonNull(type.cast(value));
    }
}
