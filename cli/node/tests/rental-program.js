// A program that rents: rental-program.js JOURNAL END. It prints events, and the instances that may be left.
import { openLeases } from 'gpu-cloud-cli';
import { Account, Stub } from 'gpu-cloud-stub';

const { STUB, STUB_TOKEN, ACCOUNT } = process.env;
const [journal, end] = process.argv.slice(2);
const account = new Account(new Stub(STUB, STUB_TOKEN), ACCOUNT);
const options = { ...account.leaseOptions(), journal, window: '1s', interval: '0.2s' };
const leases = await openLeases({ ...options, onEvent: event => console.log('EVENT', event.type) });
if (end === 'signal') {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => close().finally(() => process.exit(143)));
}
console.log('READY');
try {
  await leases.rent({ podUuid: 'pod-comfyui', lifetime: '1h' });
  if (end === 'exception') throw new Error('the training failed');
  if (end === 'exit') process.exit(1);
  // An open lease keeps this program from ending.
  if (end === 'wait' || end === 'signal') await new Promise(() => {});
} catch (failure) {
  console.log(failure);
} finally {
  await close();
}

async function close() {
  await leases.close().catch(failure => console.log(failure));
}
