// Generates the Postman and the Bruno collection of the contract: node collections/generate.mjs CONTRACT FOLDER
//
// Requests come in the order of a life cycle. Identifiers in the examples are replaced by variables, which the responses of
// earlier requests set, so that a run from the first request to the last creates, uses and destroys one instance.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const INSTANCE = "instance_list.find(each => each.instance_uuid === get('instance_uuid'))";

/** The image has the name that this run gave it, so that a run never deletes another image. */
const IMAGE = "image_list.find(each => each.title === 'made from ' + get('instance_uuid'))";

/**
 * The order of the requests. `set` maps a variable to its value in `data` of the response, `values` replaces members of the
 * example, and `until` repeats a request until a member of a record has a value.
 */
const LIFE_CYCLE = [
  ['listPods', { set: { pod_uuid: 'pod_list[0].uuid' } }],
  ['listMarketImages', { set: { image_uuid: 'image_list[0].uuid' } }],
  ['listGpus', { set: { gpu_uuid: 'gpu_list[0].gpu_uuid' } }],
  ['getBalance'],
  ['createInstanceByPod', { set: { instance_uuid: 'instance_uuid' } }],
  ['listInstances', { until: [INSTANCE, 'status', 2] }],
  ['updateInstanceTitle'],
  // In the year 2100, because the time of the example is in the past.
  ['setShutdownTimer', { values: { shutdown_time: 4102444800 } }],
  ['restartInstance'],
  ['listInstances', { until: [INSTANCE, 'status', 2] }],
  ['saveInstanceImage', { values: { image_name: 'made from {{instance_uuid}}' } }],
  ['listInstances', { until: [INSTANCE, 'status', 22] }],
  ['listPrivateImages', { until: [IMAGE, 'save_image_status', 2], set: { image_uuid: `${IMAGE}.uuid` } }],
  ['startInstance'],
  ['listInstances', { until: [INSTANCE, 'status', 2] }],
  ['destroyInstance'],
  ['createInstanceByImage', { set: { instance_uuid: 'instance_uuid' } }],
  ['destroyInstance'],
  ['deletePrivateImage'],
  ['listBills'],
  ['listCards'],
  ['listRecharges'],
];

/** The default of the variable `attempts`: how often a request with `until` is sent, once per second, before the run fails. */
const ATTEMPTS = 120;

const VARIABLES = ['instance_uuid', 'pod_uuid', 'gpu_uuid', 'image_uuid'];

const contract = parse(readFileSync(process.argv[2], 'utf8'));
const folder = process.argv[3];

const operations = Object.fromEntries(
  Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => [operation.operationId, { ...operation, path, method }]),
  ),
);

/** The example of a request that succeeds, with variables for identifiers. */
const bodyOf = ({ requestBody }, values) => {
  const example = requestBody?.content['application/json'].examples.success.value;
  if (!example) {
    return undefined;
  }
  const body = Object.entries({ ...example, ...values })
    // The tag of the example belongs to one pod.
    .filter(([name]) => name !== 'pod_tag')
    .map(([name, value]) => [name, VARIABLES.includes(name) ? `{{${name}}}` : value]);
  return JSON.stringify(Object.fromEntries(body), null, 2);
};

const [{ url, variables }] = contract.servers;
const BASE_URL = url.replace(/\{(\w+)\}/g, (_, name) => variables[name].default);

const requests = LIFE_CYCLE.map(([id, { set = {}, values = {}, until } = {}], index) => {
  const operation = operations[id];
  const repeated = LIFE_CYCLE.filter(([other]) => other === id).length > 1;
  const name = until ? `${operation.summary} until ${until[1]} is ${until[2]}` : operation.summary;
  return {
    name: repeated ? `${name} (${index + 1})` : name,
    method: operation.method,
    path: operation.path,
    description: operation.description,
    isPublic: operation.security?.length === 0,
    body: bodyOf(operation, values),
    set: Object.entries(set),
    until: until && { state: `${until[1]} is ${until[2]}`, reached: `body.data.${until[0]}?.${until[1]} === ${until[2]}` },
  };
});

