import { createInstanceByPod, getBalance, listGpus, listInstances } from '../target/orval/gpu-cloud.js';
import { useService } from './fetch.js';

const { STUB_URL, UNUSUAL_URL, API_KEY, REFUSED_KEY } = process.env;

function keyed(key: string | undefined): RequestInit {
  return { headers: { Authorization: `Bearer ${key}` } };
}

useService(STUB_URL);
const gpus = await listGpus(keyed(API_KEY));
if (gpus.status === 200) {
  console.log('gpu:', gpus.data.data?.gpu_list[0]?.gpu_name);
}
const created = await createInstanceByPod(
  { pod_uuid: 'pod-stable-diffusion', gpu_uuid: 'gpu-rtx-4090', gpu_nums: 1 },
  keyed(API_KEY),
);
if (created.status === 200) {
  console.log('created:', created.data.data?.status);
}

const wrongKey = await listGpus(keyed('wrong'));
if (wrongKey.status !== 200) {
  console.log('wrong key:', wrongKey.data.code, wrongKey.data.msg);
}
const badParameters = await listGpus(keyed(REFUSED_KEY));
if (badParameters.status !== 200) {
  console.log('bad parameters:', badParameters.data.code, badParameters.data.message);
}

useService(UNUSUAL_URL);
const balance = await getBalance(keyed(API_KEY));
if (balance.status === 200) {
  console.log('balance:', JSON.stringify(balance.data.data));
}
const unusual = await listGpus(keyed(API_KEY));
if (unusual.status === 200) {
  const model = unusual.data.data?.gpu_list[0];
  console.log('gpu status:', model?.status, 'hour:', model?.price?.hour);
}
const list = await listInstances(keyed(API_KEY));
if (list.status === 200) {
  const instances = list.data.data?.instance_list ?? [];
  console.log('instance status:', instances[0]?.status, instances[0]?.save_image_status);
  console.log('server_url:', ...instances.map((instance) => JSON.stringify(instance.server_url)));
}
