import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import { before, describe, it } from 'node:test';
import { output, withPlanted } from './contracts.js';
import { spectralDefects } from './defects.js';

const defects = spectralDefects.map(([name, rule, plant]) => ({ name, rule, plant }));

/** The rules with findings, for each file. */
const lint = async (directory, files) => {
  const json = await output('spectral', [
    'lint',
    join(directory, '*.json'),
    '--ruleset',
    'spectral.yaml',
    '--fail-severity',
    'hint',
    '--format',
    'json',
    '--quiet',
  ]);
  const results = JSON.parse(json);
  return files.map(file => results.filter(({ source }) => basename(source) === file).map(({ code }) => code));
};

describe('Spectral', () => {
  let found;
  before(async () => {
    found = await withPlanted([{ plant: () => {} }, ...defects], lint);
  });

  it('finds nothing in the contract as it is', () => assert.deepEqual(found[0], []));

  for (const [index, { name, rule }] of defects.entries()) {
    it(`${rule} catches ${name}`, () => assert.ok(found[index + 1].includes(rule), `found ${found[index + 1]}`));
  }
});
