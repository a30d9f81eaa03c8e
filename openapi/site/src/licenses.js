// The licenses of the project and of the libraries whose scripts and styles are parts of the site.
import { globSync, readFileSync, statSync } from 'node:fs';
import { repository } from '../site.config.js';

const LIBRARIES = ['astro', '@astrojs/starlight', 'astro-expressive-code', 'expressive-code', 'pagefind'];

function license(name) {
  const folder = `node_modules/${name}`;
  const { version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  const [file] = globSync(`${folder}/LICENSE{,/LICENSE}`).filter((path) => statSync(path).isFile());
  return `${name} ${version}\n\n${readFileSync(file, 'utf8').trim()}`;
}

export function licenses() {
  const own = readFileSync(`${repository}/LICENSE`, 'utf8').trim();
  return `${[`GPU cloud contract\n\n${own}`, ...LIBRARIES.map(license)].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
