package io.gpucloud.client.internal;

import io.gpucloud.client.testing.Reply;

/** Lists of instances, with or without the instance {@code i} of the waits. */
final class InstanceLists {

    static final Reply ABSENT = Reply.data("{\"instance_list\":[]}");

    private InstanceLists() {}

    static Reply listed(int status) {
        return listed(status, "");
    }

    static Reply listed(int status, String more) {
        return Reply.data("{\"instance_list\":[{\"instance_uuid\":\"i\",\"status\":" + status + ",\"title\":\"t\""
                + more + "},{\"instance_uuid\":\"other\",\"status\":2,\"title\":\"o\"}]}");
    }
}
