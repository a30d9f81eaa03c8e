import com.example.gpucloud.ApiClient;
import com.example.gpucloud.api.AccountApi;
import com.example.gpucloud.api.CatalogApi;
import com.example.gpucloud.api.InstancesApi;
import com.example.gpucloud.model.ErrorBody;
import com.example.gpucloud.model.GpuCount;
import com.example.gpucloud.model.GpuModel;
import com.example.gpucloud.model.Instance;
import com.example.gpucloud.model.NewInstanceFromPod;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import feign.FeignException;
import java.util.List;
import java.util.stream.Collectors;

/** Uses the Java client that openapi-generator makes of the contract with the library feign. */
final class Program {

    private static final ObjectMapper JSON = new ObjectMapper();

    private Program() {}

    public static void main(String[] arguments) throws JsonProcessingException {
        String stubUrl = System.getenv("STUB_URL");
        ApiClient stub = clientFor(stubUrl, System.getenv("API_KEY"));
        print(
                "gpu:",
                stub.buildClient(CatalogApi.class)
                        .listGpus()
                        .getData()
                        .getGpuList()
                        .get(0)
                        .getGpuName());
        NewInstanceFromPod order = new NewInstanceFromPod()
                .podUuid("pod-stable-diffusion")
                .gpuUuid("gpu-rtx-4090")
                .gpuNums(GpuCount.GPU_COUNT_1);
        print(
                "created:",
                stub.buildClient(InstancesApi.class)
                        .createInstanceByPod(order)
                        .getData()
                        .getStatus());

        ErrorBody wrongKey = errorOf(clientFor(stubUrl, "wrong"));
        print("wrong key:", wrongKey.getCode(), wrongKey.getMsg());
        ErrorBody badParameters = errorOf(clientFor(stubUrl, System.getenv("REFUSED_KEY")));
        print("bad parameters:", badParameters.getCode(), badParameters.getMessage());

        ApiClient unusual = clientFor(System.getenv("UNUSUAL_URL"), System.getenv("API_KEY"));
        print(
                "balance:",
                JSON.writeValueAsString(
                        unusual.buildClient(AccountApi.class).getBalance().getData()));
        GpuModel model = unusual.buildClient(CatalogApi.class)
                .listGpus()
                .getData()
                .getGpuList()
                .get(0);
        print("gpu status:", model.getStatus(), "hour:", model.getPrice().getHour());
        List<Instance> instances = unusual.buildClient(InstancesApi.class)
                .listInstances()
                .getData()
                .getInstanceList();
        print("instance status:", instances.get(0).getStatus(), instances.get(0).getSaveImageStatus());
        print(
                "server_url:",
                instances.stream()
                        .map(instance -> json(instance.getServerUrl()))
                        .collect(Collectors.joining(" ")));
    }

    private static ApiClient clientFor(String url, String key) {
        ApiClient client = new ApiClient("bearerAuth").setBasePath(url);
        client.setBearerToken(key);
        return client;
    }

    /** The body of the error that listing the GPU models ends with. */
    private static ErrorBody errorOf(ApiClient client) throws JsonProcessingException {
        try {
            client.buildClient(CatalogApi.class).listGpus();
        } catch (FeignException failure) {
            return JSON.readValue(failure.contentUTF8(), ErrorBody.class);
        }
        throw new IllegalStateException("the call succeeds");
    }

    private static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static void print(Object... parts) {
        System.out.println(List.of(parts).stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }
}
