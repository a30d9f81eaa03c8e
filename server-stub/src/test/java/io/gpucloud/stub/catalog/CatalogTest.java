package io.gpucloud.stub.catalog;

import static io.gpucloud.stub.account.Tenant.ALL;
import static io.gpucloud.stub.account.Tenant.CATALOG;
import static org.assertj.core.api.Assertions.assertThat;

import io.gpucloud.stub.account.Tenant;
import io.gpucloud.stub.catalog.Catalog.MarketImage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CatalogTest {

    @ParameterizedTest
    @CsvSource({"12,true", "12.4,true", "1,false", "12.,false", "2.4,false", "12.4.1,false", "'',true"})
    void marketImagesAreFoundByTheStartOfTheirCudaVersion(String wanted, boolean found) {
        assertThat(CATALOG.listMarketImages(wanted, "", ALL).items().stream()
                        .map(MarketImage::uuid)
                        .anyMatch(Tenant.MARKET_IMAGE::equals))
                .isEqualTo(found);
    }

    @Test
    void marketImagesWithoutAComponentMatchNoVersion() {
        assertThat(CATALOG.listMarketImages("12", "", ALL).total()).isEqualTo(1);
    }

    @Test
    void marketImagesMustMatchBothVersions() {
        assertThat(CATALOG.listMarketImages("12.4", "3.11", ALL).total()).isEqualTo(1);
        assertThat(CATALOG.listMarketImages("12.4", "3.1", ALL).total()).isZero();
    }
}
