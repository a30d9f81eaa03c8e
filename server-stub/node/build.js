// `examples` writes src/generated/examples.ts, and a copy of java.cts for the command line. `package VERSION HOME` packs both.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';

const [command, version, home] = process.argv.slice(2);

function writeExamples() {
  const contract = JSON.parse(readFileSync('../../openapi/target/classes/META-INF/openapi/gpu-cloud-v2.json', 'utf8'));
  const resolved = node => (node?.$ref ? resolved(node.$ref.slice(2).split('/').reduce((at, name) => at[name], contract)) : node);
  const examples = Object.entries(contract.paths).flatMap(([path, operations]) =>
    ['get', 'post', 'put', 'delete', 'patch'].filter(method => operations[method]).map(method => {
      const content = resolved(operations[method].responses['200']).content['application/json'];
      return { method, path, body: resolved(Object.values(content.examples)[0]).value };
    }),
  );
  mkdirSync('src/generated', { recursive: true });
  const type = 'readonly { method: string; path: string; body: unknown }[]';
  copyFileSync('src/java.cts', '../../cli/node/src/java.cts');
  writeFileSync('src/generated/examples.ts', `export const examples: ${type} = ${JSON.stringify(examples, null, 2)};\n`);
}

// `module` is a folder of the build, `source` the folder of package.json, and `files` are added to the package.
function pack(module, source, files) {
  const { name, scripts, devDependencies, ...published } = JSON.parse(readFileSync(`${source}/package.json`, 'utf8'));
  const repository = { type: 'git', url: `git+${home}.git` };
  const peers = published.peerDependencies;
  for (const own of Object.keys(peers).filter(peer => peer.startsWith('gpu-cloud-'))) peers[own] = version;
  const target = `target/${name}`;
  mkdirSync(target, { recursive: true });
  writeFileSync(`${target}/package.json`, JSON.stringify({ name, ...published, version, homepage: home, repository }, null, 2) + '\n');
  for (const file of [`${source}/README.md`, '../../LICENSE', ...files]) cpSync(file, `${target}/${basename(file)}`, { recursive: true });
  // Only the profile release writes these.
  for (const list of ['generated-sources/license/THIRD-PARTY.txt', 'bom.json'].map(file => `${module}/target/${file}`)) {
    if (existsSync(list)) copyFileSync(list, `${target}/${basename(list)}`);
  }
  const staging = resolve('../../target/staging/node');
  mkdirSync(staging, { recursive: true });
  execFileSync('npm', ['pack', `./${target}`, '--silent', '--pack-destination', staging], { shell: process.platform === 'win32' });
}

if (command === 'examples') {
  writeExamples();
} else {
  pack('..', '.', [`../target/gpu-cloud-server-stub-${version}-exec.jar`]);
  pack('../../cli', '../../cli/node', ['../../cli/node/cli.js', '../../cli/distribution/src/dist/bin', '../../cli/target/gpu-cloud.jar']);
}
