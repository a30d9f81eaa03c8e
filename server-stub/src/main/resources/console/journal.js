import { call, download } from './api.js';
import { byId, el, on, onAction, options, replace, save, text } from './dom.js';
import { OPERATIONS } from './effects.js';
import { clockTime, iso, plural, utc } from './format.js';
import { attempt, confirmed } from './notice.js';
import { hasFailed, isFiltered, loadMore, ofAccount, setFilter, shownRequests } from './requests.js';
import { resultOf, selectedRequest, showRequest, wasDone } from './inspector.js';
import { state } from './state.js';

const API = '/api/open/v2';

const path = request => `${request.path.replace(API, '')}${request.query ? `?${request.query}` : ''}`;

const resultText = ({ status, code }) => (status === 0 ? 'reset' : code === undefined ? `${status}` : `${status} · ${code}`);

/** What is special about a request: its fault, that it is a replay, and its account if it is not the selected one. */
const tags = ({ status, faults, replay_of: original, api_key: key = 'no key' }) => [
  status === 0 && wasDone(faults) && el('span', { class: 'badge' }, 'carried out'),
  faults.length > 0 && el('span', { class: 'badge', 'data-state': 'warn' }, faults[0]),
  original && el('span', { class: 'badge' }, 'replay'),
  key !== state.account && el('span', { class: 'badge who' }, key),
];

const row = (request, selected) => {
  const failed = hasFailed(request);
  return el(
    'li',
    { class: 'request', 'data-request': request.id, 'data-failed': failed },
    el(
      'button',
      { type: 'button', 'data-action': 'open', 'data-id': request.id, 'aria-current': request.id === selected ? 'true' : undefined },
      el('time', { datetime: iso(request.time), title: `${utc(request.time)} UTC` }, clockTime(request.time)),
      el('span', { class: 'badge result', 'data-state': failed ? 'bad' : 'ok', title: resultOf(request) }, resultText(request)),
      el('span', { class: 'path' }, el('span', { class: 'method' }, request.method), ' ', path(request)),
      el('span', { class: 'tags' }, tags(request)),
      el('span', { class: 'number took' }, `${request.duration_ms} ms`),
    ),
  );
};

const summary = shown => {
  const { requests, total, loaded } = state;
  if (!loaded) {
    return '';
  }
  const filtered = shown.length < requests.length;
  const matching = filtered ? `${shown.length.toLocaleString('en-US')} of ` : '';
  return total === 0 ? '' : `${matching}${plural(requests.length, 'request')}${total > requests.length ? `, the newest of ${total.toLocaleString('en-US')}` : ''}`;
};

let drawn = [];

/** Draws the list if the requests, the filters or the selection have changed. */
export const showJournal = () => {
  const { requests, filters, total, loaded, account } = state;
  const present = [requests, filters, selectedRequest(), total, loaded, account];
  if (present.every((value, index) => value === drawn[index])) {
    return;
  }
  drawn = present;
  const shown = shownRequests();
  text('total', summary(shown));
  byId('more').hidden = total <= requests.length;
  byId('no-requests').hidden = !loaded || requests.length > 0 || isFiltered();
  text('no-requests-yet', ofAccount() ? `No requests of ${account} yet.` : 'No requests yet.');
  byId('no-match').hidden = shown.length > 0 || (requests.length === 0 && !isFiltered());
  replace(byId('requests'), shown.map(request => row(request, selectedRequest())));
};

const openAt = index => {
  const shown = shownRequests();
  const request = shown[Math.min(Math.max(index, 0), shown.length - 1)];
  if (request) {
    showRequest(request.id);
    byId('requests').querySelector(`[data-request="${request.id}"]`)?.scrollIntoView({ block: 'nearest' });
  }
};

/** Opens the next or the previous request of the list, or the first one. */
export const move = step => {
  const index = shownRequests().findIndex(({ id }) => id === selectedRequest());
  openAt(index < 0 ? 0 : index + step);
};

/** Opens the newest request of the selected account, whatever the filters are. */
export const openNewest = async () => {
  const { requests } = await call('GET', `/requests?limit=1&api_key=${encodeURIComponent(state.account)}`);
  return requests[0] && showRequest(requests[0].id);
};

/** Empties the search and leaves it. */
export const clearSearch = () => {
  byId('search').value = '';
  byId('search').blur();
  return setFilter({ text: '' });
};

const clearFilters = () => {
  byId('search').value = '';
  byId('outcome').value = '';
  byId('operation-filter').value = '';
  return setFilter({ text: '', outcome: '', operation: '' });
};

/** Deletes the requests of the account, or of all accounts if all are shown. */
const clear = async () => {
  const selected = ofAccount();
  if (!(await confirmed(selected ? `Delete all requests of ${state.account} from the journal?` : 'Delete the requests of all accounts from the journal?', 'Delete requests'))) {
    return;
  }
  const message = selected ? `The requests of ${state.account} are deleted.` : 'The journal is empty.';
  await attempt(() => call('DELETE', `/requests${selected.replace('&', '?')}`), message, true);
};

export const prepareJournal = () => {
  options(byId('operation-filter'), [['', 'all operations'], ...OPERATIONS.map(name => [name, name])]);
  on('search', 'input', ({ target }) => setFilter({ text: target.value }));
  on('outcome', 'change', ({ target }) => setFilter({ outcome: target.value }));
  on('operation-filter', 'change', ({ target }) => setFilter({ operation: target.value }));
  on('only-account', 'change', ({ target }) => setFilter({ onlyAccount: target.checked }));
  on('clear-filters', 'click', clearFilters);
  on('more', 'click', () => attempt(loadMore));
  on('har', 'click', () => attempt(async () => save(await download(`/har?limit=10000${ofAccount()}`), 'requests.har')));
  on('clear', 'click', clear);
  onAction('requests', { open: showRequest });
};
