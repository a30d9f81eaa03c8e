import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';

export const folder = fileURLToPath(new URL('..', import.meta.url));

export const read = file => parse(readFileSync(join(folder, file), 'utf8'));

/** The observed contract, which has all that ours has, with one defect, as JSON. */
const planted = defect => {
  const contract = read('../target/classes/META-INF/openapi/gpu-cloud-v2-observed.yaml');
  defect.plant(contract);
  return JSON.stringify(contract, null, 1);
};

/** Writes one file for each defect, calls `lint` with the folder and the names of the files, and deletes the files. */
export const withPlanted = async (defects, lint) => {
  const directory = mkdtempSync(join(tmpdir(), 'planted-'));
  try {
    const files = defects.map((defect, index) => `defect-${index}.json`);
    files.forEach((file, index) => writeFileSync(join(directory, file), planted(defects[index])));
    return await lint(directory, files);
  } finally {
    rmSync(directory, { recursive: true });
  }
};

/** The output of a linter, even if it exits with 1 because of a finding. */
export const output = async (tool, args) => {
  const command = join(folder, 'node_modules', '.bin', tool);
  const options = { cwd: folder, maxBuffer: 1 << 28, env: { ...process.env, REDOCLY_TELEMETRY: 'off' } };
  return promisify(execFile)(command, args, options).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr, code }) => {
      if (code !== 1) {
        throw new Error(`${tool} ended with ${code}: ${stderr}`);
      }
      return stdout;
    },
  );
};
