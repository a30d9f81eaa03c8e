'use strict';

/** Calls go to this very stub, with a key that it knows. */
explore({
  sources: [
    { title: 'Cloud GPU Instance Service API', slug: 'gpu-cloud', url: '/openapi/gpu-cloud-v2.json', default: true },
    { title: 'Stub administration', slug: 'stub-admin', url: '/openapi/stub-admin-v1.json', servers: [{ url: location.origin }] },
  ],
  servers: [{ url: `${location.origin}/api/open/v2`, description: 'This stub' }],
  authentication: { preferredSecurityScheme: 'bearerAuth', securitySchemes: { bearerAuth: { token: 'demo-key' } } },
  persistAuth: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
});
