#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { findJava, jar } from './process.js';

// Runs the stub in the foreground, with the arguments of the jar.
const program = ['-Dgpu-cloud.stub.program=gpu-cloud-stub', '-jar', jar()];
const stub = spawn(findJava(), [...program, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stub.kill(signal));
stub.on('exit', code => process.exit(code ?? 1));
