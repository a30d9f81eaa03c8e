'use strict';

/** The contract is part of the site; calls are tried in the stub's own pages. */
explore({ content: contract, hideTestRequestButton: true, hiddenClients: true });
