package io.gpucloud.stub.api;

import static java.util.Objects.requireNonNullElseGet;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Instance;
import io.gpucloud.stub.account.ReadOnlyAccount;
import io.gpucloud.stub.api.contract.InstancesApi;
import io.gpucloud.stub.api.model.Envelope;
import io.gpucloud.stub.api.model.ImageSave;
import io.gpucloud.stub.api.model.InstanceReference;
import io.gpucloud.stub.api.model.NewInstanceFromImage;
import io.gpucloud.stub.api.model.NewInstanceFromPod;
import io.gpucloud.stub.api.model.ShutdownTimer;
import io.gpucloud.stub.api.model.TitleUpdate;
import io.gpucloud.stub.api.observed.InstanceStart;
import io.gpucloud.stub.api.observed.ObservedApi;
import io.gpucloud.stub.paging.Page;
import io.gpucloud.stub.settings.Assumptions;
import io.gpucloud.stub.settings.Assumptions.InstanceListPaging;
import io.gpucloud.stub.settings.Assumptions.SaveImageMembers;
import io.gpucloud.stub.settings.Assumptions.TimerEnableOmitted;
import io.gpucloud.stub.settings.Assumptions.UndocumentedStartupMembers;
import io.gpucloud.stub.settings.StubProperties;
import java.util.List;
import org.springframework.web.bind.annotation.RestController;

/** {@link RoutingFilter} rejects observed operations unless the stub is set to serve them. */
@RestController
final class InstancesController implements InstancesApi, ObservedApi {

    private final Accounts accounts;
    private final Paging paging;
    private final ApiMapper mapper;
    private final CurrentRequest request;
    private final Assumptions assumptions;
    private final boolean observed;

    InstancesController(
            Accounts accounts, Paging paging, ApiMapper mapper, CurrentRequest request, StubProperties settings) {
        this.accounts = accounts;
        this.paging = paging;
        this.mapper = mapper;
        this.request = request;
        assumptions = settings.assumptions();
        observed = settings.observed();
    }

    @Override
    public Envelope<Object> createInstanceByPod(AccountKey caller, NewInstanceFromPod body) {
        int gpuNums = body.gpuNums().value();
        return mapper.created(accounts.change(
                caller, account -> account.createFromPod(body.podUuid(), body.podTag(), body.gpuUuid(), gpuNums)));
    }

    @Override
    public Envelope<Object> createInstanceByImage(AccountKey caller, NewInstanceFromImage body) {
        int gpuNums = body.gpuNums().value();
        return mapper.created(
                accounts.change(caller, account -> account.createFromImage(body.imageUuid(), body.gpuUuid(), gpuNums)));
    }

    @Override
    public Envelope<Object> listInstances(AccountKey caller) {
        boolean hasPages = observed || assumptions.instanceListPaging() == InstanceListPaging.PAGES;
        PageQuery query = hasPages ? request.bind(PageQuery.class) : PageQuery.NONE;
        List<Instance> all = accounts.read(caller, ReadOnlyAccount::listInstances);
        boolean selects = query.page() != null || query.pageSize() != null;
        Page.Request page = switch (assumptions.instanceListPaging()) {
            case NONE -> selects ? paging.of(query.page(), query.pageSize()) : Page.Request.ALL;
            case PAGES -> paging.of(query.page(), query.pageSize());
            case FIRST_PAGE -> paging.first();
        };
        return mapper.instances(Page.of(all, page), page);
    }

    @Override
    public Envelope<Void> startInstance(AccountKey caller, InstanceReference body) {
        var wanted = request.bind(InstanceStart.class);
        if (!observed) {
            requireDocumented(wanted);
        }
        String gpuUuid = observed ? wanted.gpuUuid() : null;
        Integer gpuNums =
                observed && wanted.gpuNums() != null ? wanted.gpuNums().value() : null;
        accounts.change(caller, account -> account.start(body.instanceUuid(), gpuUuid, gpuNums));
        return mapper.done();
    }

    /** A start on other GPUs than the caller expects must not look like a success. */
    private void requireDocumented(InstanceStart body) {
        boolean chooses = body.gpuUuid() != null || body.gpuNums() != null;
        if (chooses && assumptions.undocumentedStartupMembers() == UndocumentedStartupMembers.REJECT) {
            throw ApiException.badParameter(
                    body.gpuUuid() != null ? "gpu_uuid" : "gpu_nums",
                    "is not documented; set stub.observed=true to start on these GPUs");
        }
    }

    @Override
    public Envelope<Void> restartInstance(AccountKey caller, InstanceReference body) {
        accounts.change(caller, account -> account.restart(body.instanceUuid()));
        return mapper.done();
    }

    @Override
    public Envelope<Void> setShutdownTimer(AccountKey caller, ShutdownTimer body) {
        boolean enable = requireNonNullElseGet(body.enable(), this::omittedEnable);
        accounts.change(caller, account -> account.setShutdownTimer(body.instanceUuid(), body.shutdownTime(), enable));
        return mapper.done();
    }

    private boolean omittedEnable() {
        if (assumptions.timerEnableOmitted() == TimerEnableOmitted.REJECTED) {
            throw ApiException.badParameter("enable", "is required");
        }
        return assumptions.timerEnableOmitted() == TimerEnableOmitted.ENABLES;
    }

    @Override
    public Envelope<Void> updateInstanceTitle(AccountKey caller, TitleUpdate body) {
        accounts.change(caller, account -> account.rename(body.instanceUuid(), body.title()));
        return mapper.done();
    }

    @Override
    public Envelope<Void> saveInstanceImage(AccountKey caller, ImageSave body) {
        boolean accepted = assumptions.saveImageMembers() == SaveImageMembers.ACCEPTED;
        String name = accepted ? body.imageName() : null;
        String remark = accepted ? body.remark() : null;
        accounts.change(caller, account -> account.saveImage(body.instanceUuid(), name, remark));
        return mapper.done();
    }

    @Override
    public Envelope<Void> destroyInstance(AccountKey caller, InstanceReference body) {
        accounts.change(caller, account -> account.destroy(body.instanceUuid()));
        return mapper.done();
    }

    @Override
    public Envelope<Object> getInstance(AccountKey caller, GetInstanceQuery query) {
        return mapper.read(accounts.read(caller, account -> account.getInstance(query.instanceUuid())));
    }

    @Override
    public Envelope<Void> shutDownInstance(AccountKey caller, InstanceReference body) {
        accounts.change(caller, account -> account.shutDown(body.instanceUuid()));
        return mapper.done();
    }
}
