package io.gpucloud.client.testing;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An account whose instances run at once. It has 40 of balance, a card of 2, and a card of 1 for a pod "p". Tests
 * script replies by the path of an operation, without {@code instance/}. Several threads may use it.
 */
public final class AccountService {

    private static final Pattern MEMBER = Pattern.compile("\"(\\w+)\":(?:\"([^\"]*)\"|(\\d+|true|false))");

    private final TestTime time;
    private final String prefix;
    private final List<LongFunction<String>> listedTimers =
            new ArrayList<>(List.<LongFunction<String>>of(AccountService::asRequested));
    private boolean startsOnRequest;
    private final Map<String, Map<String, String>> instances = new LinkedHashMap<>();
    private final Map<String, Queue<Scripted>> scripts = new HashMap<>();
    private final List<String> requests = new ArrayList<>();
    private int created;
    private boolean booting;
    private boolean timersBeforeBoot;
    private final Set<String> hidden = new HashSet<>();
    private final Map<String, String> listed = new HashMap<>();
    private Duration clockOff = Duration.ZERO;
    private String shutDown = "";
    private String pod = "";

    private record Scripted(Reply reply, boolean afterEffect) {}

    /** An account whose creation times come from {@code time}. */
    public AccountService(TestTime time) {
        this(time, "instance-");
    }