/** The script after a response. The tools differ only in the calls that read and set variables, and repeat a request. */
const script = (request, { read, get, set, setting, wait, repeat, test, expect }) => {
  const assignments = request.set.map(([variable, value]) => `${set}('${variable}', body.data.${value});`);
  const received = [`const body = ${read};`, `${test}('code is 0', () => ${expect}(body.code).to.equal(0));`];
  return request.until === undefined
    ? [...received, ...assignments]
    : [
        ...received,
        `const get = name => ${get}(name);`,
        "const attempt = Number(get('attempt') || 0) + 1;",
        `const reached = ${request.until.reached};`,
        `const again = !reached && attempt < Number(${setting}('attempts'));`,
        `${set}('attempt', again ? attempt : 0);`,
        'if (again) {',
        `  ${wait}`,
        `  ${repeat}('${request.name}');`,
        '} else {',
        `  ${test}('${request.until.state}', () => ${expect}(reached).to.equal(true));`,
        '}',
        ...assignments.map(line => `if (reached) ${line}`),
      ];
};

const postmanScript = request =>
  script(request, {
    read: 'pm.response.json()',
    get: 'pm.collectionVariables.get',
    set: 'pm.collectionVariables.set',
    setting: 'pm.variables.get',
    wait: 'setTimeout(() => {}, 1000);',
    repeat: 'pm.execution.setNextRequest',
    test: 'pm.test',
    expect: 'pm.expect',
  });

const brunoScript = request =>
  script(request, {
    read: 'res.getBody()',
    get: 'bru.getVar',
    set: 'bru.setVar',
    setting: 'bru.getEnvVar',
    wait: 'await bru.sleep(1000);',
    repeat: 'bru.setNextRequest',
    test: 'test',
    expect: 'expect',
  });

const postman = () => ({
  info: {
    name: contract.info.title,
    description:
      'The operations in the order of a life cycle. Set the variables base_url and api_key, and run the collection from the ' +
      'first request to the last, or send single requests: responses set the identifiers that later requests need. ' +
      'A run creates two instances, which cost money, and destroys them.',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  },
  auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{api_key}}', type: 'string' }] },
  variable: [
    { key: 'base_url', value: BASE_URL },
    { key: 'api_key', value: 'demo-key' },
    { key: 'attempts', value: String(ATTEMPTS) },
  ],
  item: requests.map(request => ({
    name: request.name,
    event: [{ listen: 'test', script: { type: 'text/javascript', exec: postmanScript(request) } }],
    request: {
      method: request.method.toUpperCase(),
      description: request.description,
      ...(request.isPublic && { auth: { type: 'noauth' } }),
      ...(request.body && {
        header: [{ key: 'Content-Type', value: 'application/json' }],
        body: { mode: 'raw', raw: request.body, options: { raw: { language: 'json' } } },
      }),
      url: { raw: `{{base_url}}${request.path}`, host: ['{{base_url}}'], path: request.path.slice(1).split('/') },
    },
  })),
});

const block = (name, lines) => `${name} {\n${lines.map(line => `  ${line}`.trimEnd()).join('\n')}\n}\n`;

const bruno = (request, index) =>
  [
    block('meta', [`name: ${request.name}`, 'type: http', `seq: ${index + 1}`]),
    block(request.method, [
      `url: {{base_url}}${request.path}`,
      `body: ${request.body ? 'json' : 'none'}`,
      `auth: ${request.isPublic ? 'none' : 'inherit'}`,
    ]),
    ...(request.body ? [block('body:json', request.body.split('\n'))] : []),
    block('script:post-response', brunoScript(request)),
    block('docs', request.description.trimEnd().split('\n')),
  ].join('\n');

const write = (file, content) => writeFileSync(join(folder, file), content);
const json = value => JSON.stringify(value, null, 2) + '\n';

rmSync(join(folder, 'bruno'), { recursive: true, force: true });
mkdirSync(join(folder, 'bruno', 'environments'), { recursive: true });
write('gpu-cloud-v2.postman_collection.json', json(postman()));
write('bruno/bruno.json', json({ version: '1', name: contract.info.title, type: 'collection' }));
write('bruno/collection.bru', [block('auth', ['mode: bearer']), block('auth:bearer', ['token: {{api_key}}'])].join('\n'));
write(
  'bruno/environments/Local stub.bru',
  block('vars', [`base_url: ${BASE_URL}`, 'api_key: demo-key', `attempts: ${ATTEMPTS}`]),
);
for (const [index, request] of requests.entries()) {
  const name = request.name.replace(/[^\w ()-]/g, '');
  write(`bruno/${String(index + 1).padStart(2, '0')} ${name}.bru`, bruno(request, index));
}
