#!/usr/bin/env node
// Runs the program of the jar with Java. Signals reach it, and its exit status is passed on.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { NO_JAVA, program as command } from './dist/program.cjs';

const stub = dirname(dirname(createRequire(import.meta.url).resolve('gpu-cloud-stub')));
process.env.GPU_CLOUD_STUB_JAR ||= join(stub, readdirSync(stub).find(name => name.endsWith('-exec.jar')));

const [java, ...line] = command();
const program = spawn(java, [...line, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => program.kill(signal));
program.on('error', () => {
  console.error(NO_JAVA);
  process.exit(120);
});
program.on('exit', code => process.exit(code ?? 125));
