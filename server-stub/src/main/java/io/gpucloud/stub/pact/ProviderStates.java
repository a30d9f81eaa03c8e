package io.gpucloud.stub.pact;

import static java.util.Objects.requireNonNull;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.InstanceStatus;
import io.gpucloud.stub.account.ReadOnlyAccount;
import io.gpucloud.stub.admin.ProblemException;
import io.gpucloud.stub.admin.SeedReader;
import io.gpucloud.stub.admin.model.ProviderState;
import io.gpucloud.stub.admin.model.ProviderStateParameter;
import io.gpucloud.stub.auth.ApiKey;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.catalog.StockSchedule;
import io.gpucloud.stub.fault.FaultDefinition;
import io.gpucloud.stub.fault.FaultRegistry;
import io.gpucloud.stub.fault.OperationIds;
import io.gpucloud.stub.fault.ResponseEffect;
import io.gpucloud.stub.fault.ResponseEffect.Response;
import io.gpucloud.stub.fault.Scope;
import io.gpucloud.stub.json.InvalidJsonException;
import io.gpucloud.stub.json.StrictJson;
import io.gpucloud.stub.pact.StateDefinition.Effect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.JsonNode;

/**
 * The provider states of provider-states.json. They set the contents of an account and the rights of its key, or force
 * the next response, which only the stub can.
 */
final class ProviderStates {

    static final String AS_IT_OPENS = "an account as it opens";

    private static final int LONGEST_PAUSE = 86_400;
    private static final StockSchedule SOLD_OUT = new StockSchedule(0, List.of());

    private final Catalog catalog;
    private final Accounts accounts;
    private final ApiKeys keys;
    private final FaultRegistry faults;
    private final OperationIds operations;
    private final SeedReader seeds;

    ProviderStates(
            Catalog catalog,
            Accounts accounts,
            ApiKeys keys,
            FaultRegistry faults,
            OperationIds operations,
            SeedReader seeds) {
        this.catalog = catalog;
        this.accounts = accounts;
        this.keys = keys;
        this.faults = faults;
        this.operations = operations;
        this.seeds = seeds;
    }

    /** The format of the file. */
    private record StateFile(List<StateEntry> states) {}

    /**
     * A state of the file.
     *
     * @param provider what any provider has to do, or null if only the stub can be brought into the state
     * @param seed the contents of the account, a {@link SeedTemplate}, or null for its initial contents
     * @param response the HTTP status of the next response, or null if nothing forces it
     */
    private record StateEntry(
            String name,
            String effect,
            @Nullable String provider,
            @Nullable Boolean passing,
            List<ProviderStateParameter> parameters,
            @Nullable JsonNode seed,
            @Nullable Action then,
            @Nullable Integer response) {}

    /** The steps after the account has opened. */
    private enum Action {
        SELL_OUT,
        SAVE_IMAGE,
        LIMIT_KEY,
        DISABLE_KEY,
        EXPIRE_KEY
    }

    List<StateDefinition> all() {
        try {
            byte[] file = new ClassPathResource("pact/provider-states.json").getContentAsByteArray();
            return StrictJson.read(file, StateFile.class).states().stream()
                    .map(this::definition)
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private StateDefinition definition(StateEntry entry) {
        return new StateDefinition(
                new ProviderState(
                        entry.name(),
                        entry.effect(),
                        entry.provider(),
                        Boolean.TRUE.equals(entry.passing()),
                        StateDefinition.withKey(entry.parameters())),
                given -> new Effect(seed(entry.seed(), given), then(entry, given)));
    }

    private @Nullable AccountSeed seed(@Nullable JsonNode template, StateParameters given) {
        if (template == null) {
            return null;
        }
        SeedTemplate seed = new SeedTemplate(given, offered());
        JsonNode filled = seed.fill(template);
        try {
            return seeds.account(filled, catalog);
        } catch (InvalidJsonException unfit) {
            throw StateParameters.invalid(seed.parameterOf(unfit.member()), unfit.reason());
        }
    }

    /** Identifiers of the catalog that a template can contain. */
    private Map<String, String> offered() {
        if (catalog.content().pods().isEmpty() || catalog.gpus().isEmpty()) {
            throw new ProblemException(
                    HttpStatus.UNPROCESSABLE_CONTENT, "state", "needs a seed that has pods and GPU models");
        }
        Catalog.Pod pod = catalog.content().pods().get(0);
        return Map.of(
                "pod_uuid", pod.uuid(),
                "pod_tag", pod.tags().get(0),
                "gpu_uuid", catalog.gpus().get(0).uuid());
    }

    private Consumer<AccountKey> then(StateEntry entry, StateParameters given) {
        if (entry.response() != null) {
            return respond(entry.response(), given);
        }
        if (entry.then() == null) {
            return account -> {};
        }
        return switch (entry.then()) {
            case SELL_OUT -> sellOut(given.text("gpu_uuid"));
            case SAVE_IMAGE -> this::saveTheInstance;
            case LIMIT_KEY -> account -> keys.set(account.name(), null, ApiKey.Permission.READ_ONLY);
            case DISABLE_KEY -> account -> keys.set(account.name(), ApiKey.Status.DISABLED, null);
            case EXPIRE_KEY -> account -> keys.set(account.name(), ApiKey.Status.EXPIRED, null);
        };
    }

    private Consumer<AccountKey> sellOut(String wanted) {
        String gpu = wanted.isEmpty() ? requireNonNull(offered().get("gpu_uuid")) : wanted;
        if (catalog.gpu(gpu).isEmpty()) {
            throw StateParameters.invalid("gpu_uuid", "names no GPU model of the seed");
        }
        return account -> accounts.change(account, open -> open.replaceStock(gpu, SOLD_OUT));
    }

    private void saveTheInstance(AccountKey account) {
        String instance = accounts.read(account, ReadOnlyAccount::listInstances).stream()
                .filter(listed -> listed.status() == InstanceStatus.RUNNING)
                .findFirst()
                .orElseThrow()
                .uuid();
        accounts.change(account, open -> open.saveImage(instance, null, null));
    }

    /** Forces the next response. Absent parameters have the values of the usual response with this status. */
    private Consumer<AccountKey> respond(int status, StateParameters given) {
        String operation = given.text("operation");
        if (!operation.isEmpty() && !operations.open().contains(operation)) {
            throw StateParameters.invalid("operation", "must be empty or one of " + operations.open());
        }
        Integer code = given.has("code") ? given.oneOf("code", -2, -1, 1, 2) : null;
        String message = given.has("msg") ? given.text("msg") : null;
        int seconds = given.has("retry_after") ? given.number("retry_after", -1, LONGEST_PAUSE) : -1;
        ResponseEffect effect = new ResponseEffect(
                ResponseEffect.Kind.RESPOND,
                new Response(status, code, message, null, seconds < 0 ? null : seconds),
                0);
        return account -> {
            // An operation that needs no key has no account either, so its fault affects the next request of any
            // caller.
            Scope scope =
                    operation.isEmpty() ? new Scope(null, null, account.name()) : new Scope(operation, null, null);
            faults.add(faults.create(new FaultDefinition<>(scope, effect, 1, 1, null, null), 0));
        };
    }
}
