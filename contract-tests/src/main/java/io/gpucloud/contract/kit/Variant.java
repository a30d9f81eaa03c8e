package io.gpucloud.contract.kit;

/**
 * A request derived from a contract, and how it has to be answered.
 *
 * @param name what is special about it
 * @param call the request, without a key
 * @param verdict how it has to be answered
 */
record Variant(String name, Call call, Verdict verdict) {}
