package io.gpucloud.stub.admin;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountOverview;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.Operation;
import io.gpucloud.stub.account.Rules.Durations;
import io.gpucloud.stub.admin.contract.AccountsApi;
import io.gpucloud.stub.admin.model.AccountCreated;
import io.gpucloud.stub.admin.model.AccountCreation;
import io.gpucloud.stub.admin.model.AccountDetails;
import io.gpucloud.stub.admin.model.AccountFunds;
import io.gpucloud.stub.admin.model.AccountImages;
import io.gpucloud.stub.admin.model.AccountInstances;
import io.gpucloud.stub.admin.model.AccountList;
import io.gpucloud.stub.admin.model.BalanceSetting;
import io.gpucloud.stub.admin.model.CardBinding;
import io.gpucloud.stub.admin.model.CardBound;
import io.gpucloud.stub.admin.model.GpuStock;
import io.gpucloud.stub.admin.model.Lifecycle;
import io.gpucloud.stub.admin.model.Permission;
import io.gpucloud.stub.admin.model.RechargeBooked;
import io.gpucloud.stub.admin.model.RechargeBooking;
import io.gpucloud.stub.admin.model.Spending;
import io.gpucloud.stub.admin.model.StockChange;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.billing.Card;
import io.gpucloud.stub.billing.Money;
import io.gpucloud.stub.billing.Recharge;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.catalog.StockSchedule;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.state.AccountResetter;
import io.gpucloud.stub.state.SeedReader;
import java.math.BigDecimal;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

@RestController
final class AccountsController implements AccountsApi {

    private static final int DEFAULT_VALID_DAYS = 365;
    private static final int DEFAULT_SPAN_SECONDS = 3600;
    private static final int DEFAULT_SPANS = 24;

    private final AccountLookup known;
    private final Accounts accounts;
    private final AccountResetter parts;
    private final ApiKeys keys;
    private final Catalog catalog;
    private final StubClock clock;
    private final Revisions revisions;

    AccountsController(
            AccountLookup known,
            Accounts accounts,
            AccountResetter parts,
            ApiKeys keys,
            Catalog catalog,
            StubClock clock,
            Revisions revisions) {
        this.known = known;
        this.accounts = accounts;
        this.parts = parts;
        this.keys = keys;
        this.catalog = catalog;
        this.clock = clock;
        this.revisions = revisions;
    }

    @Override
    public AccountList listAccounts() {
        return revisions.sendIfNewer(
                new AccountList(accounts.open().stream().map(AccountKey::name).toList()));
    }

    @Override
    public AccountDetails getAccount(String account) {
        AccountKey key = known.require(account);
        requireNewer(key);
        AccountOverview overview = accounts.perform(key, new Operation.GetOverview());
        String revision = revisions.ofAccount(key, overview.revision());
        revisions.send(revision);
        return AccountMapper.toJson(key, revision, overview, clock.read(key), clock.own(key) != null);
    }

    @Override
    public AccountInstances listAccountInstances(String account) {
        AccountKey key = known.require(account);
        requireNewer(key);
        AccountOverview.Instances instances = accounts.perform(key, new Operation.GetInstances());
        String revision = revisions.ofAccount(key, instances.revision());
        revisions.send(revision);
        return AccountMapper.toJson(revision, instances);
    }

    @Override
    public AccountImages listAccountImages(String account) {
        AccountKey key = known.require(account);
        requireNewer(key);
        AccountOverview.Images images = accounts.perform(key, new Operation.GetImages());
        String revision = revisions.ofAccount(key, images.revision());
        revisions.send(revision);
        return AccountMapper.toJson(revision, images);
    }

    @Override
    public Spending getSpending(String account, GetSpendingQuery query) {
        AccountKey key = known.require(account);
        requireNewer(key);
        AccountOverview.Spending spending = accounts.perform(
                key,
                new Operation.GetSpending(
                        requireNonNullElse(query.seconds(), DEFAULT_SPAN_SECONDS),
                        requireNonNullElse(query.spans(), DEFAULT_SPANS)));
        String revision = revisions.ofAccount(key, spending.revision());
        revisions.send(revision);
        return AccountMapper.toJson(revision, spending);
    }

    /** Asks for the revision only, because the rest of a large account takes long to read. */
    private void requireNewer(AccountKey key) {
        revisions.requireNewer(revisions.ofAccount(key, accounts.perform(key, new Operation.GetRevision())));
    }

