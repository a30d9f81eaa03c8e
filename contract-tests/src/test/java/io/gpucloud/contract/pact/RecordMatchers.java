package io.gpucloud.contract.pact;

import au.com.dius.pact.consumer.dsl.LambdaDslJsonArray;
import au.com.dius.pact.consumer.dsl.LambdaDslObject;
import au.com.dius.pact.consumer.dsl.PactDslJsonRootValue;
import java.math.BigDecimal;
import java.util.function.Consumer;

/** The records of the service as matchers by type and format, with example values. */
final class RecordMatchers {

    static final String INSTANCE_UUID = "9c1e4b52-6f0d-3a87-b1c4-2d5e8f7a9034";
    static final String IMAGE_UUID = "4be0c7d1-0a52-3f9e-8c66-71d2e5b0f3a8";
    static final String MARKET_IMAGE_UUID = "img-pytorch-2.5";
    static final String POD_UUID = "pod-stable-diffusion";
    static final String POD_TAG = "1.9";
    static final String GPU_UUID = "gpu-rtx-4090";
    static final String ORDER_NUMBER = "B7F2C9A10D3E400000000042";
    static final String TRADE_NUMBER = "R7F2C9A10D3E400000000001";
    static final String ADDRESS = "https://9c1e4b52.gpu-cloud.example/8188";
    static final long CREATED_AT = 1_767_225_600L;
    static final long SHUTDOWN_AT = 1_767_229_200L;

    static final String NUMBER = "[0-9]+(\\.[0-9]+)?";

    private static final String IDENTIFIER = "\\S+";
    private static final String TEXT = "\\S.*";
    private static final String SECONDS = "[1-9][0-9]{9}";
    private static final String ORDER = "[0-9A-Za-z-]+";

    private RecordMatchers() {}

    /** An identifier that a request takes from the provider state. */
    static LambdaDslObject identifier(LambdaDslObject body, String member, String value, String example) {
        return body.valueFromProviderState(member, "${" + value + "}", example);
    }

    /** Members of every instance in every state. */
    static LambdaDslObject instance(LambdaDslObject instance, int status) {
        return moment(instance, "create_time")
                .stringMatcher("instance_uuid", IDENTIFIER, INSTANCE_UUID)
                .numberValue("status", status)
                .stringMatcher("title", TEXT, "training")
                .integerMatching("charging_type", "[0-9]+", 1)
                .object(
                        "shutdown_regular",
                        timer -> timer.integerMatching("shutdown_time", "[0-9]+", 0)
                                .booleanType("enable", false))
                .stringMatcher("image_uuid", IDENTIFIER, POD_UUID)
                .stringMatcher("image_name", TEXT, "Stable Diffusion WebUI")
                .stringMatcher("gpu_uuid", IDENTIFIER, GPU_UUID)
                .stringMatcher("gpu_name", TEXT, "NVIDIA GeForce RTX 4090")
                .integerMatching("gpu_nums", "1|2|4|8", 1);
    }

    /** An instance from a pod, whose tag is known. */
    static LambdaDslObject podInstance(LambdaDslObject instance, int status) {
        return instance(instance, status).stringMatcher("image_tag", IDENTIFIER, POD_TAG);
    }

    /** An instance that runs, so it has a start time and addresses. */
    static LambdaDslObject runningInstance(LambdaDslObject instance) {
        return moment(podInstance(instance, 2), "start_time")
                .minArrayLike("server_url", 1, PactDslJsonRootValue.stringMatcher("https?://\\S+", ADDRESS), 1);
    }

    static LambdaDslObject pod(LambdaDslObject pod) {
        return pod.stringMatcher("title", TEXT, "Stable Diffusion WebUI")
                .stringMatcher("uuid", IDENTIFIER, POD_UUID)
                .stringType("remark", "Text-to-image generation in the browser")
                .minArrayLike("pod_tag", 1, PactDslJsonRootValue.stringMatcher(IDENTIFIER, POD_TAG), 1)
                .object("price", RecordMatchers::prices);
    }

    /** A GPU model with a price for every period. */
    static LambdaDslObject gpu(LambdaDslObject gpu, int status) {
        return gpuName(gpu).numberValue("status", status).object("price", RecordMatchers::prices);
    }

    /** Members of every GPU model. */
    static LambdaDslObject anyGpu(LambdaDslObject gpu) {
        return gpuName(gpu)
                .integerMatching("status", "[0-9]+", 1)
                .object("price", price -> amount(price, "hour", "1.98"));
    }

