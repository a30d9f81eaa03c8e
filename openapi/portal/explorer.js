'use strict';

/** The contract is part of the site, and nobody is asked for anything; calls are tried in the stub's own pages. */
Scalar.createApiReference('#reference', {
  content: contract,
  hideTestRequestButton: true,
  hiddenClients: true,
  orderSchemaPropertiesBy: 'preserve',
  telemetry: false,
  withDefaultFonts: false,
  mcp: { disabled: true },
  agent: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  // Words that the renderer sets in a grey too light to read.
  customCss: '.light-mode { --scalar-color-2: #414a45; --scalar-color-3: #55605a } .dark-mode { --scalar-color-2: #cdd5d0; --scalar-color-3: #a3afa8 }',
});
