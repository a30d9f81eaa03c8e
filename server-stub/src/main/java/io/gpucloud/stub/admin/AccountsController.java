package io.gpucloud.stub.admin;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.ReadOnlyAccount;
import io.gpucloud.stub.account.Rules.Durations;
import io.gpucloud.stub.admin.contract.AccountsApi;
import io.gpucloud.stub.admin.contract.KeysApi;
import io.gpucloud.stub.admin.model.AccountCreated;
import io.gpucloud.stub.admin.model.AccountCreation;
import io.gpucloud.stub.admin.model.AccountDetails;
import io.gpucloud.stub.admin.model.AccountFunds;
import io.gpucloud.stub.admin.model.AccountImages;
import io.gpucloud.stub.admin.model.AccountInstances;
import io.gpucloud.stub.admin.model.AccountList;
import io.gpucloud.stub.admin.model.AccountReset;
import io.gpucloud.stub.admin.model.BalanceSetting;
import io.gpucloud.stub.admin.model.CardBinding;
import io.gpucloud.stub.admin.model.CardBound;
import io.gpucloud.stub.admin.model.GpuStock;
import io.gpucloud.stub.admin.model.Key;
import io.gpucloud.stub.admin.model.KeyList;
import io.gpucloud.stub.admin.model.KeySetting;
import io.gpucloud.stub.admin.model.KeyStatus;
import io.gpucloud.stub.admin.model.Lifecycle;
import io.gpucloud.stub.admin.model.Permission;
import io.gpucloud.stub.admin.model.RechargeBooked;
import io.gpucloud.stub.admin.model.RechargeBooking;
import io.gpucloud.stub.admin.model.Spending;
import io.gpucloud.stub.admin.model.StockChange;
import io.gpucloud.stub.auth.ApiKey;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.billing.Balance;
import io.gpucloud.stub.billing.Card;
import io.gpucloud.stub.billing.Money;
import io.gpucloud.stub.billing.Recharge;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.catalog.StockSchedule;
import io.gpucloud.stub.clock.StubClock;
import io.gpucloud.stub.json.InvalidJsonException;
import io.gpucloud.stub.state.StubResetter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.RestController;

/** Accounts and their keys. Each key opens the account of the same name. */
@RestController
final class AccountsController implements AccountsApi, KeysApi {

    private static final int DEFAULT_VALID_DAYS = 365;
    private static final int DEFAULT_SPAN_SECONDS = 3600;
    private static final int DEFAULT_SPANS = 24;

    private final AccountLookup lookup;
    private final Accounts accounts;
    private final StubResetter resetter;
    private final Catalog catalog;
    private final StubClock clock;
    private final Revisions revisions;
    private final ApiKeys keys;
    private final SeedReader seeds;

    AccountsController(
            AccountLookup lookup,
            Accounts accounts,
            StubResetter resetter,
            Catalog catalog,
            StubClock clock,
            Revisions revisions,
            ApiKeys keys,
            SeedReader seeds) {
        this.lookup = lookup;
        this.accounts = accounts;
        this.resetter = resetter;
        this.catalog = catalog;
        this.clock = clock;
        this.revisions = revisions;
        this.keys = keys;
        this.seeds = seeds;
    }

    @Override
    public AccountList listAccounts() {
        return revisions.sendIfNewer(
                new AccountList(accounts.open().stream().map(AccountKey::name).toList()));
    }

    @Override
    public AccountDetails getAccount(String account) {
        AccountKey key = lookup.require(account);
        return revisions.read(
                key,
                ReadOnlyAccount::overview,
                (revision, overview) ->
                        AccountMapper.toJson(key, revision, overview, clock.read(key), clock.own(key) != null));
    }

    @Override
    public AccountInstances listAccountInstances(String account) {
        return revisions.read(lookup.require(account), ReadOnlyAccount::instances, AccountMapper::toJson);
    }

    @Override
    public AccountImages listAccountImages(String account) {
        return revisions.read(lookup.require(account), ReadOnlyAccount::listPrivateImages, AccountMapper::images);
    }

    @Override
    public Spending getSpending(String account, GetSpendingQuery query) {
        int seconds = requireNonNullElse(query.seconds(), DEFAULT_SPAN_SECONDS);
        int spans = requireNonNullElse(query.spans(), DEFAULT_SPANS);
        return revisions.read(lookup.require(account), open -> open.spending(seconds, spans), AccountMapper::spending);
    }

    @Override
    public AccountCreated createAccount(AccountCreation body) {
        AccountSeed seed = seed(body);
        boolean readOnly = body.permission() == Permission.READ_ONLY;
        ApiKey.Permission permission = readOnly ? ApiKey.Permission.READ_ONLY : ApiKey.Permission.FULL;
        String name = body.account() == null ? createKey(permission) : createKey(body.account(), permission);
        if (seed == null) {
            lookup.open(name);
        } else {
            resetter.reset(new AccountKey(name), seed);
        }
        return new AccountCreated(name, name);
    }

