package io.gpucloud.client.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gpucloud.client.GpuCloudClient;
import io.gpucloud.client.error.RejectionClassifier.Reason;
import io.gpucloud.client.testing.ClientTestBase;
import io.gpucloud.client.testing.Reply;
import io.gpucloud.client.testing.TestClients;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RejectionClassifierTest extends ClientTestBase {

    private GpuCloudClient with(RejectionClassifier classifier) {
        return client(builder -> builder.rejectionClassifier(classifier).options(options -> options.maxAttempts(2)));
    }

    private GpuCloudException rejection(RejectionClassifier classifier, Reply reply) {
        server.reply(reply);
        int before = server.requests();
        GpuCloudException rejection = catchThrowableOfType(
                GpuCloudException.class, () -> with(classifier).instances().create(TestClients.POD_SPEC));
        assertThat(server.requests()).isEqualTo(before + 1);
        return rejection;
    }

    private GpuCloudException rejection(Reply reply) {
        return rejection(RejectionClassifier.byText(), reply);
    }

    private static Class<? extends GpuCloudException> typeOf(Reason reason) {
        return switch (reason) {
            case NO_CAPACITY -> NoCapacityException.class;
            case INSUFFICIENT_FUNDS -> InsufficientFundsException.class;
            case OTHER -> BadRequestException.class;
        };
    }

    @ParameterizedTest
    @CsvSource({
        "NO_CAPACITY, not enough free GPUs of this model",
        "NO_CAPACITY, No capacity",
        "NO_CAPACITY, Out of stock",
        "NO_CAPACITY, SOLD OUT",
        "NO_CAPACITY, no idle GPU of this model",
        "NO_CAPACITY, there are no resources",
        "NO_CAPACITY, Insufficient GPU resources",
        "NO_CAPACITY, GPU is not available right now",
        "NO_CAPACITY, There are no longer any instances available with the requested specifications",
        "NO_CAPACITY, The zone does not have enough resources available to fulfill the request",
        "NO_CAPACITY, ZONE_RESOURCE_POOL_EXHAUSTED",
        "NO_CAPACITY, We are currently out of resources",
        "NO_CAPACITY, no GPUs left",
        "NO_CAPACITY, We currently do not have sufficient p4d.24xlarge capacity",
        "NO_CAPACITY, 库存不足",
        "NO_CAPACITY, 空闲GPU不足",
        "NO_CAPACITY, GPU 不足",
        "NO_CAPACITY, 该规格已售罄",
        "NO_CAPACITY, The requested type is currently not available in this zone",
        "NO_CAPACITY, Instance type a100-80g is currently unavailable in zone us-east-1a",
        "NO_CAPACITY, The selected zone is not available at this time",
        "NO_CAPACITY, zone cn-north-2 temporarily unavailable",
        "NO_CAPACITY, 当前没有空闲的GPU",
        "NO_CAPACITY, 空闲卡数不足",
        "NO_CAPACITY, GPU空闲数不足",
        "NO_CAPACITY, 该机型GPU已无空闲",
        "NO_CAPACITY, 该规格暂不可用",
        "NO_CAPACITY, 可用GPU数为0",
        "INSUFFICIENT_FUNDS, insufficient balance",
        "INSUFFICIENT_FUNDS, You have reached your monthly spending limit",
        "INSUFFICIENT_FUNDS, the request exceeds the spend cap of the account",
        "INSUFFICIENT_FUNDS, billing limit exceeded",
        "INSUFFICIENT_FUNDS, Your budget for this month is used up",
        "INSUFFICIENT_FUNDS, 算力币不足",
        "INSUFFICIENT_FUNDS, 您的算力豆余额不够",
        "INSUFFICIENT_FUNDS, 机时不足",
        "INSUFFICIENT_FUNDS, 已达到消费上限",
        "INSUFFICIENT_FUNDS, Insufficient balance for free GPUs",
        "INSUFFICIENT_FUNDS, no funds",
        "INSUFFICIENT_FUNDS, not enough on your compute cards for these GPUs",
        "INSUFFICIENT_FUNDS, 余额不足",
        "OTHER, the pod does not exist",
        "OTHER, the GPU model does not exist",
        "OTHER, no such GPU model",
        "OTHER, there are no such resources",
        "OTHER, you do not have any instances",
        "OTHER, the instance is not available",
        "OTHER, this type of image is not available for your account",
        "OTHER, the title exceeds the limit",
        "OTHER, rate limit exceeded",
        "OTHER, the value of billing_type is not available",
        "OTHER, 实例暂不可用",
        "OTHER, 参数类型不可用",
        "OTHER, the session is out of date",
        "OTHER, GPU型号不存在",
        "OTHER, 参数不足",
        "OTHER, come back on Monday",
        "OTHER, ''"
    })
    void recognizesReasonsByTheirTexts(Reason reason, String text) {
        GpuCloudException rejection = rejection(Reply.code(1, text));

        assertThat(rejection).isExactlyInstanceOf(typeOf(reason)).isInstanceOf(BadRequestException.class);
        assertThat(rejection.mayHaveTakenEffect()).isFalse();
        assertThat(rejection.serverMessage()).hasValue(text);
    }

    /**
     * Texts as GPU services write them, in other words. Those of the first kind were used to find the keywords, those
     * of the second one only to measure them.
     */
    @ParameterizedTest
    @CsvSource({"words, 0.95", "test, 0.85"})
    void recognizesTheTextsOfManyServicesAndNoOthers(String use, double recall) throws IOException {
        List<String> missed = new ArrayList<>();
        List<String> wrong = new ArrayList<>();
        int meant = 0;
        for (Text text : texts(use)) {
            Reason found = RejectionKeywords.reasonOf(text.message());
            meant += text.reason() == Reason.OTHER ? 0 : 1;
            if (found != text.reason()) {
                (found == Reason.OTHER ? missed : wrong).add(text + " -> " + found);
            }
        }

        assertThat(wrong).isEmpty();
        assertThat(meant).isGreaterThan(60);
        assertThat(1 - (double) missed.size() / meant).as("missed: %s", missed).isGreaterThanOrEqualTo(recall);
    }

    private record Text(Reason reason, String message) {}

    private static List<Text> texts(String use) throws IOException {
        Path file = Path.of("src/test/resources/io/gpucloud/client/error/rejection-texts.csv");
        return Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(use + ","))
                .map(line -> line.split(",", 3))
                .map(parts -> new Text(Reason.valueOf(parts[1]), parts[2].substring(1, parts[2].length() - 1)))
                .toList();
    }

    @Test
    void isFastForALongText() {
        String text = "no ".repeat(1_000_000);

        assertThat(RejectionKeywords.reasonOf(text)).isEqualTo(Reason.OTHER);
    }

    @Test
    void leavesOtherCodesAndInvalidParametersAsTheyAre() {
        assertThat(rejection(Reply.code(-1, "the pod is broken"))).isExactlyInstanceOf(OperationFailedException.class);
        assertThat(rejection(Reply.code(-1, "库存不足"))).isExactlyInstanceOf(NoCapacityException.class);
        assertThat(rejection(Reply.json(500, "{\"code\":1,\"msg\":\"no capacity\"}")))
                .isExactlyInstanceOf(ServerException.class);
        assertThat(rejection(Reply.json(200, "{\"code\":1,\"msg\":\"no capacity\",\"data\":{\"field\":\"gpu_uuid\"}}")))
                .isExactlyInstanceOf(BadRequestException.class);
    }

    @Test
    void isCalledWithStatusCodeAndText() {
        List<FailureDetails> seen = new ArrayList<>();
        RejectionClassifier own = rejection -> {
            seen.add(rejection);
            return Reason.NO_CAPACITY;
        };

        assertThat(rejection(own, Reply.json(409, "{\"code\":-1,\"msg\":\"come back on Monday\"}")))
                .isExactlyInstanceOf(NoCapacityException.class);
        assertThat(seen).hasSize(1);
        assertThat(seen.get(0).httpStatus()).isEqualTo(409);
        assertThat(seen.get(0).code()).isEqualTo(-1);
        assertThat(seen.get(0).serverMessage()).isEqualTo("come back on Monday");
    }

    @Test
    void isNotCalledForReadsAndUnknownOutcomes() {
        RejectionClassifier never = rejection -> {
            throw new AssertionError("called with " + rejection);
        };
        server.reply(Reply.code(1, "no capacity"));
        assertThatThrownBy(() -> with(never).billing().balance()).isExactlyInstanceOf(BadRequestException.class);
        assertThat(rejection(never, Reply.code(-2, "no capacity")).mayHaveTakenEffect())
                .isTrue();
    }

    @Test
    void theRejectionIsThrownIfTheClassifierFails() {
        RejectionClassifier failing = rejection -> {
            throw new IllegalStateException("no classification");
        };

        assertThat(rejection(failing, Reply.code(1, "sold out"))).isExactlyInstanceOf(BadRequestException.class);
    }

    @Test
    void neverDecidesWhetherARequestIsSentAgain() {
        Reply rateLimited = Reply.json(429, "{\"code\":1,\"msg\":\"no capacity\"}");
        server.reply(rateLimited);
        for (Reason reason : Reason.values()) {
            assertThatThrownBy(() -> with(rejection -> reason).instances().start("instance"))
                    .isExactlyInstanceOf(RateLimitedException.class);
        }
        assertThat(server.requests()).isEqualTo(2 * Reason.values().length);
    }

    @Test
    void knowsTheWordsOfThePageOfAssumptions() throws IOException {
        String page = Files.readString(Path.of("../docs/reference/assumptions.md"));
        Matcher row = Pattern.compile("\\| `(InsufficientFunds|NoCapacity)Exception` \\| (.*) \\|")
                .matcher(page);
        int rows = 0;
        while (row.find()) {
            Reason reason = row.group(1).startsWith("Insuff") ? Reason.INSUFFICIENT_FUNDS : Reason.NO_CAPACITY;
            for (String words : row.group(2).split(", ", -1)) {
                assertThat(RejectionKeywords.reasonOf(words.replace("`", "")))
                        .as(words)
                        .isEqualTo(reason);
            }
            rows++;
        }
        assertThat(rows).isEqualTo(2);
    }
}
