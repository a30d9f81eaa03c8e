package io.gpucloud.client.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A service that creates one instance, and can list another timer than the requested one, reject a new title or a start, or keep the
 * instance. The test and the server use it on different threads.
 */
public final class RentingService {

    private static final Pattern TIMER = Pattern.compile("\"shutdown_time\":(\\d+)");

    /** Unique, because parallel tests log as well. */
    private final String instanceUuid = "i-" + UUID.randomUUID();

    private final List<String> operations = new ArrayList<>();
    private final List<String> titles = new ArrayList<>();
    private final List<LongFunction<String>> listedTimers =
            new ArrayList<>(List.<LongFunction<String>>of(RentingService::asRequested));
    private Reply renaming = Reply.done();
    private final List<Reply> starting = new ArrayList<>(List.of(Reply.done()));
    private boolean destroyable = true;
    private boolean startsByItself = true;
    private boolean created;
    private boolean running;
    private long requestedTime;

    /** Replies to a request of the client. */
    public synchronized Reply reply(ReceivedRequest request) {
        operations.add(request.operation().replaceFirst(".*/", ""));
        switch (request.operation()) {
            case "POST /instance/create_by_pod" -> {
                created = true;
                running = startsByItself;
                return Reply.data(instance(""));
            }
            case "POST /instance/update_title" -> {
                titles.add(request.body());
                return renaming;
            }
            case "POST /instance/startup" -> {
                running = true;
                return starting.size() > 1 ? starting.remove(0) : starting.get(0);
            }
            case "POST /instance/shutdown_timer" -> {
                Matcher timer = TIMER.matcher(request.body());
                requestedTime = timer.find() ? Long.parseLong(timer.group(1)) : 0;
                return Reply.done();
            }
            case "POST /instance/destroy" -> {
                created = created && !destroyable;
                return destroyable ? Reply.done() : Reply.code(-1, "an image uploads");
            }
            default -> {
                return Reply.data("{\"instance_list\":[" + (created ? instance(listedTimer()) : "") + "]}");
            }
        }
    }

    private String listedTimer() {
        if (requestedTime == 0) {
            return "";
        }
        return (listedTimers.size() > 1 ? listedTimers.remove(0) : listedTimers.get(0)).apply(requestedTime);
    }

    private String instance(String timer) {
        return "{\"instance_uuid\":\"" + instanceUuid + "\",\"title\":\"\",\"status\":" + (running ? 2 : 1) + timer
                + "}";
    }

    /** The member of an instance with a timer at the requested time. */
    public static String asRequested(long requested) {
        return timer(true, requested);
    }

    /** The member of an instance with a timer. */
    public static String timer(boolean enable, long shutdownTime) {
        return ",\"shutdown_regular\":{\"enable\":" + enable + ",\"shutdown_time\":" + shutdownTime + "}";
    }

    /** Sets the timers in the lists after one is set: one for each list, and the last one for all further lists. */
    @SafeVarargs
    public final synchronized void listTimers(LongFunction<String>... timers) {
        listedTimers.clear();
        for (LongFunction<String> timer : timers) {
            listedTimers.add(timer);
        }
    }

    /** Sets the reply to a new title. */
    public synchronized void replyToNewTitle(Reply reply) {
        renaming = reply;
    }

    /** Lets a new instance wait until it is started, and sets the replies to that: the last one for all further requests. */
    public synchronized void replyToStart(Reply... replies) {
        startsByItself = false;
        starting.clear();
        starting.addAll(List.of(replies));
    }

    /** Rejects requests to destroy the instance. */
    public synchronized void keepInstance() {
        destroyable = false;
    }

    /** The identifier of the instance. */
    public String instanceUuid() {
        return instanceUuid;
    }

    /** Whether the instance exists. */
    public synchronized boolean hasInstance() {
        return created;
    }

    /** The latest {@code shutdown_time} that was requested. */
    public synchronized long requestedTime() {
        return requestedTime;
    }

    /** The last segments of the paths of all requests. */
    public synchronized List<String> operations() {
        return List.copyOf(operations);
    }

    /** How often an operation was called, by the last segment of its path. */
    public int times(String operation) {
        return (int) operations().stream().filter(operation::equals).count();
    }

    /** The bodies of all requests for a new title. */
    public synchronized List<String> titles() {
        return List.copyOf(titles);
    }
}
