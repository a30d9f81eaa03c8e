package io.gpucloud.testing;

import io.gpucloud.client.GpuCloudClient;

/** Creates the client of an account. No other class uses the client, because it is an optional dependency. */
final class AccountClient implements AutoCloseable {

    private final GpuCloudClient client;
    private final AccountTimer timer;

    private AccountClient(GpuCloudClient client, AccountTimer timer) {
        this.client = client;
        this.timer = timer;
    }

    static AccountClient of(StubAccount account) {
        AccountTimer timer = new AccountTimer(account.clock());
        GpuCloudClient client = GpuCloudClient.builder()
                .baseUrl(account.baseUrl().toString())
                .apiKey(account.apiKey())
                .allowPlainHttp(true)
                .timer(timer)
                .listener(timer)
                .executor(timer)
                .build();
        return new AccountClient(client, timer);
    }

    GpuCloudClient client() {
        return client;
    }

    AccountTimer timer() {
        return timer;
    }

    @Override
    public void close() {
        client.close();
    }
}
