import { join } from 'node:path';

/** The program gpu-cloud of this package, with Java: of `GPU_CLOUD_STUB_JAVA`, `JAVA_HOME` or `PATH`. */
export function program(): [string, ...string[]] {
  const { GPU_CLOUD_STUB_JAVA: chosen, JAVA_HOME: home, JAVA_OPTS: options = '' } = process.env;
  const java = chosen || (home ? join(home, 'bin', 'java') : 'java');
  const flags = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx128m', '-XX:-UsePerfData', ...options.split(' ').filter(Boolean)];
  return [java, ...flags, '-jar', join(__dirname, '..', 'gpu-cloud.jar')];
}

export const NO_JAVA = 'gpu-cloud needs Java 17 or later in PATH or JAVA_HOME';
