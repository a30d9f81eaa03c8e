/**
 * Compares the contract with the last release, and fails for changes that would break a client of it. The last release is
 * the contract of the latest tag, or the committed baseline until there is a tag.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const folder = fileURLToPath(new URL('.', import.meta.url));
const contract = join(folder, '..', 'gpu-cloud-v2.yaml');
const baseline = join(folder, '..', 'baseline', 'gpu-cloud-v2.yaml');

const major = text => String(parse(text).info.version).split('.')[0];

const git = (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** The latest release tag before the current commit, or nothing if there is none or this is not a clone. */
const latestTag = () => {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*').trim();
  } catch {
    return undefined;
  }
};

const released = () => {
  const tag = latestTag();
  return tag
    ? { name: tag, text: git('show', `${tag}:openapi/gpu-cloud-v2.yaml`) }
    : { name: 'the baseline', text: readFileSync(baseline, 'utf8') };
};

/** The breaking changes between two contracts, in words; empty if the later one has another major version. */
export const breaks = (before, after) => {
  if (major(before) !== major(after)) {
    return [];
  }
  const directory = mkdtempSync(join(tmpdir(), 'released-'));
  try {
    const [base, revision] = ['released.yaml', 'present.yaml'].map(name => join(directory, name));
    writeFileSync(base, before);
    writeFileSync(revision, after);
    return changes(base, revision);
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { name, text } = released();
  const found = breaks(text, readFileSync(contract, 'utf8'));
  if (found.length > 0) {
    console.error(`Breaks what ${name} promised, without a new major version:\n  ${found.join('\n  ')}`);
    process.exitCode = 1;
  } else {
    console.log(`Nothing that ${name} promised is broken.`);
  }
}
