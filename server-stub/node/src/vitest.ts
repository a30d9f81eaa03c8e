import { test as base } from 'vitest';
import { currentStub, endAccount } from './run.js';
import type { Account } from './stub.js';

/** The `test` of vitest with an `account` for each test. */
export const test = base.extend<{ account: Account }>({
  account: async ({ task }, use) => {
    const account = await currentStub().account(task.name);
    await use(account);
    await endAccount(account, task.result?.state === 'fail');
  },
});
