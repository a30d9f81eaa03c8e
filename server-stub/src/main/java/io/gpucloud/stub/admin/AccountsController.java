package io.gpucloud.stub.admin;

import static java.util.Objects.requireNonNullElse;

import io.gpucloud.stub.account.AccountKey;
import io.gpucloud.stub.account.AccountSeed;
import io.gpucloud.stub.account.Accounts;
import io.gpucloud.stub.account.ClockChange;
import io.gpucloud.stub.account.ReadOnlyAccount;
import io.gpucloud.stub.admin.contract.AccountsApi;
import io.gpucloud.stub.admin.contract.KeysApi;
import io.gpucloud.stub.admin.model.AccountCreation;
import io.gpucloud.stub.admin.model.AccountDetails;
import io.gpucloud.stub.admin.model.AccountInstances;
import io.gpucloud.stub.admin.model.AccountList;
import io.gpucloud.stub.admin.model.AccountSetting;
import io.gpucloud.stub.admin.model.CardBinding;
import io.gpucloud.stub.admin.model.CardDetails;
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
import io.gpucloud.stub.auth.ApiKey;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.billing.Card;
import io.gpucloud.stub.billing.CardView;
import io.gpucloud.stub.billing.Money;
import io.gpucloud.stub.billing.Recharge;
import io.gpucloud.stub.catalog.Catalog;
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
        revisions.requireNewer(key);
        return details(key);
    }

    private AccountDetails details(AccountKey key) {
        return revisions.readPresent(
                key,
                ReadOnlyAccount::overview,
                (revision, overview) ->
                        AccountMapper.toJson(key, revision, overview, clock.read(key), clock.own(key) != null));
    }

    @Override
    public AccountDetails setAccount(String account, AccountSetting body) {
        AccountKey key = lookup.require(account);
        Long cents = body.balance() == null ? null : SeedValues.cents(body.balance(), "balance");
        Lifecycle durations = requireNonNullElse(body.lifecycle(), new Lifecycle(null, null, null));
        List<GpuStock> stock = requireNonNullElse(body.stock(), List.of());
        if (stock.stream().anyMatch(gpu -> catalog.gpu(gpu.gpuUuid()).isEmpty())) {
            throw new ProblemException(HttpStatus.NOT_FOUND, "stock", "there is no such GPU model");
        }
        accounts.change(key, open -> {
            // The only part that can be rejected, so it comes first.
            if (cents != null) {
                open.setBalance(cents);
            }
            stock.forEach(gpu -> open.replaceStock(gpu.gpuUuid(), AccountMapper.stock(gpu)));
            return open.setDurations(durations.boot(), durations.shutdown(), durations.imageUpload());
        });
        if (Boolean.TRUE.equals(body.ownClock())) {
            clock.set(key, lookup.present(key), new ClockChange(null, null, null));
        } else if (body.ownClock() != null) {
            clock.release(key);
        }
        return details(key);
    }

    @Override
    public AccountInstances listAccountInstances(String account) {
        return revisions.read(lookup.require(account), ReadOnlyAccount::instances, AccountMapper::toJson);
    }

    @Override
    public Spending getSpending(String account, GetSpendingQuery query) {
        int seconds = requireNonNullElse(query.seconds(), DEFAULT_SPAN_SECONDS);
        int spans = requireNonNullElse(query.spans(), DEFAULT_SPANS);
        return revisions.read(lookup.require(account), open -> open.spending(seconds, spans), AccountMapper::spending);
    }

    @Override
    public Key createAccount(AccountCreation body) {
        AccountSeed seed = seed(body);
        boolean readOnly = body.permission() == Permission.READ_ONLY;
        ApiKey.Permission permission = readOnly ? ApiKey.Permission.READ_ONLY : ApiKey.Permission.FULL;
        String name = body.account() == null ? createKey(permission) : createKey(body.account(), permission);
        if (seed == null) {
            lookup.open(name);
        } else {
            resetter.reset(new AccountKey(name), seed);
        }
        return new Key(name, KeyStatus.ACTIVE, readOnly ? Permission.READ_ONLY : Permission.FULL);
    }

    private @Nullable AccountSeed seed(AccountCreation body) {
        AccountSeed contents = seeds.member(body.seed(), catalog);
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
    public RechargeBooked addRecharge(String account, RechargeBooking body) {
        AccountKey key = lookup.require(account);
        long cents = SeedValues.cents(body.amount(), "amount");
        Recharge recharge = accounts.change(key, open -> open.payIn(cents));
        return new RechargeBooked(recharge.tradeNumber(), Money.of(recharge.cents()), recharge.payTime());
    }

    @Override
    public CardDetails addCard(String account, CardBinding body) {
        AccountKey key = lookup.require(account);
        List<String> pods = SeedReader.pods(body.pods(), catalog);
        int validDays = requireNonNullElse(body.validDays(), DEFAULT_VALID_DAYS);
        long cents = SeedValues.cents(body.faceAmount(), "face_amount");
        Card card = accounts.change(key, open -> open.bindCard(cents, validDays, pods));
        return AccountMapper.toJson(new CardView(card, Card.State.USABLE));
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
