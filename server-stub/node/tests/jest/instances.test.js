import { expect, test } from '@jest/globals';
import { useAccount } from 'gpu-cloud-stub/jest';

const account = useAccount();

test('an instance runs after its boot', async () => {
  const spec = { pod_uuid: 'pod-comfyui', gpu_uuid: 'gpu-rtx-4090', gpu_nums: 1 };
  await account().call('POST', '/instance/create_by_pod', spec);

  await account().advance({ minutes: 1 });

  const list = await account().call('GET', '/instance/list');
  expect(list.data.instance_list[0].status).toBe(2); // running
});
