package io.gpucloud.stub.admin;

import io.gpucloud.stub.admin.contract.KeysApi;
import io.gpucloud.stub.admin.model.Key;
import io.gpucloud.stub.admin.model.KeyList;
import io.gpucloud.stub.admin.model.KeySetting;
import io.gpucloud.stub.admin.model.KeyStatus;
import io.gpucloud.stub.admin.model.Permission;
import io.gpucloud.stub.auth.ApiKey;
import io.gpucloud.stub.auth.ApiKeys;
import io.gpucloud.stub.json.InvalidJsonException;
import java.util.Map;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class KeysController implements KeysApi {

    private final ApiKeys keys;
    private final Revisions revisions;

    KeysController(ApiKeys keys, Revisions revisions) {
        this.keys = keys;
        this.revisions = revisions;
    }

    @Override
    public KeyList listKeys() {
        Map<String, ApiKey> all = keys.all();
        String revision = Revisions.of(all);
        revisions.requireNewer(revision);
        return new KeyList(
                revision,
                all.entrySet().stream()
                        .map(key -> toJson(key.getKey(), key.getValue()))
                        .toList());
    }

    @Override
    public Key setKey(String apiKey, KeySetting body) {
        if (!apiKey.matches("[!-~]{1,200}")) {
            throw new InvalidJsonException("api_key", "must be 1 to 200 visible ASCII characters");
        }
        ApiKey set = keys.set(
                apiKey,
                body.status() == null
                        ? null
                        : ApiKey.Status.valueOf(body.status().name()),
                body.permission() == null
                        ? null
                        : ApiKey.Permission.valueOf(body.permission().name()));
        return toJson(apiKey, set);
    }

    private static Key toJson(String apiKey, ApiKey key) {
        return new Key(
                apiKey,
                KeyStatus.valueOf(key.status().name()),
                Permission.valueOf(key.permission().name()));
    }
}
