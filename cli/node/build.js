// Makes the npm package of a version: node build.js VERSION
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

const version = process.argv[2];
rmSync('target', { recursive: true, force: true });
mkdirSync('target', { recursive: true });
const project = JSON.parse(readFileSync('package.json', 'utf8'));
const dependencies = { 'gpu-cloud-stub': version };
writeFileSync('target/package.json', JSON.stringify({ ...project, version, dependencies }, null, 2) + '\n');
const files = { 'cli.js': 'cli.js', 'README.md': 'README.md', '../../LICENSE': 'LICENSE', '../target/gpu-cloud.jar': 'gpu-cloud.jar' };
// Only the profile release writes these.
const lists = { '../target/generated-sources/license/THIRD-PARTY.txt': 'THIRD-PARTY.txt', '../target/bom.json': 'bom.json' };
for (const [from, to] of Object.entries({ ...files, ...lists })) {
  if (from in files || existsSync(from)) copyFileSync(from, `target/${to}`);
}
const staging = '../../target/staging/node';
mkdirSync(staging, { recursive: true });
execFileSync('npm', ['pack', './target', '--silent', '--pack-destination', staging], { shell: process.platform === 'win32' });
