import { openLeases } from 'gpu-cloud-cli';

await using leases = await openLeases({ owner: 'trainings', spendingLimit: { amount: '10', window: '24h' } });
await using lease = await leases.rent({ podUuid: 'pod-comfyui', maxHourlyPrice: '4', lifetime: '2h' });
console.log(lease.gpuName, 'runs at', lease.serverUrls);
console.log('at most', lease.priceAtMost, 'an hour, until', lease.endsAt);
