import {
  AccountApi,
  BalanceToJSON,
  CatalogApi,
  Configuration,
  type ErrorBody,
  ErrorBodyFromJSON,
  InstancesApi,
  ResponseError,
} from '../target/typescript-fetch/index.js';

const { STUB_URL, UNUSUAL_URL, API_KEY, REFUSED_KEY } = process.env;

function configuration(basePath: string | undefined, accessToken: string | undefined): Configuration {
  return new Configuration({ basePath, accessToken });
}

/** The body of the error that a call ends with. */
async function errorOf(call: Promise<unknown>): Promise<ErrorBody> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ResponseError) {
      return ErrorBodyFromJSON(await error.response.json());
    }
    throw error;
  }
  throw new Error('the call succeeds');
}

const gpus = await new CatalogApi(configuration(STUB_URL, API_KEY)).listGpus();
console.log('gpu:', gpus.data?.gpuList[0]?.gpuName);
const created = await new InstancesApi(configuration(STUB_URL, API_KEY)).createInstanceByPod({
  newInstanceFromPod: { podUuid: 'pod-stable-diffusion', gpuUuid: 'gpu-rtx-4090', gpuNums: 1 },
});
console.log('created:', created.data?.status);

const wrongKey = await errorOf(new CatalogApi(configuration(STUB_URL, 'wrong')).listGpus());
console.log('wrong key:', wrongKey.code, wrongKey.msg);
const badParameters = await errorOf(new CatalogApi(configuration(STUB_URL, REFUSED_KEY)).listGpus());
console.log('bad parameters:', badParameters.code, badParameters.message);

const unusual = configuration(UNUSUAL_URL, API_KEY);
console.log('balance:', JSON.stringify(BalanceToJSON((await new AccountApi(unusual).getBalance()).data)));
const model = (await new CatalogApi(unusual).listGpus()).data?.gpuList[0];
console.log('gpu status:', model?.status, 'hour:', model?.price?.hour);
const instances = (await new InstancesApi(unusual).listInstances()).data?.instanceList ?? [];
console.log('instance status:', instances[0]?.status, instances[0]?.saveImageStatus);
console.log('server_url:', ...instances.map((instance) => JSON.stringify(instance.serverUrl ?? null)));
