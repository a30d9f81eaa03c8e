import { defineConfig } from 'orval';

export default defineConfig({
  gpuCloud: {
    input: { target: '../../../openapi/gpu-cloud-v2.yaml' },
    output: {
      target: '../target/orval/gpu-cloud.ts',
      client: 'fetch',
      override: { mutator: { path: 'fetch.ts', name: 'callService' } },
    },
  },
});
