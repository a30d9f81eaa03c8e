// `examples` writes src/generated/examples.ts, `package VERSION` makes the package of target/package.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const stub = '../target';

if (process.argv[2] === 'examples') {
  const contract = JSON.parse(readFileSync('../../openapi/target/classes/META-INF/openapi/gpu-cloud-v2.json', 'utf8'));
  const resolve = node => (node?.$ref ? resolve(node.$ref.slice(2).split('/').reduce((at, name) => at[name], contract)) : node);
  const examples = Object.entries(contract.paths).flatMap(([path, operations]) =>
    ['get', 'post', 'put', 'delete', 'patch'].filter(method => operations[method]).map(method => {
      const content = resolve(operations[method].responses['200']).content['application/json'];
      return { method, path, body: resolve(Object.values(content.examples)[0]).value };
    }),
  );
  mkdirSync('src/generated', { recursive: true });
  const type = 'readonly { method: string; path: string; body: unknown }[]';
  writeFileSync('src/generated/examples.ts', `export const examples: ${type} = ${JSON.stringify(examples, null, 2)};\n`);
} else {
  const version = process.argv[3];
  const { scripts, devDependencies, ...published } = JSON.parse(readFileSync('package.json', 'utf8'));
  writeFileSync('target/package/package.json', JSON.stringify({ ...published, version }, null, 2) + '\n');
  const jar = `gpu-cloud-server-stub-${version}-exec.jar`;
  // Only the profile release writes the last two.
  const files = { [`${stub}/${jar}`]: jar, 'README.md': 'README.md', '../../LICENSE': 'LICENSE' };
  const lists = { [`${stub}/generated-sources/license/THIRD-PARTY.txt`]: 'THIRD-PARTY.txt', [`${stub}/bom.json`]: 'bom.json' };
  for (const [from, to] of Object.entries({ ...files, ...lists })) {
    if (from in files || existsSync(from)) copyFileSync(from, `target/package/${to}`);
  }
  const staging = '../../target/staging/node';
  mkdirSync(staging, { recursive: true });
  execFileSync('npm', ['pack', './target/package', '--silent', '--pack-destination', staging], { shell: process.platform === 'win32' });
}
