#!/usr/bin/env node
import { spawn, type ChildProcess } from 'node:child_process';
import { findJava, jar } from './process.js';
import { StubError } from './stub.js';

// Runs the stub in the foreground, with the arguments of the jar.
function run(): ChildProcess {
  try {
    const program = ['-Dgpu-cloud.stub.program=gpu-cloud-stub', '-jar', jar()];
    return spawn(findJava(), [...program, ...process.argv.slice(2)], { stdio: 'inherit' });
  } catch (error) {
    if (!(error instanceof StubError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

const stub = run();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stub.kill(signal));
stub.on('exit', code => process.exit(code ?? 1));
