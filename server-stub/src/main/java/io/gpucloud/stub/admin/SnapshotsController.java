package io.gpucloud.stub.admin;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.admin.contract.SnapshotsApi;
import io.gpucloud.stub.json.InvalidJsonException;
import io.gpucloud.stub.state.Snapshots;
import io.gpucloud.stub.state.Snapshots.OneAccount;
import io.gpucloud.stub.state.Snapshots.StubState;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class SnapshotsController implements SnapshotsApi {

    private final AccountLookup lookup;
    private final Snapshots snapshots;

    SnapshotsController(AccountLookup lookup, Snapshots snapshots) {
        this.lookup = lookup;
        this.snapshots = snapshots;
    }

    @Override
    public StubState getSnapshot() {
        return snapshots.export();
    }

    @Override
    public void putSnapshot(StubState body) {
        try {
            snapshots.restore(body);
        } catch (IllegalArgumentException incoherent) {
            throw new InvalidJsonException("accounts", String.valueOf(incoherent.getMessage()));
        }
    }

    @Override
    public OneAccount getAccountSnapshot(String account) {
        return snapshots.export(lookup.require(account));
    }

    @Override
    public void putAccountSnapshot(String account, OneAccount body) {
        AccountKey key = lookup.require(account);
        try {
            snapshots.restore(key, body);
        } catch (IllegalArgumentException incoherent) {
            throw new InvalidJsonException("account", String.valueOf(incoherent.getMessage()));
        }
    }
}
