package io.gpucloud.stub;

import io.gpucloud.stub.account.Accounts;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;

/** Accounts that call hooks of a test before and after each method, with the name of the method. */
final class InterceptedAccounts {

    private InterceptedAccounts() {}

    static Accounts of(Accounts accounts, Consumer<String> before, Consumer<String> after) {
        return (Accounts) Proxy.newProxyInstance(
                InterceptedAccounts.class.getClassLoader(), new Class<?>[] {Accounts.class}, (self, method, given) -> {
                    before.accept(method.getName());
                    try {
                        return method.invoke(accounts, given);
                    } catch (InvocationTargetException refused) {
                        throw refused.getCause();
                    } finally {
                        after.accept(method.getName());
                    }
                });
    }
}
