import com.example.gpucloud.apis.AccountApi
import com.example.gpucloud.apis.CatalogApi
import com.example.gpucloud.apis.InstancesApi
import com.example.gpucloud.infrastructure.ApiClient
import com.example.gpucloud.infrastructure.ClientError
import com.example.gpucloud.infrastructure.ClientException
import com.example.gpucloud.infrastructure.Serializer
import com.example.gpucloud.models.ErrorBody
import com.example.gpucloud.models.GpuCount
import com.example.gpucloud.models.NewInstanceFromPod

/** Uses the Kotlin client that openapi-generator makes of the contract with its own templates. */
fun main() {
    val stubUrl = System.getenv("STUB_URL")
    ApiClient.accessToken = System.getenv("API_KEY")
    println("gpu: ${CatalogApi(stubUrl).listGpus().data?.gpuList?.first()?.gpuName}")
    val order = NewInstanceFromPod("pod-stable-diffusion", "gpu-rtx-4090", GpuCount.GPU_COUNT_1)
    println("created: ${InstancesApi(stubUrl).createInstanceByPod(order).data?.status}")

    val wrongKey = errorOf(CatalogApi(stubUrl), "wrong")
    println("wrong key: ${wrongKey.code} ${wrongKey.msg}")
    val badParameters = errorOf(CatalogApi(stubUrl), System.getenv("REFUSED_KEY"))
    println("bad parameters: ${badParameters.code} ${badParameters.message}")

    val unusualUrl = System.getenv("UNUSUAL_URL")
    ApiClient.accessToken = System.getenv("API_KEY")
    val balance = AccountApi(unusualUrl).getBalance().data
    println("balance: ${Serializer.jacksonObjectMapper.writeValueAsString(balance)}")
    val model = CatalogApi(unusualUrl).listGpus().data?.gpuList?.first()
    println("gpu status: ${model?.status} hour: ${model?.price?.hour}")
    val instances = InstancesApi(unusualUrl).listInstances().data?.instanceList.orEmpty()
    println("instance status: ${instances.first().status} ${instances.first().saveImageStatus}")
    println("server_url: ${instances.joinToString(" ") { Serializer.jacksonObjectMapper.writeValueAsString(it.serverUrl) }}")
}

/** The body of the error that listing the GPU models ends with. */
private fun errorOf(api: CatalogApi, key: String): ErrorBody {
    ApiClient.accessToken = key
    try {
        api.listGpus()
    } catch (failure: ClientException) {
        val response = failure.response
        check(response is ClientError<*>)
        val body = response.body
        check(body is String)
        return Serializer.jacksonObjectMapper.readValue(body, ErrorBody::class.java)
    }
    error("the call succeeds")
}
