// Runs a program with a Node.js that Astro supports: `node run.js astro build`. An older Node.js starts a newer one from npm.
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE = 'node@24.21.0';
const [major, minor] = process.versions.node.split('.').map(Number);
const enough = major > 22 || (major === 22 && minor >= 12);
const command = process.argv.slice(2);

const [program, ...args] = enough ? command : ['npm', 'exec', '--yes', '--loglevel=error', `--package=${NODE}`, '--', ...command];
const { status } = spawnSync(program, args, {
  cwd: dirname(fileURLToPath(import.meta.url)),
  stdio: 'inherit',
  shell: process.platform === 'win32', // There npm and astro are scripts.
  env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
});
if (!enough && status !== 0) {
  console.error(`The site needs Node.js 22.12 or later. This is ${process.versions.node}; if npm could not install ${NODE}, install a newer Node.js.`);
}
process.exit(status ?? 1);
