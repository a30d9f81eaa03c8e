'use strict';

/** The document is part of the site. Unlike the pages of the stub, this page cannot send requests. */
explore({
  content: contract,
  hideTestRequestButton: true,
  hiddenClients: true,
  hideDarkModeToggle: true,
  customCss: `${RENDERER.customCss} :root { --scalar-custom-header-height: 3.25rem }`,
});
