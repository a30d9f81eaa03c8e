import { Verifier } from '@pact-foundation/pact';

// Verifies the pact with a running stub: STUB_URL=http://127.0.0.1:8080 npm run verify
const stub = process.env['STUB_URL'] ?? 'http://127.0.0.1:8080';

// The address of the provider states is marked deprecated in favour of handlers. We keep to it: the stub refuses a state
// that it does not know, while a handler that is missing is only a line in the log.
await new Verifier({
  provider: 'gpu-cloud',
  providerBaseUrl: stub,
  providerStatesSetupUrl: `${stub}/__admin/pact/provider-states`,
  pactUrls: ['target/pacts/render-farm-gpu-cloud.json'],
  logLevel: 'warn',
}).verifyProvider();
