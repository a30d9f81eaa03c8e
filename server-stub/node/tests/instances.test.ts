import { expect } from 'vitest';
import { test } from 'gpu-cloud-stub/vitest';

const spec = { pod_uuid: 'pod-comfyui', gpu_uuid: 'gpu-rtx-4090', gpu_nums: 1 };

test('a timer shuts the instance down', async ({ account }) => {
  const created = await account.call('POST', '/instance/create_by_pod', spec);
  const now = await account.advance({ minutes: 1 }); // it runs now
  const timer = { instance_uuid: created.data?.instance_uuid, shutdown_time: now + 3600, enable: true };
  expect(await account.call('POST', '/instance/shutdown_timer', timer)).toMatchObject({ code: 0 });

  await account.advance({ hours: 2 });

  const list = await account.call('GET', '/instance/list');
  expect(list.data?.instance_list[0]?.status).toBe(22); // shut down
});

test('a lost response leaves an instance', async ({ account }) => {
  await account.loseResponse('createInstanceByPod');

  await expect(account.call('POST', '/instance/create_by_pod', spec)).rejects.toThrow(); // the response is lost

  expect(await account.journal('createInstanceByPod')).toMatchObject([{ carried_out: true }]);
  const list = await account.call('GET', '/instance/list');
  expect(list.data?.instance_list).toHaveLength(1);
});

test('three hours cost what three hours cost', async ({ account }) => {
  await account.freeze();
  const created = await account.call('POST', '/instance/create_by_pod', spec);
  await account.advance({ seconds: 20 }); // the boot, which costs nothing
  expect([await account.running(), await account.hourlyCost()]).toEqual([1, 1.98]);

  await account.advance({ hours: 3 });
  await account.call('POST', '/instance/destroy', { instance_uuid: created.data?.instance_uuid });
  await account.advance({ hours: 3 });

  expect([await account.running(), await account.hourlyCost()]).toEqual([0, 0]);
  expect(await account.spent()).toBe(5.94);
  expect(await account.balance()).toBe(994.06);
});
