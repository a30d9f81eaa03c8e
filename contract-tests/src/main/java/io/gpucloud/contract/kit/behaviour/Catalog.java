package io.gpucloud.contract.kit.behaviour;

import io.gpucloud.contract.kit.Answer;
import io.gpucloud.contract.kit.Behaviour;
import io.gpucloud.contract.kit.Expect;
import io.gpucloud.contract.kit.Service;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What can be rented. */
@Behaviour
class Catalog {

    @Nested
    @Tag("listPods")
    class ListOfPods {

        private static final String PODS = "/data/pod_list";

        @Test
        void needsNoKey(Service service) {
            service.call("listPods").succeeds();
        }

        @Test
        @Tag("A25")
        void findsAPodByAPartOfItsNameInAnyCase(Service service) {
            JsonNode pod = service.call("listPods").first(PODS);
            String title = pod.path("title").asString();
            String part = title.substring(title.length() / 3).toUpperCase(Locale.ROOT);
            List<JsonNode> found =
                    service.call("listPods", "name", part).succeeds().list(PODS);
            Expect.that(found.contains(pod), "pods whose name holds " + part, title, found, "A25");
            for (JsonNode each : found) {
                String name = each.path("title").asString().toUpperCase(Locale.ROOT);
                Expect.that(name.contains(part), "title of a pod that was found", "…" + part + "…", name, "A25");
            }
        }

        @Test
        @Tag("A25")
        void isEmptyIfNoNameFits(Service service) {
            Answer none =
                    service.call("listPods", "name", "no pod has this name").succeeds();
            none.has(PODS, List.of(), "A25").has("/data/total", 0, "A25");
        }

        @Test
        @Tag("A25")
        void isWholeIfTheNameIsEmpty(Service service) {
            service.call("listPods", "name", "")
                    .succeeds()
                    .has("/data/total", service.call("listPods").number("/data/total"), "A25");
        }

        @Test
        @Tag("A26")
        void comesInTheSameOrderEachTime(Service service) {
            Answer first = service.call("listPods");
            Expect.equal(
                    "a second list", first.at("/data"), service.call("listPods").at("/data"), "A26");
        }
    }

    @Nested
    @Tag("listMarketImages")
    class ListOfMarketImages {

        private static final String IMAGES = "/data/image_list";

        @Test
        void needsNoKey(Service service) {
            service.call("listMarketImages").succeeds();
        }

        @Test
        @Tag("A24")
        void saysWhichPageItIs(Service service) {
            Answer page =
                    service.call("listMarketImages", "page", 2, "page_size", 1).succeeds();
            page.has("/data/page", 2, "A24").has("/data/page_size", 1, "A24");
        }

        @Test
        @Tag("A24")
        void beginsWithPage1Of20Images(Service service) {
            Answer page = service.call("listMarketImages").succeeds();
            page.has("/data/page", 1, "A24").has("/data/page_size", 20, "A24");
        }

        @Test
        @Tag("A24")
        @Tag("A25")
        void findsImagesByTheirCudaVersion(Service service) {
            findsBy(service, "cuda_version", "CUDA");
        }

        @Test
        @Tag("A24")
        @Tag("A25")
        void findsImagesByTheirPythonVersion(Service service) {
            findsBy(service, "python_version", "Python");
        }

        private void findsBy(Service service, String filter, String component) {
            List<JsonNode> all = service.call("listMarketImages", "page_size", 1000)
                    .succeeds()
                    .list(IMAGES);
            String version = all.stream()
                    .map(image -> image.at("/components/" + component).asString(""))
                    .filter(installed -> installed.contains("."))
                    .findFirst()
                    .orElse("");
            Assumptions.assumeFalse(version.isEmpty(), "no image holds a version of " + component);
            String major = version.substring(0, version.indexOf('.'));
            expect(service, all, filter, component, version);
            expect(service, all, filter, component, major);
        }

        private void expect(Service service, List<JsonNode> all, String filter, String component, String version) {
            List<JsonNode> expected = all.stream()
                    .filter(image -> fits(image.at("/components/" + component).asString(""), version))
                    .toList();
            Answer found = service.call("listMarketImages", filter, version, "page_size", 1000)
                    .succeeds();
            Expect.equal("images with " + filter + " " + version, expected, found.list(IMAGES), "A25");
        }

        private boolean fits(String installed, String wanted) {
            return installed.equals(wanted) || installed.startsWith(wanted + ".");
        }

        @Test
        @Tag("A25")
        void isEmptyIfNoVersionFits(Service service) {
            service.call("listMarketImages", "cuda_version", "0.0.1").succeeds().has(IMAGES, List.of(), "A25");
        }
    }

    @Nested
    @Tag("listGpus")
    class ListOfGpus {

        private static final String GPUS = "/data/gpu_list";

        @Test
        void isAnswered(Service service) {
            service.call("listGpus").succeeds();
        }

        @Test
        void countsItsModels(Service service) {
            Answer gpus = service.call("listGpus").succeeds();
            gpus.has("/data/total", gpus.list(GPUS).size(), "gpu-cloud-v2.yaml#/components/schemas/GpuList");
        }

        @Test
        @Tag("A16")
        void saysWhetherAModelIsFree(Service service) {
            for (JsonNode gpu : service.call("listGpus").succeeds().list(GPUS)) {
                int status = gpu.path("status").asInt(-1);
                Expect.that(status == 0 || status == 1, "status of " + gpu.path("gpu_uuid"), "0 or 1", status, "A16");
            }
        }
    }
}
