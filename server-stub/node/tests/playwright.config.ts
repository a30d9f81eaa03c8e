import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'playwright',
  globalSetup: './stub-setup.ts',
  use: { launchOptions: { executablePath: process.env.CHROMIUM } },
});
