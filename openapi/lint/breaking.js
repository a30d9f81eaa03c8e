/**
 * Compares the contract with the last released one, which each release copies to the folder baseline, and fails for changes
 * that would break a client of it. An argument is the file of another baseline.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const folder = fileURLToPath(new URL('.', import.meta.url));
const contract = join(folder, '..', 'gpu-cloud-v2.yaml');

const major = contract => String(contract.info.version).split('.')[0];

/** The breaking changes between two contracts, in words; empty if the later one has another major version. */
export const breaks = (before, after) => {
  const [released, present] = [before, after].map(text => parse(text));
  if (major(released) !== major(present)) {
    return [];
  }
  const directory = mkdtempSync(join(tmpdir(), 'released-'));
  try {
    const [base, revision] = ['released.yaml', 'present.yaml'].map(name => join(directory, name));
    writeFileSync(base, before);
    writeFileSync(revision, after);
    return [...changes(base, revision), ...removedValues(released, present)];
  } finally {
    rmSync(directory, { recursive: true });
  }
};

/** Warnings count too: most members of a response are optional, and removing one is only a warning. */
const changes = (base, revision) => {
  const command = join(folder, 'node_modules', '.bin', 'oasdiff');
  const { status, stdout, stderr } = spawnSync(command, ['breaking', base, revision, '--format', 'json'], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status !== 0) {
    throw new Error(`oasdiff ended with ${status}: ${stderr}`);
  }
  return (JSON.parse(stdout || '[]') ?? [])
    .filter(({ level }) => level >= 2)
    .map(({ id, operation, path, text }) => `${operation ?? ''} ${path ?? ''}: ${text} (${id})`);
};

/**
 * The values that open enumerations lost. A program may know their meaning, although the schema still allows them. oasdiff does
 * not compare them in responses.
 */
const removedValues = (released, present) => {
  const left = openEnumerations(present);
  return [...openEnumerations(released)].flatMap(([place, values]) =>
    values
      .filter(value => !(left.get(place) ?? []).includes(value))
      .map(value => `${place}: the value ${JSON.stringify(value)} was removed`),
  );
};

const openEnumerations = (node, place = '', found = new Map()) => {
  if (node && typeof node === 'object') {
    if (Array.isArray(node['x-extensible-enum'])) {
      found.set(place, node['x-extensible-enum']);
    }
    Object.entries(node).forEach(([name, child]) => openEnumerations(child, `${place}/${name}`, found));
  }
  return found;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const baseline = process.argv[2] ?? join(folder, '..', 'baseline', 'gpu-cloud-v2.yaml');
  const found = existsSync(baseline) ? breaks(readFileSync(baseline, 'utf8'), readFileSync(contract, 'utf8')) : [];
  if (found.length > 0) {
    console.error(`Breaks the released contract without a new major version:\n  ${found.join('\n  ')}`);
    process.exitCode = 1;
  } else {
    console.log(existsSync(baseline) ? 'No breaking change.' : 'No contract has been released yet.');
  }
}
