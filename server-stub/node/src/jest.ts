import { afterEach, beforeEach, expect } from '@jest/globals';
import { currentStub } from './run.js';
import type { Account } from './stub.js';

/** Gives each test of the file or block an account, which is deleted after it. Returns a function that returns it. */
export function useAccount(): () => Account {
  let account: Account;
  beforeEach(async () => {
    account = await currentStub().account(expect.getState().currentTestName);
  });
  afterEach(() => account.delete());
  return () => account;
}
