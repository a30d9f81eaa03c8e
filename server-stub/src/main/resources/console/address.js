import { change, state } from './state.js';

/**
 * What the address of the page keeps, so that a reload, a shared address and the Back button show the same: the account, the open
 * request or instance, the view, the filters and the range.
 */
const NAMES = [
  'account', 'view', 'request', 'instance', 'text', 'result', 'operation', 'status', 'code', 'who', 'last', 'from', 'until', 'clock',
  'find', 'state', 'sort', 'show', 'range',
];

const parsed = () => {
  const given = new URLSearchParams(location.search);
  return Object.fromEntries(NAMES.map(name => [name, given.get(name) ?? '']));
};

const addressOf = place => {
  const query = new URLSearchParams(NAMES.filter(name => place[name]).map(name => [name, place[name]]));
  return `${location.pathname}${query.size > 0 ? `?${query}` : ''}`;
};

/**
 * Changes what is shown, and the address.
 *
 * @param isStep whether the Back button returns to the view before
 */
export const go = (values, isStep = true) => {
  const place = { ...state.place, ...values };
  const address = addressOf(place);
  if (address !== addressOf(state.place)) {
    history[isStep ? 'pushState' : 'replaceState'](null, '', address);
  }
  change({ place, account: place.account });
};

/** Nothing that was read from an account is shown as that of another one. */
const NOTHING_READ = { details: undefined, instances: [], spending: [], history: [], requests: [], total: 0, dropped: 0 };

/** Shows another account. */
export const selectAccount = (account, isStep = true) => {
  if (account !== state.account) {
    change(NOTHING_READ);
    go({ account, request: '', instance: '', find: '' }, isStep && state.account !== '');
  }
};

/** Shows what the address says, now and after each step back. */
export const prepareAddress = () => {
  const restore = () => {
    const place = parsed();
    const isOther = place.account !== state.account;
    change({ place, account: place.account, ...(isOther && NOTHING_READ) });
  };
  window.addEventListener('popstate', restore);
  restore();
};

const ROOT = document.title;

export const showTitle = ({ place, opened, account }) => {
  const parts = [opened || (place.view === 'accounts' && 'Accounts'), account, ROOT];
  document.title = parts.filter(Boolean).join(' · ');
};