    private static LambdaDslObject gpuName(LambdaDslObject gpu) {
        return gpu.stringMatcher("gpu_uuid", IDENTIFIER, GPU_UUID)
                .stringMatcher("gpu_name", TEXT, "NVIDIA GeForce RTX 4090");
    }

    private static void prices(LambdaDslObject price) {
        amount(price, "hour", "1.98");
        amount(price, "day", "45.00");
        amount(price, "week", "300.00");
        amount(price, "month", "1180.00");
        amount(price, "year", "12900.00");
    }

    /** Members of every market image. */
    static LambdaDslObject marketImage(LambdaDslObject image, Consumer<LambdaDslObject> components) {
        return moment(moment(image, "created_at"), "updated_at")
                .stringMatcher("uuid", IDENTIFIER, MARKET_IMAGE_UUID)
                .integerMatching("size", "[0-9]+", 1_610_612_736)
                .object("components", components);
    }

    static LambdaDslObject version(LambdaDslObject components, String component, String example) {
        return components.stringMatcher(component, TEXT, example);
    }

    /** Members of every private image in every state of its upload. */
    static LambdaDslObject privateImage(LambdaDslObject image, int uploadStatus) {
        return moment(image, "create_time")
                .stringMatcher("title", TEXT, "render-base")
                .stringMatcher("uuid", IDENTIFIER, IMAGE_UUID)
                .stringType("remark", "")
                .integerMatching("layer_count", "[0-9]+", 12)
                .stringMatcher("pod_uuid", IDENTIFIER, POD_UUID)
                .stringMatcher("pod_tag", IDENTIFIER, POD_TAG)
                .numberValue("save_image_status", uploadStatus);
    }

    /** A card that applies to a pod. */
    static LambdaDslObject card(LambdaDslObject card) {
        return cardFor(
                card,
                pods -> pods.minArrayLike(
                        "pods",
                        1,
                        pod -> pod.stringMatcher("uuid", IDENTIFIER, POD_UUID)
                                .stringMatcher("title", TEXT, "Stable Diffusion WebUI")));
    }

    /** A card that applies to every pod. */
    static LambdaDslObject cardForAll(LambdaDslObject card) {
        return cardFor(card, pods -> pods.array("pods", RecordMatchers::none));
    }

    private static LambdaDslObject cardFor(LambdaDslObject card, Consumer<LambdaDslObject> pods) {
        amount(card, "face_amount", "100.00");
        amount(card, "leave_amount", "100.00");
        amount(card, "sale_price", "90.00");
        moment(moment(card, "bind_time"), "expire_date")
                .stringMatcher("uuid", IDENTIFIER, "1f6b2c90-5d3e-3b7a-9e14-c8a7d0f25b61")
                .stringMatcher("title", TEXT, "Compute card")
                .stringMatcher("card_no", ORDER, "C7F2C9A10D3E400000000001")
                .integerMatching("valid_days", "[0-9]+", 365)
                .stringMatcher("bind_txt", TEXT, "bound")
                .stringMatcher("status_txt", TEXT, "usable");
        pods.accept(card);
        return card;
    }

    static LambdaDslObject bill(LambdaDslObject bill, int channel) {
        return moment(
                        moment(moment(amount(bill, "amount", "1.00"), "order_time"), "settle_start_time"),
                        "settle_end_time")
                .numberValue("charge_channel", channel)
                .stringMatcher("order_number", ORDER, ORDER_NUMBER)
                .stringType("remark", "");
    }

    static LambdaDslObject recharge(LambdaDslObject recharge) {
        return moment(moment(amount(recharge, "amount", "100.00"), "trade_time"), "pay_time")
                .stringMatcher("trade_number", ORDER, TRADE_NUMBER);
    }

    static LambdaDslObject amount(LambdaDslObject record, String member, String example) {
        return record.numberMatching(member, NUMBER, new BigDecimal(example));
    }

    /** A time in seconds since 1970. It has ten digits, so that milliseconds do not match. */
    private static LambdaDslObject moment(LambdaDslObject record, String member) {
        return record.integerMatching(member, SECONDS, (int) CREATED_AT);
    }

    static LambdaDslObject total(LambdaDslObject data, int example) {
        return data.integerMatching("total", "[0-9]+", example);
    }

    static void none(LambdaDslJsonArray list) {
        // Only the length distinguishes an empty list from a filled one.
    }
}
