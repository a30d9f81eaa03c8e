import { byId, el, on } from './dom.js';
import { openCreate } from './create.js';
import { openFault } from './faults.js';
import { closeInspector, copyCurl } from './inspector.js';
import { clearSearch, move } from './journal.js';
import { openDialog } from './notice.js';
import { state } from './state.js';

const advance = () => {
  byId('amount').focus();
  byId('amount').select();
};

const OFF = 'gpu-cloud-stub.shortcuts-off';

const help = () => openDialog(byId('help'));

const search = () => {
  byId('search').focus();
  byId('search').select();
};

/** Single keys. They do nothing while a field has the focus or a dialog is open. */
const KEYS = {
  '/': ['Search requests', search],
  j: ['Next request', () => move(1)],
  k: ['Previous request', () => move(-1)],
  c: ['Copy the open request as curl', () => state.place.request && copyCurl()],
  a: ['All accounts', () => byId('all-accounts').click()],
  n: ['New instance', () => state.account && openCreate()],
  f: ['New fault', () => state.account && openFault()],
  t: ['Advance the clock: type how far, then Enter', advance],
  '?': ['This help', help],
};

const isTyping = element => element.closest('input:not([type="checkbox"], [type="radio"]), textarea, select') !== null;

const react = event => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) {
    return;
  }
  if (event.key === 'Escape') {
    if (event.target.id === 'search') {
      clearSearch();
    } else if (isTyping(event.target)) {
      event.target.blur();
    } else {
      closeInspector();
    }
  } else if (!isTyping(event.target) && KEYS[event.key] && byId('shortcuts').checked) {
    event.preventDefault();
    KEYS[event.key][1]();
  }
};

export const prepareKeys = () => {
  const rows = [...Object.entries(KEYS).map(([key, [words]]) => [key, words]), ['↑ ↓ ← →', 'Move within a list, which is one stop for Tab'], ['Esc', 'Close the open request or instance']];
  byId('keys').append(...rows.map(([key, words]) => el('tr', {}, el('th', { scope: 'row' }, el('kbd', {}, key)), el('td', {}, words))));
  byId('shortcuts').checked = localStorage.getItem(OFF) === null;
  on('shortcuts', 'change', ({ target }) => (target.checked ? localStorage.removeItem(OFF) : localStorage.setItem(OFF, 'true')));
  on('help-button', 'click', help);
  document.addEventListener('keydown', react);
};