    /**
     * An account whose instances have identifiers with a prefix. Parallel tests that read the log need different ones.
     */
    public AccountService(TestTime time, String prefix) {
        this.time = time;
        this.prefix = prefix;
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

    /** Lets instances wait until they are started. */
    public synchronized void startsOnRequest() {
        startsOnRequest = true;
    }

    /** Sets the reply to each of the next requests of an operation, which have no effect. */
    public synchronized AccountService failing(String operation, int times, Reply reply) {
        return script(operation, times, new Scripted(reply, false));
    }

    /** Sets the reply to each of the next requests of an operation, which have their effect. */
    public synchronized AccountService failingAfterEffect(String operation, int times, Reply reply) {
        return script(operation, times, new Scripted(reply, true));
    }

    private AccountService script(String operation, int times, Scripted scripted) {
        for (int i = 0; i < times; i++) {
            scripts.computeIfAbsent(operation, first -> new ArrayDeque<>()).add(scripted);
        }
        return this;
    }

    /** Lists all instances as not running yet. */
    public synchronized void booting() {
        booting = true;
    }

    /** Accepts a timer before an instance is listed with its title. */
    public synchronized void acceptTimersBeforeBoot() {
        timersBeforeBoot = true;
    }

    /** Lists all instances as running. */
    public synchronized void boots() {
        booting = false;
    }

    /** Lists the pod "pod", which costs 1.5 an hour. */
    public synchronized AccountService withPod() {
        pod = "{\"uuid\":\"pod\",\"title\":\"Stable Diffusion\",\"price\":{\"hour\":1.5}}";
        return this;
    }

    /** Lists an instance as shut down. */
    public synchronized AccountService shuttingDown(String instance) {
        shutDown = instance;
        return this;
    }

    /** Sets by how much the creation times of new instances are wrong. */
    public synchronized void clockOff(Duration clockOff) {
        this.clockOff = clockOff;
    }

    /** Lists a member of all instances with another value than the requested one. */
    public synchronized void listing(String member, String value) {
        listed.put(member, value);
    }

    /** Leaves an instance out of the list. */
    public synchronized void hide(String instance) {
        hidden.add(instance);
    }

    /** Lists a hidden instance again. */
    public synchronized void show(String instance) {
        hidden.remove(instance);
    }

    /** Ends all scripts. */
    public synchronized void recover() {
        scripts.clear();
    }

    /** Replies to a request of the client. */
    public synchronized Reply reply(ReceivedRequest request) {
        String operation = request.operation().replaceFirst(".* ", "");
        String name = operation.replaceFirst("^/(instance/)?", "");
        if (isBeforeBoot(name)) {
            return missing();
        }
        requests.add(name);
        Queue<Scripted> script = scripts.getOrDefault(name, new ArrayDeque<>());
        @Nullable Scripted scripted = script.poll();
        if (scripted != null && !scripted.afterEffect) {
            return scripted.reply;
        }
        Reply reply = perform(name, members(request.body()));
        return scripted == null ? reply : scripted.reply;
    }

    /** A lease asks for a timer directly after the title, and accepts that it is rejected. */
    private boolean isBeforeBoot(String name) {
        boolean directly =
                !requests.isEmpty() && requests.get(requests.size() - 1).equals("update_title");
        return !timersBeforeBoot && directly && name.equals("shutdown_timer");
    }

    private Reply perform(String name, Map<String, String> body) {
        String instance = body.getOrDefault("instance_uuid", "");
        return switch (name) {
            case "list" ->
                Reply.data("{\"instance_list\":["
                        + instances.values().stream()
                                .filter(this::isListed)
                                .map(this::json)
                                .collect(Collectors.joining(","))
                        + "]}");
            case "gpu/list" -> Reply.data("{\"total\":2,\"gpu_list\":[" + gpu("gpu", 1) + "," + gpu("gpu-2", 2) + "]}");
            case "pod/list" -> Reply.data("{\"pod_list\":[" + pod + "]}");
            case "balance/info" -> Reply.data("{\"balance\":40,\"card_balance\":3}");
            case "card/list" ->
                Reply.data(
                        "{\"card_list\":[{\"uuid\":\"c\",\"leave_amount\":2},"
                                + "{\"uuid\":\"d\",\"leave_amount\":1,\"pods\":[{\"uuid\":\"p\",\"title\":\"\"}]}],\"total\":2}");
            case "image/private/list" -> Reply.data("{\"total\":0,\"image_list\":[]}");
            case "create_by_pod" -> Reply.data(json(existing(create(body, ""))));
            case "destroy" -> instances.remove(instance) == null ? missing() : Reply.done();
            case "update_title" -> change(instance, "title", body.getOrDefault("title", ""));
            case "startup" -> change(instance, "started", "true");
            case "shutdown_timer" -> change(instance, "timer", body.getOrDefault("shutdown_time", "0"));
            default -> Reply.done();
        };
    }

    private boolean isListed(Map<String, String> instance) {
        return !hidden.contains(instance.getOrDefault("instance_uuid", ""));
    }

    private static String gpu(String gpuUuid, int price) {
        return "{\"gpu_uuid\":\"" + gpuUuid + "\",\"gpu_name\":\"" + gpuUuid + "\",\"status\":1,\"price\":{\"hour\":"
                + price + "}}";
    }

    private static Reply missing() {
        return Reply.code(-1, "the instance does not exist or cannot be destroyed");
    }

    private Reply change(String instance, String member, String value) {
        Map<String, String> found = instances.get(instance);
        if (found == null) {
            return missing();
        }
        found.put(member, value);
        return Reply.done();
    }

    private String create(Map<String, String> body, String title) {
        String instance = prefix + ++created;
        Map<String, String> made = new LinkedHashMap<>(body);
        made.put("instance_uuid", instance);
        made.put("title", title);
        made.put("create_time", Long.toString(time.now().plus(clockOff).getEpochSecond()));
        instances.put(instance, made);
        return instance;
    }

    /** Another program creates an instance of the pod "pod" on the model "gpu". Returns its identifier. */
    public synchronized String foreign(String title) {
        return create(Map.of("pod_uuid", "pod", "gpu_uuid", "gpu", "gpu_nums", "1"), title);
    }

    private String json(Map<String, String> instance) {
        String image = instance.getOrDefault("pod_uuid", "");
        return "{\"instance_uuid\":\"%s\",\"title\":\"%s\",\"status\":%d,\"create_time\":%s,\"image_uuid\":\"%s\""
                        .formatted(
                                instance.get("instance_uuid"),
                                instance.get("title"),
                                status(instance),
                                instance.get("create_time"),
                                image)
                + ",\"server_url\":[\"https://" + instance.get("instance_uuid") + ".invalid\"]"
                + ",\"gpu_uuid\":\"" + listed.getOrDefault("gpu_uuid", instance.get("gpu_uuid")) + "\",\"gpu_nums\":"
                + instance.get("gpu_nums")
                + listedTimer(instance) + "}";
    }

    private int status(Map<String, String> instance) {
        if (shutDown.equals(instance.get("instance_uuid"))) {
            return 22;
        }
        return booting || (startsOnRequest && !instance.containsKey("started")) ? 1 : 2;
    }

    private String listedTimer(Map<String, String> instance) {
        String timer = instance.get("timer");
        if (timer == null) {
            return "";
        }
        return (listedTimers.size() > 1 ? listedTimers.remove(0) : listedTimers.get(0)).apply(Long.parseLong(timer));
    }

    private Map<String, String> existing(String instance) {
        return Objects.requireNonNull(instances.get(instance), instance);
    }

    private static Map<String, String> members(String body) {
        Map<String, String> members = new HashMap<>();
        Matcher member = MEMBER.matcher(body);
        while (member.find()) {
            members.put(member.group(1), member.group(2) == null ? member.group(3) : member.group(2));
        }
        return members;
    }

    /** The identifiers of the existing instances. */
    public synchronized List<String> instances() {
        return List.copyOf(instances.keySet());
    }

    /** The title of an instance. */
    public synchronized String title(String instance) {
        return existing(instance).getOrDefault("title", "");
    }

    /** Changes the title of an instance, as its owner would. */
    public synchronized void rename(String instance, String title) {
        existing(instance).put("title", title);
    }

    /** The {@code shutdown_time} that was requested for an instance. */
    public synchronized long shutdownTime(String instance) {
        return Long.parseLong(existing(instance).getOrDefault("timer", "0"));
    }

    /** The names of all operations, in the order of the requests. */
    public synchronized List<String> operations() {
        return List.copyOf(requests);
    }

    /** The number of requests of an operation. */
    public synchronized int requests(String operation) {
        return (int) requests.stream().filter(operation::equals).count();
    }
}
