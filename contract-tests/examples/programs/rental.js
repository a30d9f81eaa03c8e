// Runs its arguments as a command with a rented GPU, and says what is left.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const rental = spawnSync(
  'gpu-cloud',
  ['rent', '--pod', 'pod-comfyui', '--max-price', '4', '--for', '2h', '--result', 'rental.json', '--', ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
const result = JSON.parse(readFileSync('rental.json', 'utf8'));
if (rental.status === 125) console.log('may be left:', [...result.left, ...result.candidates]);
console.log('status', rental.status, 'cost', result.cost_calculated ?? 0);
