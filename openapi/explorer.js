'use strict';

/** The configuration of the renderer on every page: it sends no request to another host. */
const RENDERER = {
  orderSchemaPropertiesBy: 'preserve',
  telemetry: false,
  withDefaultFonts: false,
  mcp: { disabled: true },
  agent: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  // Words whose colours are too light to read, and an empty band above the title.
  customCss: `
    .references-rendered .introduction-section { padding-top: 2rem }
    .light-mode {
      --scalar-color-2: #414a45; --scalar-color-3: #55605a;
      --scalar-color-green: #0b6b39; --scalar-color-blue: #0b5cad; --scalar-color-orange: #8f4a00; --scalar-color-red: #b3261e;
    }
    .dark-mode { --scalar-color-2: #cdd5d0; --scalar-color-3: #a3afa8 }`,
};

/** Draws a contract in `#reference`. */
function explore(settings) {
  const reference = document.querySelector('#reference');
  const watch = { subtree: true, childList: true, attributeFilter: ['aria-selected'] };
  new MutationObserver(() => lowerBarriers(reference)).observe(reference, watch);
  Scalar.createApiReference('#reference', { ...RENDERER, ...settings });
}

/** Adds labels for screen readers where the renderer has none, or uses invalid ones. */
function lowerBarriers(reference) {
  for (const button of reference.querySelectorAll('button[aria-selected]:not([role])')) {
    button.toggleAttribute('aria-current', button.getAttribute('aria-selected') === 'true');
    button.removeAttribute('aria-selected');
  }
  for (const sidebar of reference.querySelectorAll('aside[role=navigation]')) {
    sidebar.removeAttribute('role');
  }
  for (const search of reference.querySelectorAll('button[role=search]')) {
    search.removeAttribute('role');
    search.setAttribute('aria-label', 'Search');
  }
  for (const more of reference.querySelectorAll('button.client-libraries:not([aria-label])')) {
    more.setAttribute('aria-label', more.textContent.trim() || 'More languages');
  }
  for (const copy of reference.querySelectorAll('button.scalar-code-copy:not([aria-label])')) {
    copy.setAttribute('aria-label', 'Copy');
  }
  // On a phone the renderer hides the texts of contact and licence.
  for (const link of reference.querySelectorAll('a.no-underline[href]:not([aria-label])')) {
    link.setAttribute('aria-label', link.textContent.trim() || link.href);
  }
  // A tab list may contain only tabs. These are next to a button, and one of them is selected without being shown.
  for (const more of reference.querySelectorAll('[role=tablist] button.client-libraries__select')) {
    const list = more.closest('[role=tablist]');
    list.setAttribute('role', 'radiogroup');
    list.querySelectorAll('[role=tab]').forEach((tab) => tab.setAttribute('role', 'radio'));
  }
  for (const radio of reference.querySelectorAll('[role=radio][aria-selected]')) {
    radio.setAttribute('aria-checked', radio.getAttribute('aria-selected'));
    radio.removeAttribute('aria-selected');
  }
}
