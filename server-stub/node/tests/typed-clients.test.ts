import createClient from 'openapi-fetch';
import { expect } from 'vitest';
import { test } from 'gpu-cloud-stub/vitest';
import type { paths } from './gpu-cloud.js';
import { createClient as createHeyApiClient } from './hey-api/client/index.js';
import { createInstanceByPod } from './hey-api/index.js';

const body = { pod_uuid: 'pod-comfyui', gpu_uuid: 'gpu-rtx-4090', gpu_nums: 1 } as const;

test('openapi-fetch creates an instance', async ({ account }) => {
  const client = createClient<paths>({ baseUrl: account.baseUrl, headers: { Authorization: `Bearer ${account.apiKey}` } });
  const created = await client.POST('/instance/create_by_pod', { body });
  expect(created.data?.code).toBe(0); // also after HTTP 200
  expect(created.data?.data?.status).toBe(1);
});

test('Hey API creates an instance', async ({ account }) => {
  const client = createHeyApiClient({ baseUrl: account.baseUrl, auth: account.apiKey });
  const created = await createInstanceByPod({ client, body });
  expect(created.data?.code).toBe(0); // also after HTTP 200
  expect(created.data?.data?.status).toBe(1);
});
