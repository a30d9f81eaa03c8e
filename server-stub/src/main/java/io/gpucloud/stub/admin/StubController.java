package io.gpucloud.stub.admin;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.account.InstanceStatus;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.admin.contract.SnapshotsApi;
import io.gpucloud.stub.admin.contract.StubApi;
import io.gpucloud.stub.admin.model.CatalogDetails;
import io.gpucloud.stub.admin.model.CatalogGpu;
import io.gpucloud.stub.admin.model.CatalogImage;
import io.gpucloud.stub.admin.model.CatalogPod;
import io.gpucloud.stub.admin.model.CatalogStatus;
import io.gpucloud.stub.admin.model.ClockSetting;
import io.gpucloud.stub.admin.model.Reset;
import io.gpucloud.stub.billing.Money;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.json.InvalidJsonException;
import io.gpucloud.stub.json.StrictJson;
import io.gpucloud.stub.state.Snapshots;
import io.gpucloud.stub.state.Snapshots.OneAccount;
import io.gpucloud.stub.state.Snapshots.StubState;
import io.gpucloud.stub.state.StubResetter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

/** The catalog of the stub, resets and snapshots. */
@RestController
final class StubController implements StubApi, SnapshotsApi {

    private final Rules rules;
    private final StubResetter resetter;
    private final AccountLookup lookup;
    private final Snapshots snapshots;
    private final SeedReader seeds;

    StubController(Rules rules, StubResetter resetter, AccountLookup lookup, Snapshots snapshots, SeedReader seeds) {
        this.rules = rules;
        this.resetter = resetter;
        this.lookup = lookup;
        this.snapshots = snapshots;
        this.seeds = seeds;
    }

    @Override
    public CatalogDetails getCatalog() {
        return toJson(rules.catalog().content(), rules.metering().enabled());
    }

    @Override
    public void resetStub(@Nullable Reset body, ResetStubQuery query) {
        Reset change = requireNonNullElse(body, new Reset(null, null));
        if (query.account() == null) {
            reject(change.seed(), "seed", "needs the parameter account");
            ClockSetting clock = requireNonNullElse(change.clock(), new ClockSetting(null, null, null));
            resetter.resetAll(ClockController.change(clock));
        } else {
            reject(change.clock(), "clock", "is not allowed with the parameter account; give seed a clock");
            resetter.reset(lookup.require(query.account()), seeds.member(change.seed(), rules.catalog()));
        }
    }

    private static void reject(@Nullable Object value, String member, String reason) {
        if (value != null) {
            throw new InvalidJsonException(member, reason);
        }
    }

    @Override
    public byte[] getSnapshot(GetSnapshotQuery query) {
        return StrictJson.write(
                query.account() == null ? snapshots.export() : snapshots.export(lookup.require(query.account())));
    }

    /** Reads without a JSON tree, which could take too much memory for a large snapshot. */
    @Override
    public void putSnapshot(byte[] body, PutSnapshotQuery query) {
        try {
            if (query.account() == null) {
                snapshots.restore(StrictJson.read(body, StubState.class));
            } else {
                snapshots.restore(lookup.require(query.account()), StrictJson.read(body, OneAccount.class));
            }
        } catch (IllegalArgumentException incoherent) {
            String member = query.account() == null ? "accounts" : "account";
            throw new InvalidJsonException(member, String.valueOf(incoherent.getMessage()));
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
