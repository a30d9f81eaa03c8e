package io.gpucloud.contract.kit;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The service as one caller sees it. Every answer is held against the contract before it is handed out. */
public final class Service {

    private final Kit kit;
    private final Account account;

    Service(Kit kit, Account account) {
        this.kit = kit;
        this.account = account;
    }

    /**
     * Asks an operation.
     *
     * @param operation its id in the contract
     * @param namesAndValues members of the body, or parameters of the query, in turns name and value
     * @return what was answered
     * @throws Difference if the answer is not as the contract says
     */
    public Answer call(String operation, Object... namesAndValues) {
        return send(prepare(operation, Members.of(namesAndValues)));
    }

    /**
     * The same, for requests that are put together elsewhere.
     *
     * @param operation its id in the contract
     * @param members members of the body, or parameters of the query
     * @return the call, with the key of the caller
     */
    public Call prepare(String operation, Map<String, Object> members) {
        Call call = Members.call(ApiDocuments.PUBLIC_API, operation, members);
        return call.operation().isPublic() ? call : call.key(account.key());
    }

    /**
     * Sends a call as it is.
     *
     * @param call the call
     * @return what was answered
     * @throws Difference if the answer is not as the contract says
     */
    public Answer send(Call call) {
        return kit.exchange(call, account);
    }

    /**
     * Destroys an instance, which is then no longer left over.
     *
     * @param instance its {@code instance_uuid}
     * @return what was answered
     */
    public Answer destroy(String instance) {
        Answer answer = kit.ask(destruction(instance), account);
        noteDestruction(instance, answer);
        return kit.conforming(answer);
    }

    /** The same without retries and without checking the response. */
    Answer destroyOnce(String instance) {
        Answer answer = kit.askOnce(destruction(instance), account);
        noteDestruction(instance, answer);
        return answer;
    }

    private Call destruction(String instance) {
        return prepare("destroyInstance", Map.of("instance_uuid", instance));
    }

    private void noteDestruction(String instance, Answer answer) {
        if (answer.isSuccess()) {
            account.gone(instance);
        }
    }

    /**
     * The settings of the run.
     *
     * @return the settings
     */
    public Settings settings() {
        return kit.settings();
    }

    @Nullable
    String key() {
        return account.key();
    }

    Account account() {
        return account;
    }
}
