import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { applyOverlay } from 'openapi-overlays-js/src/overlay.js';
import { stringify } from 'yaml';
import { rules } from '../plugin.js';
import { folder, output, read, withPlanted } from './contracts.js';
import { operationDefects, schemaDefects, textDefects } from './defects.js';

const defects = [...operationDefects, ...schemaDefects, ...textDefects].map(([name, rule, plant]) => ({
  name,
  rule,
  plant,
}));

const propose = contract =>
  Object.assign(contract, applyOverlay(contract, read('../overlays/idempotency.overlay.yaml')));

/** Our configuration, with the rules of the service for each of the files. */
const configuration = files => {
  const ours = read('redocly.yaml');
  const apis = Object.fromEntries(
    files.map((file, index) => [`defect-${index}`, { ...ours.apis.observed, root: file }]),
  );
  return stringify({ ...ours, plugins: [join(folder, 'plugin.js')], apis });
};

/** The rules with findings, for each file. The tool prints one JSON document after the other. */
const lint = (directory, files) => {
  writeFileSync(join(directory, 'redocly.yaml'), configuration(files));
  const paths = files.map(file => join(directory, file));
  const args = [
    'lint',
    ...paths,
    '--config',
    join(directory, 'redocly.yaml'),
    '--format',
    'json',
    '--max-problems',
    '1000',
  ];
  return output('redocly', args).then(json =>
    json.split(/^}{$/m).map((part, index, parts) => {
      const report = JSON.parse(`${index > 0 ? '{' : ''}${part}${index < parts.length - 1 ? '}' : ''}`);
      return report.problems.map(({ ruleId }) => ruleId);
    }),
  );
};

describe('Redocly', () => {
  let found;
  before(async () => {
    found = await withPlanted([{ plant: () => {} }, ...defects, { plant: propose }], lint);
  });

  it('finds nothing in the contract as it is', () => assert.deepEqual(found[0], []));

  it('finds nothing in the contract with the proposal', () => assert.deepEqual(found.at(-1), []));

  for (const [index, { name, rule }] of defects.entries()) {
    it(`${rule} catches ${name}`, () => assert.ok(found[index + 1].includes(rule), `found ${found[index + 1]}`));
  }

  it('has a defect for each rule of ours', () => {
    const caught = new Set(defects.map(({ rule }) => rule));
    assert.deepEqual(
      Object.keys(rules).filter(name => !caught.has(`gpu/${name}`)),
      [],
    );
  });
});
