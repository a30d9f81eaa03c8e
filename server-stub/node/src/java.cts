// The packages of the stub and of the command line have this file.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** Returns a Java program of version 17 or later. Throws an Error that names the ways to get one, and a remedy before them. */
export function findJava(program: string, remedy = ''): string {
  const { GPU_CLOUD_STUB_JAVA: chosen, JAVA_HOME: home, PATH: path = '' } = process.env;
  const name = process.platform === 'win32' ? 'java.exe' : 'java';
  const installed = path.split(delimiter).map(folder => join(folder, name)).filter(existsSync).slice(0, 1);
  if (home) installed.push(join(home, 'bin', name));
  const rejected: string[] = [];
  for (const java of chosen ? [chosen] : installed) {
    const version = javaVersion(java);
    if (version >= 17) return java;
    rejected.push(version ? `${java} (version ${version})` : `${java} (cannot be run)`);
  }
  const found = rejected.length ? `Found only ${rejected.join(', ')}` : 'There is none in PATH or JAVA_HOME';
  throw new Error(
    `${program} needs Java 17 or later. ${found}. ${remedy}Install a JRE, for example with \`apt install openjdk-17-jre-headless\`` +
      ' or `brew install openjdk`, or set GPU_CLOUD_STUB_JAVA to a Java program.',
  );
}

/** Returns the major version, or 0. Does not run Java if its folder has the usual file with the version. */
function javaVersion(java: string): number {
  const release = existsSync(java) ? join(dirname(realpathSync(java)), '..', 'release') : '';
  const output = existsSync(release) ? readFileSync(release, 'utf8') : spawnSync(java, ['-version'], { encoding: 'utf8' }).stderr;
  // Java 8 calls itself 1.8.
  return Number(/(?:JAVA_VERSION=|version )"(?:1\.)?(\d+)/.exec(output ?? '')?.[1] ?? 0);
}
