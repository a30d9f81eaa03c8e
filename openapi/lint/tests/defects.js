/** Defects of every kind, each with the rule that must detect it. */

const operation = (contract, id) =>
  Object.values(contract.paths)
    .flatMap(Object.values)
    .find(({ operationId }) => operationId === id);

const response = (contract, id, status = '200') => operation(contract, id).responses[status];

const schemas = contract => contract.components.schemas;

const property = (contract, schema, name) => schemas(contract)[schema].properties[name];

export const operationDefects = [
  ['an operation without code samples', 'gpu/code-samples', c => delete operation(c, 'listGpus')['x-codeSamples']],
  ['an operation without a sample in TypeScript', 'gpu/code-samples', c => operation(c, 'listGpus')['x-codeSamples'].pop()],
  ['a secured operation without 401', 'gpu/required-responses', c => delete operation(c, 'listGpus').responses['401']],
  ['a public operation without 403', 'gpu/required-responses', c => delete operation(c, 'listPods').responses['403']],
  ['a public operation without 401', 'gpu/required-responses', c => delete operation(c, 'listPods').responses['401']],
  ['a public operation without 404', 'gpu/required-responses', c => delete operation(c, 'listPods').responses['404']],
  ['an operation without 429', 'gpu/required-responses', c => delete operation(c, 'listBills').responses['429']],
  ['an operation without default', 'gpu/required-responses', c => delete operation(c, 'listBills').responses.default],
  [
    'another status of success',
    'gpu/success-is-200',
    c => (operation(c, 'listPods').responses['201'] = response(c, 'listPods')),
  ],
  [
    'no example of success',
    'gpu/success-and-failure',
    c => delete response(c, 'listPods').content['application/json'].examples.success,
  ],
  [
    'no example of failure',
    'gpu/success-and-failure',
    c => delete response(c, 'listPods').content['application/json'].examples.failed,
  ],
  ['429 without Retry-After', 'gpu/required-headers', c => delete c.components.responses.TooManyRequests.headers],
  ['401 without WWW-Authenticate', 'gpu/required-headers', c => delete c.components.responses.Unauthorized.headers],
  [
    'a link to nowhere',
    'gpu/link-operations',
    c => (c.components.links.DestroyInstance.operationId = 'removeInstance'),
  ],
  [
    'a link with an object as its body',
    'gpu/link-operations',
    c => (c.components.links.DestroyInstance.requestBody = { instance_uuid: '' }),
  ],
  [
    'an operationId in snake_case',
    'rule/operation-id-camel-case',
    c => (operation(c, 'listPods').operationId = 'list_pods'),
  ],
  [
    'two operations of one id',
    'operation-operationId-unique',
    c => (operation(c, 'listPods').operationId = 'listGpus'),
  ],
  ['a tag that is not declared', 'operation-tag-defined', c => (operation(c, 'listPods').tags = ['Pods'])],
  [
    'a security scheme that is not declared',
    'security-defined',
    c => (operation(c, 'listGpus').security = [{ apiKey: [] }]),
  ],
  ['an operation without a description', 'operation-description', c => delete operation(c, 'listPods').description],
  [
    'an unused component',
    'no-unused-components',
    c => (schemas(c).Spare = { type: 'string', description: 'Spare.' }),
  ],
  [
    'a reference to nowhere',
    'no-unresolved-refs',
    c => (response(c, 'listPods').content['application/json'].schema.$ref += 's'),
  ],
  [
    'a request without examples',
    'gpu/paired-examples',
    c => delete operation(c, 'destroyInstance').requestBody.content['application/json'].examples,
  ],
  [
    'a request example without a response',
    'gpu/paired-examples',
    c => delete response(c, 'setShutdownTimer').content['application/json'].examples.cancelled,
  ],
  [
    'a response without an example',
    'gpu/body-examples',
    c => delete c.components.responses.Forbidden.content['application/json'].examples,
  ],
  ['a request body without a mark', 'gpu/request-bodies', c => delete schemas(c).TitleUpdate['x-request-body']],
  ['a mark on a response', 'gpu/request-bodies', c => (schemas(c).Balance['x-request-body'] = true)],
  ['a server with a variable host', 'gpu/plain-servers', c => (c.servers[1].url = 'https://{host}.invalid/api/open/v2')],
  ['a server that a sentence describes', 'gpu/plain-servers', c => (c.servers[0].description = 'The API of the service.')],
  ['a server on localhost', 'no-server-example.com', c => (c.servers[0].url = 'http://localhost:8080/api/open/v2')],
];

