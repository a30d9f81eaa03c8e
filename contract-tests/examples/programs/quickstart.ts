interface Envelope<T> { code: number; msg: string; data?: T }
interface Instance { instance_uuid: string; status: number; server_url?: string[] }

const base = process.env.GPU_CLOUD_BASE_URL;
const keyed = { Authorization: `Bearer ${process.env.GPU_CLOUD_API_KEY}`, 'Content-Type': 'application/json' };

/** Calls an operation and returns its data. Only code 0 means success, even after HTTP 200. */
async function call<T>(path: string, body?: object, headers: Record<string, string> = keyed): Promise<T> {
  const options = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const response = await fetch(base + path, { ...options, signal: AbortSignal.timeout(30_000) });
  const envelope = (await response.json()) as Envelope<T>;
  if (envelope.code !== 0) {
    throw new Error(`${path}: ${envelope.msg} (code ${envelope.code})`);
  }
  return envelope.data as T;
}

async function instance(uuid: string): Promise<Instance | undefined> {
  const { instance_list } = await call<{ instance_list: Instance[] }>('/instance/list');
  return instance_list.find(({ instance_uuid }) => instance_uuid === uuid);
}

// An interruption ends the wait below, so that the rented instance is destroyed.
let interrupted = false;
process.once('SIGINT', () => (interrupted = true));
process.once('SIGTERM', () => (interrupted = true));

// Public: takes no key.
const { pod_list: [pod] } = await call<{ pod_list: { uuid: string }[] }>('/pod/list?name=diffusion', undefined, {});
const { gpu_list: [gpu] } = await call<{ gpu_list: { gpu_uuid: string }[] }>('/gpu/list');
const order = { pod_uuid: pod.uuid, gpu_uuid: gpu.gpu_uuid, gpu_nums: 1 };
const { instance_uuid } = await call<Instance>('/instance/create_by_pod', order);
try {
  const deadline = Date.now() + 600_000;
  while ((await instance(instance_uuid))?.status !== 2) {
    if (interrupted || Date.now() > deadline) {
      throw new Error(`${instance_uuid} does not run yet`);
    }
    await new Promise(resume => setTimeout(resume, 1000));
  }
  const oneHourAhead = Math.floor(Date.now() / 1000) + 3600;
  await call('/instance/shutdown_timer', { instance_uuid, shutdown_time: oneHourAhead, enable: true });
  console.log(instance_uuid, 'answers at', (await instance(instance_uuid))?.server_url);
} finally {
  await call('/instance/destroy', { instance_uuid });
}

export {};
