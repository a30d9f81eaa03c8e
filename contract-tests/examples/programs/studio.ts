// Rents a GPU for ComfyUI, works on it, moves to another GPU, saves an image, and gives it back. It needs only Node.js.
//
// It polls GET /instance/info, shuts the instance down and starts it on another GPU. The documentation of the service has none of the
// three; other programs for it do the same.

import { setTimeout as pause } from 'node:timers/promises';

const baseUrl = (process.env.GPU_CLOUD_BASE_URL ?? '').replace(/\/+$/, '');
const apiKey = process.env.GPU_CLOUD_API_KEY ?? '';
const pollSeconds = Number(process.env.POLL_SECONDS ?? '5');
const bootSeconds = 180;

interface Service {
  title?: string;
  url: string;
}

interface Instance {
  instance_uuid: string;
  status: number;
  gpu_name: string;
  save_image_status?: number;
  server_map?: Service[];
  server_url?: string[];
}

interface Gpu {
  gpu_uuid: string;
  status?: number;
  price: { hour: number };
}

const runs = ({ status }: Instance) => status === 2;
const isShutDown = ({ status }: Instance) => status === 22;
const isSaved = (record: Instance) => isShutDown(record) && record.save_image_status === 2;

async function call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const envelope = (await response.json()) as { code: number | string; msg?: string; data?: T };
  if (!response.ok || Number(envelope.code) !== 0) {
    throw new Error(`${path}: HTTP ${response.status}, ${envelope.code} ${envelope.msg ?? ''}`);
  }
  return (envelope.data ?? {}) as T;
}

/** The available models, the cheapest one first. */
async function gpus(): Promise<Gpu[]> {
  const { gpu_list = [] } = await call<{ gpu_list?: Gpu[] }>('GET', '/gpu/list');
  return gpu_list.filter((gpu) => gpu.status === 1).sort((one, other) => one.price.hour - other.price.hour);
}

async function waitFor(instance: string, isReached: (record: Instance) => boolean): Promise<Instance> {
  const deadline = performance.now() + bootSeconds * 1000;
  while (performance.now() < deadline) {
    const record = await call<Instance>('GET', `/instance/info?instance_uuid=${encodeURIComponent(instance)}`);
    if (isReached(record)) {
      return record;
    }
    await pause(pollSeconds * 1000);
  }
  throw new Error(`${instance} is not ready after ${bootSeconds} s`);
}

/** The address of the application: that of the service map, else the first one. */
function address({ server_map = [], server_url = [] }: Instance): string {
  const url = server_map.find(({ title = '' }) => /ComfyUI|WebUI/.test(title))?.url ?? server_url[0];
  if (url === undefined) {
    throw new Error('the instance has no address');
  }
  return url;
}

async function use(record: Instance): Promise<void> {
  const response = await fetch(address(record), { signal: AbortSignal.timeout(30_000) });
  console.log(`${record.gpu_name} answers with HTTP ${response.status}`);
}

const { pod_list } = await call<{ pod_list: { uuid: string; title: string }[] }>('GET', '/pod/list');
const pod = pod_list.find(({ title }) => title.includes('ComfyUI'));
const [first, second] = await gpus();
if (pod === undefined || first === undefined || second === undefined) {
  throw new Error('no pod with ComfyUI, or fewer than two GPU models');
}
const { instance_uuid: instance } = await call<Instance>('POST', '/instance/create_by_pod', {
  pod_uuid: pod.uuid,
  gpu_uuid: first.gpu_uuid,
  gpu_nums: 1,
});
try {
  await use(await waitFor(instance, runs));
  await call('POST', '/instance/update_title', { instance_uuid: instance, title: 'studio' });
  const inAnHour = Math.floor(Date.now() / 1000) + 3600;
  await call('POST', '/instance/shutdown_timer', { instance_uuid: instance, shutdown_time: inAnHour, enable: true });

  await call('POST', '/instance/shutdown', { instance_uuid: instance });
  await waitFor(instance, isShutDown);
  await call('POST', '/instance/startup', { instance_uuid: instance, gpu_uuid: second.gpu_uuid, gpu_nums: 1 });
  await use(await waitFor(instance, runs));
  await call('POST', '/instance/restart', { instance_uuid: instance });
  await use(await waitFor(instance, runs));

  // Shuts the instance down, too.
  await call('POST', '/instance/save_image', { instance_uuid: instance });
  await waitFor(instance, isSaved);
} finally {
  await call('POST', '/instance/destroy', { instance_uuid: instance });
}
console.log('destroyed', instance);