export const schemaDefects = [
  [
    'a value that the description leaves out',
    'gpu/enum-values',
    c => (schemas(c).SaveImageStatus.description = 'Progress of saving: 1 uploading, 2 upload succeeded.'),
  ],
  [
    'a value that the description of a property leaves out',
    'gpu/enum-values',
    c => (property(c, 'Bill', 'charge_channel').description = 'The source of the amount.'),
  ],
  ['a value without a name', 'gpu/enum-names', c => schemas(c).InstanceStatus['x-enum-varnames'].pop()],
  ['a value without a description', 'gpu/enum-names', c => (schemas(c).GpuCount.description = 'Number of GPUs: 1, 2 or 4.')],
  ['a name without a value', 'gpu/enum-names', c => schemas(c).ResultCode['x-extensible-enum'].pop()],
  ['a value that comes twice', 'gpu/enum-names', c => (schemas(c).SaveImageStatus['x-extensible-enum'] = [1, 2, 2])],
  ['a name that comes twice', 'gpu/enum-names', c => (schemas(c).ChargeChannel['x-enum-varnames'] = ['CARD', 'CARD'])],
  ['a closed enumeration', 'gpu/open-enums', c => (schemas(c).ChargingType.enum = [1])],
  ['an enumeration inside a property', 'gpu/open-enums', c => (property(c, 'Card', 'bind_txt').enum = ['bound'])],
  [
    'an object inside another',
    'gpu/named-objects',
    c => (schemas(c).Pod.properties.price = { type: 'object', description: 'Prices.', properties: {} }),
  ],
  ['a closed object', 'gpu/open-objects', c => (schemas(c).Instance.additionalProperties = false)],
  ['an identifier called a UUID', 'gpu/opaque-identifiers', c => (schemas(c).InstanceUuid.format = 'uuid')],
  [
    'a length on an identifier that comes back',
    'gpu/opaque-identifiers',
    c => (property(c, 'Instance', 'instance_uuid').minLength = 1),
  ],
  ['an integer without a format', 'gpu/number-format', c => delete schemas(c).UnixTime.format],
  ['an amount without a format', 'gpu/number-format', c => delete schemas(c).Money.format],
  ['a choice of schemas', 'gpu/generator-forms', c => (schemas(c).ErrorBody.anyOf = [{ required: ['msg'] }])],
  ['a list of types', 'gpu/generator-forms', c => (schemas(c).ServerUrls.type = ['array', 'string'])],
  ['members next to allOf', 'gpu/generator-forms', c => (schemas(c).BalanceResponse.properties = {})],
  ['a property without a description', 'gpu/property-documented', c => delete property(c, 'Pod', 'uuid').description],
  ['a property without an example', 'gpu/property-documented', c => delete property(c, 'Pod', 'title').examples],
  [
    'a required property that is not there',
    'no-required-schema-properties-undefined',
    c => schemas(c).Pod.required.push('name'),
  ],
  [
    'a condition that does not declare what it requires',
    'no-required-schema-properties-undefined',
    c => delete schemas(c).BalanceResponse.not.not.properties,
  ],
  ['a condition without a second case', 'gpu/titled-conditions', c => delete schemas(c).ErrorBody.else],
  ['a property in camelCase', 'gpu/snake-case', c => (schemas(c).Pod.properties.podName = property(c, 'Pod', 'title'))],
  ['a schema in snake_case', 'rule/schema-name-pascal-case', c => (schemas(c).spare_part = schemas(c).Pod)],
  [
    'a schema example that does not fit',
    'no-invalid-schema-examples',
    c => (property(c, 'Card', 'valid_days').examples = ['365']),
  ],
  [
    'a response example that does not fit',
    'no-invalid-media-type-examples',
    c => (c.components.examples.PodsListed.value.data.total = 'one'),
  ],
  [
    'a parameter example that does not fit',
    'no-invalid-parameter-examples',
    c => (c.components.parameters.BillPage.example = '0'),
  ],
];

export const textDefects = [
  [
    'a text with two unknowns',
    'gpu/unspecified',
    c => (schemas(c).ChargingType.description = 'How it is billed. Values are not shown. That 1 is by the hour is an assumption.'),
  ],
  [
    'a text with two unknowns at a reference',
    'gpu/unspecified',
    c => (property(c, 'Instance', 'start_time').description = 'In seconds; before a start not shown; 0 is assumed.'),
  ],
  ['an unknown without facts', 'gpu/unspecified', c => (schemas(c).Money['x-unspecified'] = {})],
  ['an unknown without names', 'gpu/unspecified', c => (schemas(c).Money['x-unspecified'] = ['currency'])],
  [
    'an unknown whose name is not in kebab-case',
    'gpu/unspecified',
    c => (schemas(c).Money['x-unspecified'] = { moneyFormat: 'currency' }),
  ],
  [
    'a time without a unit',
    'gpu/units',
    c => (property(c, 'Bill', 'order_time').description = 'When the order occurred.'),
  ],
  ['a size without a unit', 'gpu/units', c => (property(c, 'MarketImage', 'size').description = 'How large it is.')],
  [
    'a parameter without a unit',
    'gpu/units',
    c => (c.components.parameters.PageSize.description = 'Size.'),
  ],
  ['a header without a unit', 'gpu/units', c => (c.components.headers.RetryAfter.description = 'When to come again.')],
  ['a summary with a full stop', 'gpu/summaries', c => (operation(c, 'listPods').summary += '.')],
  ['a summary in title case', 'gpu/summaries', c => (operation(c, 'listPods').summary = 'List the Pods')],
  [
    'a summary that does not fit a menu',
    'gpu/summaries',
    c => (operation(c, 'listPods').summary = 'List '.padEnd(61, 'a')),
  ],
  ['a tag without a description', 'tag-description', c => delete c.tags[0].description],
];
