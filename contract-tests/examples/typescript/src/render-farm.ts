import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from '../target/gpu-cloud.js';

export type GpuModel = components['schemas']['GpuModel'];
export type Instance = components['schemas']['Instance'];
export type Pod = components['schemas']['Pod'];

type Envelope = components['schemas']['Envelope'];
/** Parameter errors have `message` instead of `msg`. */
type ErrorBody = components['schemas']['ErrorBody'];

/** The service has rejected a request. HTTP status 200 does not mean success unless `code` is 0. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: number | undefined,
    reason: string,
  ) {
    super(reason);
  }
}

/** Rents what a render farm needs, and no more of the API than that. */
export class RenderFarm {
  readonly #key: string;
  readonly #api: Client<paths>;

  constructor(baseUrl: string, key: string) {
    this.#key = key;
    this.#api = createClient<paths>({ baseUrl });
  }

  /** The pods of a name. They are public, so no key goes with the question. */
  async pods(name: string): Promise<Pod[]> {
    const { data } = succeeded(await this.#api.GET('/pod/list', { params: { query: { name } } }));
    return data?.pod_list ?? [];
  }

  /** The GPU model with the lowest price for an hour. The meaning of its `status` is not documented, so a create request may be rejected. */
  async cheapestGpu(): Promise<GpuModel | undefined> {
    const { data } = succeeded(await this.#api.GET('/gpu/list', { headers: this.#authorization() }));
    return (data?.gpu_list ?? []).sort((one, other) => price(one) - price(other))[0];
  }

  /** Rents an instance with one GPU. */
  async rent(pod_uuid: string, gpu_uuid: string): Promise<Instance> {
    const { data } = succeeded(
      await this.#api.POST('/instance/create_by_pod', {
        headers: this.#authorization(),
        body: { pod_uuid, gpu_uuid, gpu_nums: 1 },
      }),
    );
    if (data === undefined) {
      throw new Refused(200, 0, 'no instance came with the success');
    }
    return data;
  }

  #authorization() {
    return { Authorization: `Bearer ${this.#key}` };
  }
}

function price(gpu: GpuModel): number {
  return gpu.price?.hour ?? Number.POSITIVE_INFINITY;
}

/** The answer, if it is one of success. */
function succeeded<T extends Envelope>(result: { data?: T; error?: ErrorBody; response: Response }): T {
  if (result.data?.code === 0) {
    return result.data;
  }
  const refusal: ErrorBody | undefined = result.data ?? result.error;
  throw new Refused(result.response.status, refusal?.code, refusal?.msg ?? refusal?.message ?? 'no reason given');
}
