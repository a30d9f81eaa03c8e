// Runs a command of Astro: `node build.js build`. Astro needs Node 22.12; an older Node starts a newer one from npm.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const NODE = 'node@24.21.0';
const here = dirname(fileURLToPath(import.meta.url));
const [major, minor] = process.versions.node.split('.').map(Number);
const enough = major > 22 || (major === 22 && minor >= 12);
const astro = resolve(dirname(createRequire(import.meta.url).resolve('astro/package.json')), 'bin/astro.mjs');

const run = (program, args) => spawnSync(program, args, { cwd: here, stdio: 'inherit', env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' } });
const args = [astro, ...process.argv.slice(2)];
const result = enough ? run(process.execPath, args) : run('npm', ['exec', '--yes', `--package=${NODE}`, '--', 'node', ...args]);
if (!enough && result.status !== 0) {
  console.error(`The site needs Node.js 22.12 or later. This is ${process.versions.node}; if npm could not install ${NODE}, install a newer Node.js.`);
}
process.exit(result.status ?? 1);
