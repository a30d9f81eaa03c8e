import { createClient } from '../target/hey-api/client/index.js';
import { createInstanceByPod, getBalance, listGpus, listInstances } from '../target/hey-api/index.js';

const { STUB_URL, UNUSUAL_URL, API_KEY, REFUSED_KEY } = process.env;

function clientFor(baseUrl: string | undefined, key: string | undefined) {
  return createClient({ baseUrl: baseUrl ?? '', auth: key });
}

const stub = clientFor(STUB_URL, API_KEY);
const gpus = await listGpus({ client: stub });
console.log('gpu:', gpus.data?.data?.gpu_list[0]?.gpu_name);
const created = await createInstanceByPod({
  client: stub,
  body: { pod_uuid: 'pod-stable-diffusion', gpu_uuid: 'gpu-rtx-4090', gpu_nums: 1 },
});
console.log('created:', created.data?.data?.status);

const wrongKey = await listGpus({ client: clientFor(STUB_URL, 'wrong') });
console.log('wrong key:', wrongKey.error?.code, wrongKey.error?.msg);
const badParameters = await listGpus({ client: clientFor(STUB_URL, REFUSED_KEY) });
console.log('bad parameters:', badParameters.error?.code, badParameters.error?.message);

const unusual = clientFor(UNUSUAL_URL, API_KEY);
console.log('balance:', JSON.stringify((await getBalance({ client: unusual })).data?.data));
const model = (await listGpus({ client: unusual })).data?.data?.gpu_list[0];
console.log('gpu status:', model?.status, 'hour:', model?.price?.hour);
const instances = (await listInstances({ client: unusual })).data?.data?.instance_list ?? [];
console.log('instance status:', instances[0]?.status, instances[0]?.save_image_status);
console.log('server_url:', ...instances.map((instance) => JSON.stringify(instance.server_url)));