    private @Nullable AccountSeed seed(AccountCreation body) {
        AccountSeed contents = read(body.seed());
        if (body.balance() == null) {
            return contents;
        }
        long cents = SeedValues.cents(body.balance(), "balance");
        return contents == null ? AccountSeed.ofBalance(cents) : contents.withBalance(cents);
    }

    private String createKey(String name, ApiKey.Permission permission) {
        if (!keys.createIfAbsent(name, permission)) {
            throw new ProblemException(HttpStatus.CONFLICT, "there is an account of this name already");
        }
        return name;
    }

    /** Tries several names, because another request may take the first free one. */
    private String createKey(ApiKey.Permission permission) {
        Set<String> taken = keys.all().keySet();
        for (int number = 1; ; number++) {
            String name = "account-" + number;
            if (!taken.contains(name) && keys.createIfAbsent(name, permission)) {
                return name;
            }
        }
    }

    @Override
    public void deleteAccount(String account) {
        resetter.delete(lookup.require(account));
    }

    @Override
    public void resetAccount(String account, @Nullable AccountReset body) {
        AccountKey key = lookup.require(account);
        resetter.reset(key, body == null ? null : read(body.seed()));
    }

    private @Nullable AccountSeed read(io.gpucloud.stub.admin.model.@Nullable AccountSeed seed) {
        return seed == null ? null : SeedValues.within("seed", () -> seeds.account(seed, catalog));
    }

    @Override
    public RechargeBooked addRecharge(String account, RechargeBooking body) {
        AccountKey key = lookup.require(account);
        long cents = SeedValues.cents(body.amount(), "amount");
        Recharge recharge = accounts.change(key, open -> open.payIn(cents));
        return new RechargeBooked(recharge.tradeNumber(), Money.of(recharge.cents()), recharge.payTime());
    }

    @Override
    public AccountFunds setBalance(String account, BalanceSetting body) {
        AccountKey key = lookup.require(account);
        long cents = SeedValues.cents(body.balance(), "balance");
        Balance balance = accounts.change(key, open -> open.setBalance(cents));
        return AccountMapper.toJson(balance);
    }

    @Override
    public CardBound addCard(String account, CardBinding body) {
        AccountKey key = lookup.require(account);
        List<String> pods = SeedReader.pods(body.pods(), catalog);
        int validDays = requireNonNullElse(body.validDays(), DEFAULT_VALID_DAYS);
        long cents = SeedValues.cents(body.faceAmount(), "face_amount");
        Card card = accounts.change(key, open -> open.bindCard(cents, validDays, pods));
        return new CardBound(card.uuid(), Money.of(card.faceCents()), card.expireDate());
    }

    @Override
    public GpuStock setGpuStock(String account, String gpuUuid, GpuStock body) {
        AccountKey key = lookup.require(account);
        if (catalog.gpu(gpuUuid).isEmpty()) {
            throw new ProblemException(HttpStatus.NOT_FOUND, "there is no such GPU model");
        }
        List<StockSchedule.Change> changes = requireNonNullElse(body.schedule(), List.<StockChange>of()).stream()
                .map(change -> new StockSchedule.Change(change.at(), change.stock()))
                .toList();
        StockSchedule stock = new StockSchedule(body.stock(), changes);
        accounts.change(key, open -> open.replaceStock(gpuUuid, stock));
        return new GpuStock(stock.initial(), AccountMapper.toJson(stock.schedule()));
    }

    @Override
    public Lifecycle setLifecycle(String account, Lifecycle body) {
        AccountKey key = lookup.require(account);
        Durations set =
                accounts.change(key, open -> open.setDurations(body.boot(), body.shutdown(), body.imageUpload()));
        return AccountMapper.toJson(set);
    }

    @Override
    public KeyList listKeys() {
        Map<String, ApiKey> all = keys.all();
        String revision = Revisions.of(all);
        revisions.requireNewer(revision);
        List<Key> listed = new ArrayList<>();
        all.forEach((apiKey, key) -> listed.add(toJson(apiKey, key)));
        return new KeyList(revision, listed);
    }

    @Override
    public Key setKey(String apiKey, KeySetting body) {
        if (!apiKey.matches("[!-~]{1,200}")) {
            throw new InvalidJsonException("api_key", "must be 1 to 200 visible ASCII characters");
        }
        KeyStatus status = body.status();
        Permission permission = body.permission();
        ApiKey set = keys.set(
                apiKey,
                status == null ? null : ApiKey.Status.valueOf(status.name()),
                permission == null ? null : ApiKey.Permission.valueOf(permission.name()));
        return toJson(apiKey, set);
    }

    private static Key toJson(String apiKey, ApiKey key) {
        return new Key(
                apiKey,
                KeyStatus.valueOf(key.status().name()),
                Permission.valueOf(key.permission().name()));
    }
}
