import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MatchersV3, Pact, SpecificationVersion } from '@pact-foundation/pact';
import { Refused, RenderFarm } from '../src/render-farm.js';

const { atLeastLike, decimal, fromProviderState, integer, like, regex } = MatchersV3;

const base = '/api/open/v2';
const text = (example: string) => regex('\\S.*', example);

// The verifier inserts the values that the provider state returns, because keys and identifiers are not known before.
const key = { Authorization: fromProviderState('Bearer ${api_key}', 'Bearer demo-key') };
const order = {
  pod_uuid: fromProviderState('${pod_uuid}', 'pod-blender'),
  gpu_uuid: fromProviderState('${gpu_uuid}', 'gpu-rtx-4090'),
  gpu_nums: 1,
};

const pact = new Pact({
  consumer: 'render-farm',
  provider: 'gpu-cloud',
  dir: 'target/pacts',
  spec: SpecificationVersion.SPECIFICATION_VERSION_V4,
  logLevel: 'warn',
});

function farm(server: { url: string }): RenderFarm {
  return new RenderFarm(server.url + base, 'demo-key');
}

describe('a render farm', () => {
  test('finds the pods of a name', () =>
    pact
      .addInteraction()
      .given('an account as it opens')
      .uponReceiving('the pods of a name')
      .withRequest('GET', `${base}/pod/list`, request => request.query({ name: 'diffusion' }))
      .willRespondWith(200, response =>
        response.jsonBody({
          code: 0,
          msg: like('success'),
          data: { pod_list: atLeastLike({ uuid: text('pod-stable-diffusion') }, 1) },
        }),
      )
      .executeTest(async server => {
        const pods = await farm(server).pods('diffusion');
        assert.equal(pods[0]?.uuid, 'pod-stable-diffusion');
      }));

  test('chooses the cheapest GPU', () =>
    pact
      .addInteraction()
      .given('an account as it opens')
      .uponReceiving('all GPU models')
      .withRequest('GET', `${base}/gpu/list`, request => request.headers(key))
      .willRespondWith(200, response =>
        response.jsonBody({
          code: 0,
          msg: like('success'),
          data: { gpu_list: atLeastLike({ gpu_uuid: text('gpu-rtx-4090'), price: { hour: decimal(1.98) } }, 1) },
        }),
      )
      .executeTest(async server => {
        const gpu = await farm(server).cheapestGpu();
        assert.equal(gpu?.gpu_uuid, 'gpu-rtx-4090');
      }));

  test('rents an instance', () =>
    pact
      .addInteraction()
      .given('an account with nothing but money', { balance: 100 })
      .uponReceiving('an instance that can be paid')
      .withRequest('POST', `${base}/instance/create_by_pod`, request => request.headers(key).jsonBody(order))
      .willRespondWith(200, response =>
        response.jsonBody({
          code: 0,
          msg: like('success'),
          data: { instance_uuid: text('9c1e4b52-6f0d-3a87-b1c4-2d5e8f7a9034'), status: integer(1) },
        }),
      )
      .executeTest(async server => {
        const instance = await farm(server).rent('pod-blender', 'gpu-rtx-4090');
        assert.equal(instance.status, 1);
      }));

  test('is refused what it cannot pay', () =>
    pact
      .addInteraction()
      .given('an account with nothing but money', { balance: 0 })
      .uponReceiving('an instance that cannot be paid')
      .withRequest('POST', `${base}/instance/create_by_pod`, request => request.headers(key).jsonBody(order))
      .willRespondWith(200, response => response.jsonBody({ code: 1, msg: text('insufficient balance') }))
      .executeTest(async server => {
        await assert.rejects(farm(server).rent('pod-blender', 'gpu-rtx-4090'), { status: 200, code: 1 });
      }));

  test('reports an expired key', () =>
    pact
      .addInteraction()
      .given('the key has expired')
      .uponReceiving('all GPU models with an old key')
      .withRequest('GET', `${base}/gpu/list`, request => request.headers(key))
      .willRespondWith(401, response => response.jsonBody({ code: 2, msg: text('not logged in') }))
      .executeTest(async server => {
        await assert.rejects(farm(server).cheapestGpu(), new Refused(401, 2, 'not logged in'));
      }));
});
