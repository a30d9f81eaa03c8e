'use strict';

/** Calls go to this very stub, with a key that it knows; nothing is fetched from or told to anybody else. */
Scalar.createApiReference('#reference', {
  sources: [
    { title: 'GPU Cloud API', slug: 'gpu-cloud', url: '/openapi/gpu-cloud-v2.json', default: true },
    { title: 'Stub administration', slug: 'stub-admin', url: '/openapi/stub-admin-v1.json', servers: [{ url: location.origin }] },
  ],
  servers: [{ url: `${location.origin}/api/open/v2`, description: 'This stub' }],
  authentication: { preferredSecurityScheme: 'bearerAuth', securitySchemes: { bearerAuth: { token: 'demo-key' } } },
  orderSchemaPropertiesBy: 'preserve',
  persistAuth: false,
  telemetry: false,
  withDefaultFonts: false,
  mcp: { disabled: true },
  agent: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  // Words that the renderer sets in a grey too light to read.
  customCss: '.light-mode { --scalar-color-2: #414a45; --scalar-color-3: #55605a } .dark-mode { --scalar-color-2: #cdd5d0; --scalar-color-3: #a3afa8 }',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
});
