#!/usr/bin/env node
// Runs the program of this package. Signals reach it, and its exit status is passed on.
import { spawn } from 'node:child_process';
import { program as command } from './dist/program.cjs';

function fail({ message }) {
  console.error(message);
  process.exit(120);
}

function run() {
  try {
    const [file, args, env] = command(...process.argv.slice(2));
    return spawn(file, args, { env, stdio: 'inherit' });
  } catch (error) {
    return fail(error);
  }
}

const program = run();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => program.kill(signal));
program.on('error', fail);
program.on('exit', code => process.exit(code ?? 125));
