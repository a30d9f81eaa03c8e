package io.gpucloud.stub.cluster;

import java.time.Duration;

/** The kinds of partition that a cluster of three has to survive. Members are given as numbers of the network. */
enum NetworkPartition {
    /** All members are cut off from each other. */
    ALL_MEMBERS {
        @Override
        void cut(PartitionedNetwork network, int first, int second, int third) {
            network.cutLink(first, second);
            network.cutLink(second, third);
            network.cutLink(third, first);
        }
    },
    /** One of the three links is broken. */
    ONE_LINK {
        @Override
        void cut(PartitionedNetwork network, int first, int second, int third) {
            network.cutLink(first, second);
        }
    },
    /** One member is cut off from both others. */
    ONE_MEMBER {
        @Override
        void cut(PartitionedNetwork network, int first, int second, int third) {
            network.cutLink(first, second);
            network.cutLink(first, third);
        }
    },
    /** One link works every other second. */
    FLAPPING_LINK {
        @Override
        void cut(PartitionedNetwork network, int first, int second, int third) {
            for (int elapsed = 0; elapsed < 30; elapsed += 2) {
                network.cutLink(first, second);
                Await.pause(Duration.ofSeconds(1));
                network.restoreLink(first, second);
                Await.pause(Duration.ofSeconds(1));
            }
        }
    },
    /** One link works in one direction only. */
    ASYMMETRIC_LINK {
        @Override
        void cut(PartitionedNetwork network, int first, int second, int third) {
            network.cut(first, second);
        }
    };

    /** Cuts the network and leaves it cut, except for a partition that ends by itself. */
    abstract void cut(PartitionedNetwork network, int first, int second, int third);

    /** Whether two members remain that reach each other, while the third one has to stay outside. */
    boolean leavesMajority() {
        return this == ONE_LINK || this == ONE_MEMBER || this == ASYMMETRIC_LINK;
    }
}
