package io.gpucloud.client.error;

import java.util.regex.Pattern;

/** Keywords that distinguish the reasons of rejections: assumption {@code rejection-keywords}. */
final class RejectionKeywords {

    /** Compute cards count as money. */
    static final Pattern FUNDS = anyOf(
            "balance",
            "funds?\\b",
            "credit",
            "money",
            "compute.?cards?",
            "recharge",
            "top.?up",
            "pay(ment)?\\b",
            "余额",
            "欠费",
            "充值",
            "算力卡");

    static final Pattern CAPACITY = anyOf(
            "capacity",
            "\\bstock",
            "sold out",
            "(free|available|idle) gpu",
            "gpus? (is |are )?(not |un)available",
            "(not enough|insufficient|no(?! such)) (\\w+ )?(gpu|resource)",
            "not have (enough|sufficient) (\\w+ )?(gpu|resource)",
            "out of (gpu|resource)",
            "resource.?pool.?exhausted",
            "no (longer any )?(\\w+ )?instances? (is |are )?(left|available)",
            "库存",
            "售罄",
            "资源不足",
            "(显卡|gpu)\\s*(数量)?不足",
            "无可用");

    private RejectionKeywords() {}

    private static Pattern anyOf(String... words) {
        return Pattern.compile(String.join("|", words), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    }
}
