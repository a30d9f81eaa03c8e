#!/usr/bin/env node
// Runs the program of the jar with Java. Signals reach it, and its exit status is passed on.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const own = dirname(fileURLToPath(import.meta.url));
const { GPU_CLOUD_STUB_JAVA: chosen, JAVA_HOME: home, JAVA_OPTS: options = '' } = process.env;
const java = chosen || (home ? join(home, 'bin', 'java') : 'java');
const stub = dirname(dirname(createRequire(import.meta.url).resolve('gpu-cloud-stub')));
process.env.GPU_CLOUD_STUB_JAR ||= join(stub, readdirSync(stub).find(name => name.endsWith('-exec.jar')));

const flags = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xmx128m', '-XX:-UsePerfData', ...options.split(' ').filter(Boolean)];
const jar = join(own, 'gpu-cloud.jar');
const program = spawn(java, [...flags, '-jar', jar, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => program.kill(signal));
program.on('error', () => {
  console.error('gpu-cloud needs Java 17 or later in PATH or JAVA_HOME');
  process.exit(120);
});
program.on('exit', code => process.exit(code ?? 125));
