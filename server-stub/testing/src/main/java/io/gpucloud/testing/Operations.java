package io.gpucloud.testing;

/**
 * The operations of the API, by their operationId. For {@link StubFault#on}, {@link StubFaults} and
 * {@link StubJournal}.
 */
public final class Operations {

    /** Get the balance. */
    public static final String GET_BALANCE = "getBalance";

    /** List the bills. */
    public static final String LIST_BILLS = "listBills";

    /** List the compute cards. */
    public static final String LIST_CARDS = "listCards";

    /** List the recharges. */
    public static final String LIST_RECHARGES = "listRecharges";

    /** List the GPU models. */
    public static final String LIST_GPUS = "listGpus";

    /** List the pods of the application market. */
    public static final String LIST_PODS = "listPods";

    /** Delete a private image for good. */
    public static final String DELETE_PRIVATE_IMAGE = "deletePrivateImage";

    /** List the images of the compute market. */
    public static final String LIST_MARKET_IMAGES = "listMarketImages";

    /** List your private images. */
    public static final String LIST_PRIVATE_IMAGES = "listPrivateImages";

    /** Create an instance from an image. */
    public static final String CREATE_INSTANCE_BY_IMAGE = "createInstanceByImage";

    /** Create an instance from a pod. */
    public static final String CREATE_INSTANCE_BY_POD = "createInstanceByPod";

    /** Destroy an instance for good. */
    public static final String DESTROY_INSTANCE = "destroyInstance";

    /** List your instances. */
    public static final String LIST_INSTANCES = "listInstances";

    /** Restart an instance. */
    public static final String RESTART_INSTANCE = "restartInstance";

    /** Save a running instance as an image. */
    public static final String SAVE_INSTANCE_IMAGE = "saveInstanceImage";

    /** Set or cancel the shutdown timer. */
    public static final String SET_SHUTDOWN_TIMER = "setShutdownTimer";

    /** Start an instance that was shut down. */
    public static final String START_INSTANCE = "startInstance";

    /** Rename an instance. */
    public static final String UPDATE_INSTANCE_TITLE = "updateInstanceTitle";

    /** Get an instance. */
    public static final String GET_INSTANCE = "getInstance";

    /** Shut an instance down. */
    public static final String SHUT_DOWN_INSTANCE = "shutDownInstance";

    private Operations() {}
}
