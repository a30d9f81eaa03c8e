import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { globalSetup: 'gpu-cloud-stub/global-setup' },
});
