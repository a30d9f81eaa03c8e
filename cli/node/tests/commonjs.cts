import leases = require('gpu-cloud-cli');

const open: (options?: leases.LeaseOptions) => Promise<leases.Leases> = leases.openLeases;
console.log(typeof open, new leases.Cancelled('x', { kind: 'cancelled' }) instanceof leases.GpuCloudError);