    @Override
    public AccountCreated createAccount(AccountCreation body, CreateAccountQuery query) {
        RoutingParameterCheck.requireSame("account", query.account(), body.account());
        AccountSeed seed = seed(body);
        boolean readOnly = body.permission() == Permission.READ_ONLY;
        ApiKeys.Permission permission = readOnly ? ApiKeys.Permission.READ_ONLY : ApiKeys.Permission.FULL;
        String name = body.account() == null ? makeKey(permission) : makeKey(body.account(), permission);
        if (seed == null) {
            known.open(name);
        } else {
            accounts.open(ApiKeys.account(name), seed);
        }
        return new AccountCreated(name, name);
    }

    @Override
    public void deleteAccount(String account) {
        AccountKey key = known.require(account);
        // Must be first; otherwise a request in between would open the account again.
        keys.forget(account);
        parts.drop(key);
    }

    @Override
    public void resetAccount(String account) {
        AccountKey key = known.require(account);
        keys.reset(account);
        parts.reset(key);
    }

    @Override
    public RechargeBooked addRecharge(String account, RechargeBooking body) {
        AccountKey key = known.require(account);
        Recharge recharge = accounts.perform(key, new Operation.PayIn(cents(body.amount(), "amount")));
        return new RechargeBooked(recharge.tradeNumber(), Money.of(recharge.cents()), recharge.payTime());
    }

    @Override
    public AccountFunds setBalance(String account, BalanceSetting body) {
        AccountKey key = known.require(account);
        return AccountMapper.toJson(accounts.perform(key, new Operation.SetBalance(cents(body.balance(), "balance"))));
    }

    @Override
    public CardBound addCard(String account, CardBinding body) {
        AccountKey key = known.require(account);
        List<String> pods = requireNonNullElse(body.pods(), List.of());
        for (int i = 0; i < pods.size(); i++) {
            if (catalog.pod(pods.get(i)).isEmpty()) {
                throw ProblemException.badMember("pods[" + i + "]", "names no pod of the seed");
            }
        }
        int validDays = requireNonNullElse(body.validDays(), DEFAULT_VALID_DAYS);
        Card card = accounts.perform(
                key, new Operation.BindCard(cents(body.faceAmount(), "face_amount"), validDays, List.copyOf(pods)));
        return new CardBound(card.uuid(), Money.of(card.faceCents()), card.expireDate());
    }

    @Override
    public GpuStock setGpuStock(String account, String gpuUuid, GpuStock body) {
        AccountKey key = known.require(account);
        if (catalog.gpu(gpuUuid).isEmpty()) {
            throw ProblemException.notFound("there is no such GPU model");
        }
        List<StockSchedule.Change> changes = requireNonNullElse(body.schedule(), List.<StockChange>of()).stream()
                .map(change -> new StockSchedule.Change(change.at(), change.stock()))
                .toList();
        StockSchedule stock =
                accounts.perform(key, new Operation.ReplaceStock(gpuUuid, new StockSchedule(body.stock(), changes)));
        return new GpuStock(stock.initial(), AccountMapper.toJson(stock.schedule()));
    }

    @Override
    public Lifecycle setLifecycle(String account, Lifecycle body) {
        AccountKey key = known.require(account);
        Durations set =
                accounts.perform(key, new Operation.SetDurations(body.boot(), body.shutdown(), body.imageUpload()));
        return AccountMapper.toJson(set);
    }

    private @Nullable AccountSeed seed(AccountCreation body) {
        // Null means absent. In the JSON tree of the request it is a value.
        JsonNode seed = body.seed() == null || body.seed().isNull() ? null : body.seed();
        AccountSeed contents = seed == null ? null : SeedReader.readAccount(seed, catalog);
        if (body.balance() == null) {
            return contents;
        }
        long cents = cents(body.balance(), "balance");
        return contents == null ? AccountSeed.ofBalance(cents) : contents.withBalance(cents);
    }

    private String makeKey(String name, ApiKeys.Permission permission) {
        if (!keys.make(name, permission)) {
            throw ProblemException.conflict("there is an account of this name already");
        }
        return name;
    }

    /** Tries several names, because another request may take the first free one. */
    private String makeKey(ApiKeys.Permission permission) {
        Set<String> taken = keys.all().keySet();
        for (int number = 1; ; number++) {
            String name = "account-" + number;
            if (!taken.contains(name) && keys.make(name, permission)) {
                return name;
            }
        }
    }

    private static long cents(BigDecimal amount, String member) {
        try {
            return Money.cents(amount);
        } catch (IllegalArgumentException unfit) {
            throw ProblemException.badMember(member, String.valueOf(unfit.getMessage()));
        }
    }
}
