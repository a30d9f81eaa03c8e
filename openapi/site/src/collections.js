// The collections for Postman and Bruno, as files to download.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { repository } from '../site.config.js';

const FOLDER = `${repository}/openapi/collections`;
/** The timestamp of all artifacts of the project, so that two builds are the same. Zips have local times. */
const TIME = new Date(2026, 0, 1);

const under = (folder) => (existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()) : []);

/** Contents by the names of the files. */
export function collections() {
  const postman = under(FOLDER).filter(({ name }) => name.endsWith('.postman_collection.json')).map(({ name }) => [name, readFileSync(`${FOLDER}/${name}`)]);
  const bruno = under(`${FOLDER}/bruno`).map(({ parentPath, name }) => `${parentPath}/${name}`).sort()
    .map((file) => [`gpu-cloud-v2/${file.slice(FOLDER.length + 7)}`, strToU8(readFileSync(file, 'utf8'))]);
  return Object.fromEntries([...postman, ...(bruno.length ? [['gpu-cloud-v2.bruno.zip', zipSync(Object.fromEntries(bruno), { mtime: TIME, level: 9 })]] : [])]);
}
