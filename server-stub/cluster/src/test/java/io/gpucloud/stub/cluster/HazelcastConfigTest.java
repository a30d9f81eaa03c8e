package io.gpucloud.stub.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.AdvancedNetworkConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.ProtocolType;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import io.gpucloud.stub.account.InitialTitle;
import io.gpucloud.stub.account.Rules;
import io.gpucloud.stub.account.StartMode;
import io.gpucloud.stub.account.TimerUnit;
import io.gpucloud.stub.catalog.Catalog;
import io.gpucloud.stub.state.Seeds;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HazelcastConfigTest {

    private static final Catalog EMPTY = new Catalog(List.of(), List.of(), List.of());
    static final LocalMember LOCAL_MEMBER = new LocalMember(new AccountExecutor(
            new Seeds(EMPTY, Map.of()),
            new Rules(
                    EMPTY,
                    new Rules.Durations(0, 0, 0),
                    new Rules.Metering(false, false),
                    10,
                    10,
                    TimerUnit.EITHER,
                    StartMode.AUTOMATIC,
                    InitialTitle.IMAGE_NAME)));

    private static Config config() {
        String self = LocalCluster.freeAddresses(1).get(0);
        return HazelcastConfig.config(
                "engine test " + self,
                InetAddress.getLoopbackAddress(),
                ClusterSettings.port(self),
                List.of(self),
                LOCAL_MEMBER);
    }

    @Test
    void looksOnlyForConfiguredMembers() {
        Config config = config();
        AdvancedNetworkConfig network = config.getAdvancedNetworkConfig();
        JoinConfig join = network.getJoin();
        assertThat(join.isAutoDetectionEnabled()).isFalse();
        assertThat(join.getMulticastConfig().isEnabled()).isFalse();
        assertThat(config.getProperty("hazelcast.phone.home.enabled")).isEqualTo("false");
        assertThat(network.getEndpointConfigs().values())
                .extracting(endpoint -> endpoint.getProtocolType())
                .containsExactly(ProtocolType.MEMBER);
    }

    /** Without a limit, an attempt that began during a partition of 48 s delayed the end of the failure by 36 s. */
    @Test
    void limitsTheTimeToConnect() {
        assertThat(config().getAdvancedNetworkConfig().getEndpointConfigs().values())
                .allSatisfy(endpoint ->
                        assertThat(endpoint.getSocketConnectTimeoutSeconds()).isBetween(2, 5));
    }

    @Test
    void rejectsTypesOfOtherPackages() {
        HazelcastInstance alone = Hazelcast.newHazelcastInstance(config());
        try {
            alone.getMap("strange").put("a", URI.create("http://localhost"));
            assertThatThrownBy(() -> alone.getMap("strange").get("a")).hasMessageContaining("java.net.URI");
        } finally {
            alone.shutdown();
        }
    }

    @Test
    void usesHazelcastOnlyInThisPackage() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideOutsideOfPackage("io.gpucloud.stub.cluster..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.hazelcast..")
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.gpucloud.stub"));
    }

    @Test
    void doesNotDependOnTheHttpLayers() {
        ArchRuleDefinition.noClasses()
                .that()
                .resideInAPackage("io.gpucloud.stub.cluster..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.gpucloud.stub.api..", "io.gpucloud.stub.admin..")
                .because("storage must not depend on the HTTP API")
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.gpucloud.stub.cluster"));
    }
}
