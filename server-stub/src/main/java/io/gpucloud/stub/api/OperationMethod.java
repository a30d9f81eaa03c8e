package io.gpucloud.stub.api;

import java.util.Objects;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.method.HandlerMethod;

/** A method that answers an operation of the contract. */
final class OperationMethod extends HandlerMethod {

    OperationMethod(HandlerMethod method) {
        super(method.createWithResolvedBean());
    }

    /** Calls it; what it throws comes through as it is. */
    Object call(Object... arguments) {
        return Objects.requireNonNull(ReflectionUtils.invokeMethod(getBridgedMethod(), getBean(), arguments));
    }
}
