package io.gpucloud.stub.admin;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.InstanceStatus;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.admin.contract.SnapshotsApi;
import io.gpucloud.stub.admin.contract.StubApi;
import io.gpucloud.stub.admin.model.CallList;
import io.gpucloud.stub.admin.model.CatalogDetails;
import io.gpucloud.stub.admin.model.CatalogGpu;
import io.gpucloud.stub.admin.model.CatalogImage;
import io.gpucloud.stub.admin.model.CatalogPod;
import io.gpucloud.stub.admin.model.CatalogStatus;
import io.gpucloud.stub.admin.model.ClockSetting;
import io.gpucloud.stub.billing.Money;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.json.InvalidJsonException;
import io.gpucloud.stub.state.Snapshots;
import io.gpucloud.stub.state.Snapshots.OneAccount;
import io.gpucloud.stub.state.Snapshots.StubState;
import io.gpucloud.stub.state.StubResetter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

/** The stub as a whole: its calls, its catalog, its reset and its snapshots. */
@RestController
final class StubController implements StubApi, SnapshotsApi {

    private final Rules rules;
    private final StubResetter resetter;
    private final AccountLookup lookup;
    private final Snapshots snapshots;
    private final AdminOperations calls = new AdminOperations();

    StubController(Rules rules, StubResetter resetter, AccountLookup lookup, Snapshots snapshots) {
        this.rules = rules;
        this.resetter = resetter;
        this.lookup = lookup;
        this.snapshots = snapshots;
    }

    @Override
    public CallList listCalls() {
        return calls.list();
    }

    @Override
    public CatalogDetails getCatalog() {
        return toJson(rules.catalog().content(), rules.metering().enabled());
    }

    @Override
    public void resetStub(@Nullable ClockSetting body) {
        resetter.resetAll(body == null ? new StubClock.Change(null, null, null) : ClockController.change(body));
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

    private static CatalogDetails toJson(Catalog.Content catalog, boolean isBilled) {
        return new CatalogDetails(
                catalog.pods().stream()
                        .map(pod -> new CatalogPod(pod.uuid(), pod.title(), pod.tags()))
                        .toList(),
                catalog.gpus().stream()
                        .map(gpu -> new CatalogGpu(
                                gpu.uuid(), gpu.name(), Money.of(gpu.price().hour())))
                        .toList(),
                catalog.images().stream()
                        .map(image -> new CatalogImage(
                                image.uuid(), image.components().describe()))
                        .toList(),
                Arrays.stream(InstanceStatus.values())
                        .map(status -> new CatalogStatus(
                                status.code(), status.label(), status.isBilled(), status.changesByItself()))
                        .toList(),
                isBilled);
    }
}
