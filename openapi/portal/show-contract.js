'use strict';

/** Both documents are part of the site. The pages of the stub itself send requests. */
explore({
  sources: [
    { title: 'GPU Cloud API', slug: 'gpu-cloud', content: contract, default: true },
    { title: 'Stub administration', slug: 'stub-admin', content: administration },
  ],
  hideTestRequestButton: true,
  hiddenClients: true,
});
