package io.gpucloud.stub.admin;

import io.gpucloud.stub.admin.api.KeysApi;
import io.gpucloud.stub.admin.wire.Key;
import io.gpucloud.stub.admin.wire.KeySetting;
import io.gpucloud.stub.admin.wire.KeyStatus;
import io.gpucloud.stub.admin.wire.Permission;
import io.gpucloud.stub.control.Keys;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class KeysController implements KeysApi {

    private final Keys keys;

    KeysController(Keys keys) {
        this.keys = keys;
    }

    @Override
    public Key setKey(String apiKey, KeySetting body) {
        if (!apiKey.matches("[!-~]{1,200}")) {
            throw ProblemException.badMember("api_key", "must be 1 to 200 visible ASCII characters");
        }
        Keys.Key set = keys.set(
                apiKey,
                body.status() == null ? null : Keys.Status.valueOf(body.status().name()),
                body.permission() == null
                        ? null
                        : Keys.Permission.valueOf(body.permission().name()));
        return new Key(
                apiKey,
                KeyStatus.valueOf(set.status().name()),
                Permission.valueOf(set.permission().name()));
    }
}
