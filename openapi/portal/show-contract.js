'use strict';

/** The document is part of the site. The pages of the stub send requests; this one only shows them. */
explore({
  content: contract,
  hideTestRequestButton: true,
  hiddenClients: true,
  hideDarkModeToggle: true,
  customCss: `${RENDERER.customCss} :root { --scalar-custom-header-height: 3.25rem }`,
});
