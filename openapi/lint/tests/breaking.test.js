import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { breaks } from '../breaking.js';
import { read } from './contracts.js';

const before = read('../gpu-cloud-v2.yaml');

const operation = (contract, method, path) => contract.paths[path][method];
const schema = (contract, name) => contract.components.schemas[name];

/** The breaking changes of a changed contract. JSON is valid YAML. */
const after = change => {
  const contract = structuredClone(before);
  change(contract);
  return breaks(JSON.stringify(before), JSON.stringify(contract));
};

const draft = contract =>
  Object.entries(contract.paths).find(([, { post }]) => post?.['x-stability-level'] === 'draft')[0];

const breaking = [
  ['an operation that is gone', c => delete c.paths['/gpu/list']],
  ['success that is gone', c => delete operation(c, 'get', '/gpu/list').responses['200']],
  ['a member of a response that is gone', c => delete schema(c, 'Bill').properties.charge_channel],
  ['a member of a response with another name', c => {
    const { properties } = schema(c, 'GpuModel');
    properties.state = properties.status;
    delete properties.status;
  }],
  ['a member of a response of another type', c => (schema(c, 'Bill').properties.remark = { type: 'integer' })],
  ['a member of a response that may be missing now', c => {
    const instance = schema(c, 'Instance');
    instance.required = instance.required.filter(name => name !== 'instance_uuid');
  }],
  ['a parameter that is asked for now', c => {
    operation(c, 'get', '/gpu/list').parameters = [
      { name: 'region', in: 'query', required: true, schema: { type: 'string' } },
    ];
  }],
  ['a value of a request that is no longer taken', c => schema(c, 'GpuCount').enum.pop()],
  ['a value of an open enumeration that is gone', c => schema(c, 'InstanceStatus')['x-extensible-enum'].pop()],
  ['an open enumeration that is gone', c => delete schema(c, 'ResultCode')['x-extensible-enum']],
];

const harmless = [
  ['nothing at all', () => {}],
  ['a member of a response that is new', c => (schema(c, 'Bill').properties.invoice = { type: 'string' })],
  ['a value of an open enumeration that is new', c => schema(c, 'InstanceStatus')['x-extensible-enum'].push(23)],
  ['a draft operation that is gone', c => delete c.paths[draft(c)]],
  ['a draft operation that asks for more', c => {
    c.paths[draft(c)].post.parameters = [{ name: 'force', in: 'query', required: true, schema: { type: 'boolean' } }];
  }],
  ['another major version', c => {
    c.info.version = '3.0.0';
    delete c.paths['/gpu/list'];
  }],
];

describe('what clients rely on', () => {
  for (const [name, change] of breaking) {
    it(`is broken by ${name}`, () => assert.notDeepEqual(after(change), []));
  }
  for (const [name, change] of harmless) {
    it(`is not broken by ${name}`, () => assert.deepEqual(after(change), []));
  }
});
