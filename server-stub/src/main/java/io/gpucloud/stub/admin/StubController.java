package io.gpucloud.stub.admin;

import io.gpucloud.stub.account.InstanceStatus;
import io.gpucloud.stub.account.Rules;
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
import io.gpucloud.stub.state.StubResetter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class StubController implements StubApi {

    private final Rules rules;
    private final StubResetter resetter;
    private final AdminOperations calls = new AdminOperations();

    StubController(Rules rules, StubResetter resetter) {
        this.rules = rules;
        this.resetter = resetter;
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
