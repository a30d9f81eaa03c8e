package io.gpucloud.testing;

import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;

/**
 * Gives JUnit tests a stub: {@code @ExtendWith(GpuCloudStubExtension.class)}, or {@link #with} in a static field that
 * is {@code @RegisterExtension}. Works with JUnit 5.12 and later.
 *
 * <p>All tests of a JVM share one stub. Each test has an account of its own, so tests can run in parallel, each with a
 * clock of its own. A test, its constructor or a {@code @BeforeEach} method requests the account with parameters of the
 * types {@link StubAccount}, {@link StubClock}, {@link StubCapacity}, {@link StubFaults}, {@link StubJournal} and, if
 * {@code gpu-cloud-client} is on the class path, {@code GpuCloudClient} and {@code Leases}. After the test the account
 * is deleted. If the test failed, its requests and the state of its account are published as the files
 * {@code gpu-cloud-stub-requests.txt} and {@code gpu-cloud-stub-account.json} before that.
 *
 * <p>If a {@code @BeforeAll} method requests the account, or the constructor of a class with
 * {@code @TestInstance(PER_CLASS)}, it is the account of all tests of this class, and is deleted after the last one.
 *
 * <p>A {@code @Nested} class can have an extension of its own, such as one with other settings. It replaces that of the
 * enclosing class for the tests of the nested class.
 */
public final class GpuCloudStubExtension
        implements ParameterResolver,
                BeforeAllCallback,
                TestInstancePreConstructCallback,
                BeforeEachCallback,
                AfterEachCallback {

    private static final ExtensionContext.Namespace NAMESPACE =
            ExtensionContext.Namespace.create(GpuCloudStubExtension.class);
    /** Key of the extension that resolves the parameters of a test. */
    private static final String INNERMOST = "innermost";
    /**
     * The supported parameter types and their factories. Types of the client are known by their names, because it is
     * optional.
     */
    private static final Map<String, Function<StubAccount, Object>> PARAMETERS = Map.of(
            StubAccount.class.getName(),
            account -> account,
            StubClock.class.getName(),
            StubAccount::clock,
            StubCapacity.class.getName(),
            StubAccount::capacity,
            StubFaults.class.getName(),
            StubAccount::faults,
            StubJournal.class.getName(),
            StubAccount::journal,
            "io.gpucloud.client.GpuCloudClient",
            account -> account.client(),
            "io.gpucloud.client.lease.Leases",
            account -> account.leases());

    private final Function<ExtensionContext, GpuCloudStubServer> stub;

    /** Uses a stub with the default settings. */
    public GpuCloudStubExtension() {
        this(context -> started(context, List.of()));
    }

    private GpuCloudStubExtension(Function<ExtensionContext, GpuCloudStubServer> stub) {
        requireSupportedJUnit();
        this.stub = stub;
    }

    /** An older version would fail at the first test, with a message that does not name the reason. */
    static void requireSupportedJUnit() {
        if (Stream.of(ExtensionContext.class.getMethods())
                .noneMatch(method -> method.getName().equals("publishFile"))) {
            throw new IllegalStateException(
                    "gpu-cloud-testing needs JUnit 5.12 or later, and the class path has an older version. Set the version of org.junit:junit-bom.");
        }
    }

    /**
     * Uses a stub with these settings. Tests with the same settings share it.
     *
     * @param settings such as {@code stub.lifecycle.boot=5s}
     * @throws IllegalArgumentException if one is not of the form {@code name=value}
     */
    public static GpuCloudStubExtension with(String... settings) {
        List<String> chosen = SharedStubProcess.checked(settings);
        return new GpuCloudStubExtension(context -> started(context, chosen));
    }

    /**
     * Uses a running stub, such as one that the test has started in its own process.
     *
     * @param stub the stub, for example {@code GpuCloudStubServer.attach(url)}
     */
    public static GpuCloudStubExtension using(GpuCloudStubServer stub) {
        return new GpuCloudStubExtension(context -> stub);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        replaceTheOneOfTheEnclosingClass(context);
    }

    @Override
    public void preConstructTestInstance(TestInstanceFactoryContext factory, ExtensionContext context) {
        replaceTheOneOfTheEnclosingClass(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        replaceTheOneOfTheEnclosingClass(context);
    }

    /**
     * JUnit calls the extensions of enclosing classes first. Two of them cannot resolve the same parameter, so only the
     * last one does.
     */
    private void replaceTheOneOfTheEnclosingClass(ExtensionContext context) {
        context.getStore(NAMESPACE).put(INNERMOST, this);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getStore(NAMESPACE).get(INNERMOST) == this
                && PARAMETERS.containsKey(parameter.getParameter().getType().getName())
                && Stream.of(parameter.getParameter().getAnnotations()).noneMatch(GpuCloudStubExtension::isOfOthers);
    }

    /**
     * Whether another extension resolves a parameter with this annotation, such as {@code @Mock} or {@code @Autowired}.
     */
    private static boolean isOfOthers(Annotation annotation) {
        String type = annotation.annotationType().getName();
        return type.startsWith("org.mockito.")
                || type.startsWith("io.mockk.")
                || type.startsWith("org.springframework.");
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Function<StubAccount, Object> make =
                PARAMETERS.get(parameter.getParameter().getType().getName());
        if (make == null) {
            throw new IllegalArgumentException(parameter.toString());
        }
        return make.apply(account(context));
    }

    /**
     * The account belongs to the test, even if the constructor requests it, unless all tests of the class share an
     * instance.
     */
    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
        return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Held held = context.getStore(NAMESPACE).get(this, Held.class);
        if (held != null) {
            FailureReport.publishIfFailed(context, held.account());
        }
    }

    /**
     * The account of the test, or of the class if there is one: a store contains what the stores of enclosing contexts
     * contain.
     */
    // JUnit 6 has another method for it, which JUnit 5 does not have.
    @SuppressWarnings("deprecation")
    private StubAccount account(ExtensionContext context) {
        return context.getStore(NAMESPACE)
                .getOrComputeIfAbsent(
                        this, absent -> new Held(stub.apply(context).nextAccount()), Held.class)
                .account();
    }

    @SuppressWarnings("deprecation")
    private static GpuCloudStubServer started(ExtensionContext context, List<String> settings) {
        return context.getRoot()
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(
                        settings,
                        absent -> new Running(GpuCloudStubServer.start(settings.toArray(String[]::new))),
                        Running.class)
                .server();
    }

    /**
     * An account that is deleted with the store that holds it. JUnit 5.12 closes the one type, later versions the
     * other.
     */
    @SuppressWarnings("deprecation")
    private record Held(StubAccount account) implements ExtensionContext.Store.CloseableResource, AutoCloseable {
        @Override
        public void close() {
            account.close();
        }
    }

    /**
     * The stub of a run of tests. It is not closed with the run: build tools start many runs in one JVM, and the
     * process ends with the JVM.
     */
    private record Running(GpuCloudStubServer server) {}
}
