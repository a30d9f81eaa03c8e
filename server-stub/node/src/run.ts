import { Stub, StubError, type Account } from './stub.js';
import { startStub } from './process.js';

/**
 * Makes a global set-up for vitest, jest or Playwright: it starts one stub for the whole run. If `GPU_CLOUD_STUB_URL` names a
 * running stub, the run uses that one.
 *
 * @param settings such as `stub.cors.allowed-origins=*`
 */
export function globalSetup(...settings: string[]): () => Promise<() => void> {
  return async () => {
    if (process.env.GPU_CLOUD_STUB_URL) return () => {};
    const stub = await startStub(...settings);
    // Test runners pass the environment to their workers.
    process.env.GPU_CLOUD_STUB_URL = stub.url;
    process.env.GPU_CLOUD_STUB_ADMIN_TOKEN = stub.adminToken;
    process.env.GPU_CLOUD_STUB_OF_RUN = stub.url;
    return () => {
      stub.close();
      delete process.env.GPU_CLOUD_STUB_URL;
    };
  };
}

/** Returns the stub of this run. */
export function currentStub(): Stub {
  const url = process.env.GPU_CLOUD_STUB_URL;
  if (!url) throw new StubError("No stub runs. Add 'gpu-cloud-stub/global-setup' to globalSetup, or set GPU_CLOUD_STUB_URL.");
  return new Stub(url, process.env.GPU_CLOUD_STUB_ADMIN_TOKEN);
}

/** Ends the account of a test. That of a failed test remains, with its requests, until the stub of the run ends. */
export async function endAccount(account: Account, failed: boolean): Promise<void> {
  if (failed) console.error(await report(account));
  if (!failed || process.env.GPU_CLOUD_STUB_OF_RUN !== account.stub.url) await account.delete();
}

/** The last requests of an account. Equal ones in a row, such as polls, are one entry with their number. */
async function report(account: Account): Promise<string> {
  const { requests, lost } = await account.recorded();
  const entries: { text: string; count: number }[] = [];
  for (const request of requests) {
    const text = `${request.method} ${request.path} ${shortened(request.body)}\n  -> ${request.status} ${shortened(request.response_body)}`;
    const last = entries.at(-1);
    if (last?.text === text) last.count++;
    else entries.push({ text, count: 1 });
  }
  const shown = entries.slice(-50);
  const leftOut = lost + requests.length - shown.reduce((sum, { count }) => sum + count, 0);
  const lines = shown.map(({ text, count }) => (count === 1 ? text : `${count} times: ${text}`));
  return [`Requests of ${account.apiKey}:`, ...(leftOut ? [`(${leftOut} earlier requests)`] : []), ...lines].join('\n');
}

function shortened(text = ''): string {
  return text.length <= 120 ? text : `${text.slice(0, 120)}... (${text.length} characters)`;
}
