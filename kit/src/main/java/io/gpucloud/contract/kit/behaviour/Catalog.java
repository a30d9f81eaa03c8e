package io.gpucloud.contract.kit.behaviour;

import static io.gpucloud.contract.kit.Source.assumption;

import io.gpucloud.contract.kit.KitTest;
import io.gpucloud.contract.kit.ServiceClient;
import io.gpucloud.contract.kit.ServiceResponse;
import io.gpucloud.contract.kit.Source;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Pods, GPU models and images that can be rented. */
@KitTest
class Catalog {

    @Nested
    @Tag("listPods")
    class ListOfPods {

        private static final String PODS = "/data/pod_list";

        @Test
        @Tag("name-filter")
        void findsAPodByAPartOfItsNameInAnyCase(ServiceClient service) {
            JsonNode pod = service.call("listPods").first(PODS);
            String title = pod.path("title").asString();
            String part = title.substring(title.length() / 3).toUpperCase(Locale.ROOT);
            List<JsonNode> found =
                    service.call("listPods", Map.of("name", part)).succeeds().list(PODS);
            assumption("name-filter").require(found.contains(pod), "pods whose name contains " + part, title, found);
            for (JsonNode each : found) {
                String name = each.path("title").asString().toUpperCase(Locale.ROOT);
                assumption("name-filter")
                        .require(name.contains(part), "title of a pod that was found", "…" + part + "…", name);
            }
        }

        @Test
        @Tag("name-filter")
        void isEmptyIfNoNameFits(ServiceClient service) {
            ServiceResponse none = service.call("listPods", Map.of("name", "no pod has this name"))
                    .succeeds();
            none.has(PODS, List.of(), assumption("name-filter")).has("/data/total", 0, assumption("name-filter"));
        }

        @Test
        @Tag("omitted-filters")
        void isCompleteIfTheNameIsEmpty(ServiceClient service) {
            service.call("listPods", Map.of("name", ""))
                    .succeeds()
                    .has("/data/total", service.call("listPods").number("/data/total"), assumption("omitted-filters"));
        }

        @Test
        @Tag("list-order")
        void comesInTheSameOrderEachTime(ServiceClient service) {
            ServiceResponse first = service.call("listPods");
            ServiceResponse second = service.call("listPods");
            assumption("list-order").requireEqual("a second list", first.at("/data"), second.at("/data"));
        }
    }

    @Nested
    @Tag("listMarketImages")
    class ListOfMarketImages {

        private static final String IMAGES = "/data/image_list";

        @Test
        @Tag("page-echo")
        void returnsThePageNumber(ServiceClient service) {
            ServiceResponse page = service.call("listMarketImages", Map.of("page", 2, "page_size", 1))
                    .succeeds();
            page.has("/data/page", 2, assumption("page-echo")).has("/data/page_size", 1, assumption("page-echo"));
        }

        @Test
        @Tag("paging-defaults")
        @Tag("page-echo")
        void beginsWithPage1Of20Images(ServiceClient service) {
            ServiceResponse page = service.call("listMarketImages").succeeds();
            page.has("/data/page", 1, assumption("paging-defaults"))
                    .has("/data/page_size", 20, assumption("paging-defaults"));
        }

        @Test
        @Tag("max-page-size")
        @Tag("version-filters")
        void findsImagesByTheirCudaVersion(ServiceClient service) {
            findsBy(service, "cuda_version", "CUDA");
        }

        @Test
        @Tag("max-page-size")
        @Tag("version-filters")
        void findsImagesByTheirPythonVersion(ServiceClient service) {
            findsBy(service, "python_version", "Python");
        }

        private void findsBy(ServiceClient service, String filter, String component) {
            List<JsonNode> all = service.call("listMarketImages", Map.of("page_size", 1000))
                    .succeeds()
                    .list(IMAGES);
            String version = all.stream()
                    .map(image -> image.at("/components/" + component).asString(""))
                    .filter(installed -> installed.contains("."))
                    .findFirst()
                    .orElse("");
            Assumptions.assumeFalse(version.isEmpty(), "no image has a version of " + component);
            String major = version.substring(0, version.indexOf('.'));
            expect(service, all, filter, component, version);
            expect(service, all, filter, component, major);
        }

        private void expect(
                ServiceClient service, List<JsonNode> all, String filter, String component, String version) {
            List<JsonNode> expected = all.stream()
                    .filter(image -> fits(image.at("/components/" + component).asString(""), version))
                    .toList();
            ServiceResponse found = service.call("listMarketImages", Map.of(filter, version, "page_size", 1000))
                    .succeeds();
            assumption("version-filters")
                    .requireEqual("images with " + filter + " " + version, expected, found.list(IMAGES));
        }

        private boolean fits(String installed, String wanted) {
            return installed.equals(wanted) || installed.startsWith(wanted + ".");
        }

        @Test
        @Tag("version-filters")
        void isEmptyIfNoVersionFits(ServiceClient service) {
            service.call("listMarketImages", Map.of("cuda_version", "0.0.1"))
                    .succeeds()
                    .has(IMAGES, List.of(), assumption("version-filters"));
        }
    }

    @Nested
    @Tag("listGpus")
    class ListOfGpus {

        private static final String GPUS = "/data/gpu_list";

        @Test
        void countsItsModels(ServiceClient service) {
            ServiceResponse gpus = service.call("listGpus").succeeds();
            Source source = Source.contract("gpu-cloud-v2.yaml#/components/schemas/GpuList");
            gpus.has("/data/total", gpus.list(GPUS).size(), source);
        }

        @Test
        @Tag("gpu-status")
        void showsWhetherAModelIsFree(ServiceClient service) {
            for (JsonNode gpu : service.call("listGpus").succeeds().list(GPUS)) {
                int status = gpu.path("status").asInt(-1);
                assumption("gpu-status")
                        .require(status == 0 || status == 1, "status of " + gpu.path("gpu_uuid"), "0 or 1", status);
            }
        }
    }
}
