// Mocks the contract in the process of a test: @mswjs/source makes handlers of its examples.
import { readFileSync } from 'node:fs';
import { fromOpenApi } from '@mswjs/source/open-api';
import { setupServer } from 'msw/node';
import { parse } from 'yaml';

const contract = parse(readFileSync('../../../openapi/gpu-cloud-v2.yaml', 'utf8'));
const baseUrl = 'http://127.0.0.1:8080/api/open/v2';
contract.servers[0].url = baseUrl; // The library does not replace the variable for the port.
const server = setupServer(...(await fromOpenApi(contract)));
server.listen({ onUnhandledRequest: 'error' });

const send = async (method, path, body) => {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { Authorization: 'Bearer demo-key', 'Content-Type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  return response.json();
};

const gpus = await send('GET', '/gpu/list');
console.log('gpu:', gpus.data.gpu_list[0].gpu_name);
const order = { pod_uuid: 'pod-stable-diffusion', gpu_uuid: 'gpu-rtx-4090', gpu_nums: 1 };
const created = await send('POST', '/instance/create_by_pod', order);
console.log('created:', created.data.status);
server.close();
