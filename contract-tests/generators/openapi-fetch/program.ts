import createClient, { type Client } from 'openapi-fetch';
import type { paths } from '../target/openapi-fetch/gpu-cloud.js';

const { STUB_URL, UNUSUAL_URL, API_KEY, REFUSED_KEY } = process.env;

function clientFor(baseUrl: string | undefined, key: string | undefined): Client<paths> {
  return createClient<paths>({ baseUrl: baseUrl ?? '', headers: { Authorization: `Bearer ${key}` } });
}

const stub = clientFor(STUB_URL, API_KEY);
const gpus = await stub.GET('/gpu/list');
console.log('gpu:', gpus.data?.data?.gpu_list[0]?.gpu_name);
const created = await stub.POST('/instance/create_by_pod', {
  body: { pod_uuid: 'pod-stable-diffusion', gpu_uuid: 'gpu-rtx-4090', gpu_nums: 1 },
});
console.log('created:', created.data?.data?.status);

const wrongKey = await clientFor(STUB_URL, 'wrong').GET('/gpu/list');
console.log('wrong key:', wrongKey.error?.code, wrongKey.error?.msg);
const badParameters = await clientFor(STUB_URL, REFUSED_KEY).GET('/gpu/list');
console.log('bad parameters:', badParameters.error?.code, badParameters.error?.message);

const unusual = clientFor(UNUSUAL_URL, API_KEY);
console.log('balance:', JSON.stringify((await unusual.GET('/balance/info')).data?.data));
const model = (await unusual.GET('/gpu/list')).data?.data?.gpu_list[0];
console.log('gpu status:', model?.status, 'hour:', model?.price?.hour);
const instances = (await unusual.GET('/instance/list')).data?.data?.instance_list ?? [];
console.log('instance status:', instances[0]?.status, instances[0]?.save_image_status);
console.log('server_url:', ...instances.map((instance) => JSON.stringify(instance.server_url)));
