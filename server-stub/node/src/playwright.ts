import { test as base } from '@playwright/test';
import { currentStub, endAccount } from './run.js';
import type { Account } from './stub.js';

/** The `test` of Playwright with an `account` for each test. */
export const test = base.extend<{ account: Account }>({
  // Playwright requires the pattern.
  // eslint-disable-next-line no-empty-pattern
  account: async ({}, use, testInfo) => {
    const account = await currentStub().account(testInfo.title);
    await use(account);
    await endAccount(account, testInfo.status !== testInfo.expectedStatus);
  },
});
