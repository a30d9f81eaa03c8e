package io.gpucloud.stub.admin;

import io.gpucloud.stub.admin.contract.KeysApi;
import io.gpucloud.stub.admin.model.Key;
import io.gpucloud.stub.admin.model.KeySetting;
import io.gpucloud.stub.admin.model.KeyStatus;
import io.gpucloud.stub.admin.model.Permission;
import io.gpucloud.stub.auth.ApiKeys;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class KeysController implements KeysApi {

    private final ApiKeys keys;

    KeysController(ApiKeys keys) {
        this.keys = keys;
    }

    @Override
    public Key setKey(String apiKey, KeySetting body) {
        if (!apiKey.matches("[!-~]{1,200}")) {
            throw ProblemException.badMember("api_key", "must be 1 to 200 visible ASCII characters");
        }
        ApiKeys.Key set = keys.set(
                apiKey,
                body.status() == null
                        ? null
                        : ApiKeys.Status.valueOf(body.status().name()),
                body.permission() == null
                        ? null
                        : ApiKeys.Permission.valueOf(body.permission().name()));
        return new Key(
                apiKey,
                KeyStatus.valueOf(set.status().name()),
                Permission.valueOf(set.permission().name()));
    }
}
