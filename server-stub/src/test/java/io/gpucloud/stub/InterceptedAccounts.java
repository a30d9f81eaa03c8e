package io.gpucloud.stub;

import io.gpucloud.stub.account.Accounts;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.Consumer;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Makes the accounts of a stub call hooks of a test before and after each method, with the name of the method. */
final class InterceptedAccounts implements BeanPostProcessor {

    private final Consumer<String> before;
    private final Consumer<String> after;

    InterceptedAccounts(Consumer<String> before, Consumer<String> after) {
        this.before = before;
        this.after = after;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof Accounts accounts ? intercepted(accounts) : bean;
    }

    private Accounts intercepted(Accounts accounts) {
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
