package io.gpucloud.stub.admin;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.ClockChange;
import io.gpucloud.stub.account.InstanceStatus;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.admin.contract.SnapshotsApi;
import io.gpucloud.stub.admin.contract.StubApi;
import io.gpucloud.stub.admin.model.Call;
import io.gpucloud.stub.admin.model.CallList;
import io.gpucloud.stub.admin.model.CatalogDetails;
import io.gpucloud.stub.admin.model.CatalogGpu;
import io.gpucloud.stub.admin.model.CatalogImage;
import io.gpucloud.stub.admin.model.CatalogPod;
import io.gpucloud.stub.admin.model.CatalogStatus;
import io.gpucloud.stub.admin.model.ClockSetting;
import io.gpucloud.stub.billing.Money;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.json.InvalidJsonException;
import io.gpucloud.stub.json.StrictJson;
import io.gpucloud.stub.state.Snapshots;
import io.gpucloud.stub.state.Snapshots.OneAccount;
import io.gpucloud.stub.state.Snapshots.StubState;
import io.gpucloud.stub.state.StubResetter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** The stub as a whole: its calls, its catalog, its reset and its snapshots. */
@RestController
final class StubController implements StubApi, SnapshotsApi {

    private static final String DOCUMENT = "/openapi/stub-admin-v1.yaml";

    private final Rules rules;
    private final StubResetter resetter;
    private final AccountLookup lookup;
    private final Snapshots snapshots;

    StubController(Rules rules, StubResetter resetter, AccountLookup lookup, Snapshots snapshots) {
        this.rules = rules;
        this.resetter = resetter;
        this.lookup = lookup;
        this.snapshots = snapshots;
    }

    @Override
    public CallList listCalls() {
        List<Call> calls = document()
                .path("paths")
                .propertyStream()
                .flatMap(path -> path.getValue()
                        .propertyStream()
                        .filter(operation -> operation.getValue().has("operationId"))
                        .map(operation -> call(path.getKey(), operation)))
                .toList();
        return new CallList(DOCUMENT, AdminAccessFilter.CONSOLE_PATH, calls);
    }

    private static Call call(String path, Map.Entry<String, JsonNode> operation) {
        String summary = operation.getValue().path("summary").asString("");
        return new Call(operation.getKey().toUpperCase(Locale.ROOT), path, summary);
    }

    private static JsonNode document() {
        try {
            byte[] json = new ClassPathResource("META-INF/openapi/stub-admin-v1.json").getContentAsByteArray();
            return StrictJson.read(json, JsonNode.class);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public CatalogDetails getCatalog() {
        return toJson(rules.catalog().content(), rules.metering().enabled());
    }

    @Override
    public void resetStub(@Nullable ClockSetting body) {
        resetter.resetAll(body == null ? new ClockChange(null, null, null) : ClockController.change(body));
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
