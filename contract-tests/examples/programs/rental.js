// Runs its arguments as a command with a rented GPU, for at most LIMIT_SECONDS, and says what is left.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';

rmSync('rental.json', { force: true });
const rental = spawn(
  'gpu-cloud',
  ['rent', '--pod', 'pod-comfyui', '--max-price', '4', '--for', '2h', '--result', 'rental.json', '--', ...process.argv.slice(2)],
  { stdio: 'inherit', detached: true },
);
const end = () => rental.kill('SIGTERM');
['SIGINT', 'SIGTERM', 'SIGHUP'].forEach((signal) => process.on(signal, end));
const limit = setTimeout(end, 1000 * (process.env.LIMIT_SECONDS ?? 3 * 3600));
const [status, signal] = await once(rental, 'close');
clearTimeout(limit);
// There is no result if the signal came before gpu-cloud had begun. Nothing was rented then.
const result = existsSync('rental.json') ? JSON.parse(readFileSync('rental.json', 'utf8')) : {};
if (status === 125 || signal) console.log('may be left:', result.left, result.candidates);
console.log('status', status, 'cost', result.cost_calculated ?? 0);
process.exitCode = status ?? 128 + constants.signals[signal];
