import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GpuCloudError } from './errors.cjs';
import { findJava } from './java.cjs';

const FOLDER = join(__dirname, '..');
const OPTIONS = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx128m', '-XX:-UsePerfData'];
const file = (name: string): string => `the file gpu-cloud-${name}-*.tgz of the same version with npm`;

/** The program gpu-cloud, its arguments and its environment. Throws a GpuCloudError if Java, or a file of the program, is missing. */
export function program(...args: string[]): [string, string[], NodeJS.ProcessEnv] {
  // The runtime has not all modules that the stub needs.
  const startsStub = args[0] === 'stub' || (args[0] === 'mcp' && args.includes('--sandbox'));
  const env = { ...process.env };
  if (startsStub) env.GPU_CLOUD_STUB_JAR ||= stub();
  // Only a platform with a package of its own has it.
  const runtime = resolved(`gpu-cloud-cli-${process.platform}-${process.arch}/package.json`);
  if (runtime && !startsStub) {
    env.GPU_CLOUD_RUNTIME = join(dirname(runtime), 'runtime');
    return [join(FOLDER, 'bin', 'gpu-cloud'), args, env];
  }
  const remedy = runtime ? '' : `On Linux x64, install ${file('cli-linux-x64')}, which contains Java. Or: `;
  const options = [...OPTIONS, ...(env.JAVA_OPTS ?? '').split(' ').filter(Boolean), '-jar', join(FOLDER, 'gpu-cloud.jar')];
  return [java(startsStub ? 'gpu-cloud stub' : 'gpu-cloud', remedy), [...options, ...args], env];
}

function java(name: string, remedy: string): string {
  try {
    return findJava(name, remedy);
  } catch (error) {
    throw new GpuCloudError((error as Error).message, { kind: 'java_missing' });
  }
}

function stub(): string {
  const index = resolved('gpu-cloud-stub');
  if (!index) throw new GpuCloudError(`gpu-cloud: the stub is in another package. Install ${file('stub')}.`, { kind: 'stub_missing' });
  const folder = dirname(dirname(index));
  return join(folder, readdirSync(folder).find(name => name.endsWith('-exec.jar')) ?? 'stub.jar');
}

function resolved(name: string): string | undefined {
  try {
    return require.resolve(name);
  } catch {
    return undefined;
  }
}
