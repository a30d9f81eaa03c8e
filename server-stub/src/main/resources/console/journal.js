import { call, download } from './api.js';
import { byId, el, on, onAction, options, quiet, replace, save, text } from './dom.js';
import { faultOf } from './effects.js';
import { go } from './address.js';
import { openInstance } from './instances.js';
import { operations } from './labels.js';
import { clockTime, dayOf, iso, nameOf, parsed, plural, utc } from './format.js';
import { attempt, confirmed } from './notice.js';
import { NO_FILTERS, hasFailed, isFiltered, isLost, isSearching, loadMore, madeBy, matching, now as present, ofAccount, shownRequests, timeOf } from './requests.js';
import { state } from './state.js';

const API = '/api/open/v2';
const MOST_SHOWN = 1000;
const TIMES = [['', 'any time'], ['300', 'last 5 minutes'], ['3600', 'last hour'], ['86400', 'last 24 hours'], ['range', 'from … until …']];

const path = request => `${request.path.replace(API, '')}${request.query ? `?${request.query}` : ''}`;

/** The only words for a connection that ended without a response, by whether the operation was carried out. */
const withoutResponse = ({ carried_out: isDone }) => (isDone ? 'response lost' : 'no response');

export const resultOf = request => {
  const { status, code } = request;
  return [status === 0 ? withoutResponse(request) : `HTTP ${status}`, code !== undefined && `code ${code}`].filter(Boolean).join(', ');
};

const resultText = ({ status, code, ...request }) => (status === 0 ? withoutResponse(request) : code === undefined ? `${status}` : `${status} · ${code}`);

/** What the response says, or why there is none. */
export const messageOf = request => {
  if (request.status === 0) {
    return request.carried_out ? 'the operation was carried out' : 'the operation was not carried out';
  }
  const { msg, message, data } = parsed(request.response_body);
  const words = [msg ?? message, data?.details && `${data.field ?? ''} ${data.details}`.trim()].filter(Boolean).join(': ');
  return words || (hasFailed(request) ? 'the response is not JSON' : '');
};

/** The name of an instance of the account, or the start of an identifier that it does not have. */
const nameOfMade = id => {
  const instance = state.instances.find(({ instance_uuid: uuid }) => uuid === id);
  return instance ? nameOf(instance) : id.slice(0, 8);
};

/** The time of day by the clock of the filters, with the day if it is not today. */
const moment = (request, now) => {
  const { account_time: account, time, real_time: real } = request;
  const seconds = timeOf(request);
  const words = [account !== undefined && `${utc(account)} UTC by the account`, `${utc(time)} UTC by the stub`, `${utc(real)} UTC by the machine`];
  const day = Math.floor(seconds / 86400) !== Math.floor(now / 86400);
  return el('time', { datetime: iso(seconds), title: words.filter(Boolean).join(', '), 'data-day': day }, day && `${dayOf(seconds)} `, clockTime(seconds));
};

const tags = request => [
  isLost(request) && request.status !== 0 && el('span', { class: 'badge', 'data-state': 'warn' }, 'carried out'),
  request.faults.length > 0 && el('span', { class: 'badge', 'data-state': 'warn', title: `By ${request.faults.join(', ')}` }, faultOf(request)),
  request.api_key !== state.account && el('span', { class: 'badge who' }, request.api_key ?? 'no key'),
];

const row = (request, now) => {
  const failed = hasFailed(request);
  const made = isLost(request) && madeBy(request);
  return el(
    'li',
    { class: 'request', 'data-request': request.id, 'data-failed': failed },
    el(
      'button',
      { type: 'button', 'data-action': 'open', 'data-id': request.id, 'aria-current': request.id === state.place.request ? 'true' : undefined },
      moment(request, now),
      el('span', { class: 'badge result', 'data-state': failed ? 'bad' : 'ok', title: resultOf(request) }, resultText(request)),
      el('span', { class: 'path' }, el('span', { class: 'method' }, request.method), ' ', path(request)),
      el('span', { class: 'tags' }, tags(request)),
      el('span', { class: 'number took' }, `${request.duration_ms} ms`),
      failed && el('span', { class: 'message' }, messageOf(request)),
    ),
    made && quiet('open-instance', `It made ${nameOfMade(made)}`, { class: 'link made', 'data-id': made }),
  );
};

/** How many requests match, and how many of them are listed if not all. */
const summary = shown => {
  const count = matching(shown);
  const listed = Math.min(shown.length, MOST_SHOWN);
  const verb = isFiltered() ? (count === 1 ? ' matches' : ' match') : '';
  return count === 0 ? '' : `${plural(count, 'request')}${verb}${listed < count ? `, the newest ${listed.toLocaleString('en-US')} are listed` : ''}`;
};

/** The number of requests that the journal has dropped: a reader must not search or count without them. */
const droppedText = () =>
  state.dropped > 0 && !state.archive
    ? `The journal was full and has dropped ${plural(state.dropped, 'older request')}${ofAccount() ? ` of ${state.account}` : ''}. The setting stub.limits.journal says how many it keeps.`
    : '';

/** The fields of the filters by the members of the address. */
const FIELDS = { text: 'search', result: 'result', operation: 'operation-filter', status: 'status-filter', code: 'code-filter', last: 'time-filter', from: 'from', until: 'until', clock: 'time-clock', who: 'who' };

const showFilters = ({ place, account }) => {
  Object.entries(FIELDS).forEach(([name, id]) => {
    if (byId(id).value !== place[name] && document.activeElement !== byId(id)) {
      byId(id).value = place[name];
    }
  });
  byId('time-range').hidden = place.last !== 'range';
  options(byId('who'), [['', account || 'this account'], ['all', 'all accounts']]);
  const more = MORE.filter(name => place[name]).length;
  text('more-filters', more > 0 ? `Filters (${more})` : 'Filters');
};

/** Filters that are shown on demand only. */
const MORE = ['last', 'operation', 'status', 'code', 'clock'];

const showMore = isOpen => {
  byId('more-filters').setAttribute('aria-expanded', `${isOpen}`);
  byId('filters-below').hidden = !isOpen;
};

let drawn = [];

/** Draws the list if the requests, the filters or the selection have changed, or if time passes by which it is filtered. */
export const showJournal = () => {
  const { requests, place, total, dropped, loaded, account, archive, instances } = state;
  const now = present();
  const moving = place.last ? Math.floor(now / 5) : Math.floor(now / 86400);
  const wanted = [requests, place, total, dropped, loaded, account, archive, instances, moving];
  if (wanted.every((value, index) => value === drawn[index])) {
    return;
  }
  drawn = wanted;
  const shown = shownRequests();
  const isReady = loaded && !isSearching();
  showFilters(state);
  byId('requests').setAttribute('aria-busy', `${!isReady}`);
  text('total', isReady ? summary(shown) : 'Searching…');
  text('dropped', droppedText());
  byId('archive').hidden = !archive;
  text('archive-name', archive ? `${archive.name} is open, read only.` : '');
  ['har', 'clear'].forEach(id => (byId(id).hidden = Boolean(archive)));
  byId('more').hidden = Boolean(archive) || total <= requests.length;
  byId('no-requests').hidden = !isReady || archive !== undefined || requests.length > 0 || isFiltered();
  text('no-requests-yet', dropped > 0 ? 'The journal has no requests any more.' : ofAccount() ? `No requests of ${account} yet.` : 'No requests yet.');
  byId('no-match').hidden = !isReady || shown.length > 0 || !byId('no-requests').hidden;
  replace(byId('requests'), shown.slice(0, MOST_SHOWN).map(request => row(request, now)));
};

export const openRequest = id => go({ request: id, instance: '' });

/** Opens the next or the previous request of the list, or the first one. */
export const move = step => {
  const shown = shownRequests();
  const index = shown.findIndex(({ id }) => id === state.place.request);
  const request = shown[index < 0 ? 0 : Math.min(Math.max(index + step, 0), shown.length - 1)];
  if (request) {
    openRequest(request.id);
    byId('requests').querySelector(`[data-request="${request.id}"]`)?.scrollIntoView({ block: 'nearest' });
  }
};

/** Opens the newest request of the selected account, whatever the filters are. */
export const openNewest = async () => {
  const { requests } = await call('GET', `/requests?limit=1&api_key=${encodeURIComponent(state.account)}`);
  return requests[0] && openRequest(requests[0].id);
};

const filter = values => go(values, false);

/** Empties the search and leaves it. */
export const clearSearch = () => {
  byId('search').value = '';
  byId('search').blur();
  filter({ text: '' });
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

/** Saves all requests of the account, or of all accounts if all are shown. */
export const saveRequests = async name => save(await download(`/har?limit=10000${ofAccount()}`), name);

export const nameOperations = () => options(byId('operation-filter'), [['', 'all operations'], ...operations().map(name => [name, name])]);

export const prepareJournal = () => {
  options(byId('time-filter'), TIMES);
  Object.entries(FIELDS).forEach(([name, id]) => on(id, 'input', ({ target }) => filter({ [name]: target.value })));
  on('clear-filters', 'click', () => filter(NO_FILTERS));
  on('more', 'click', () => attempt(loadMore));
  on('more-filters', 'click', () => showMore(byId('filters-below').hidden));
  showMore(MORE.some(name => state.place[name]));
  on('har', 'click', () => attempt(() => saveRequests('requests.har')));
  on('clear', 'click', clear);
  onAction('requests', { open: openRequest, 'open-instance': openInstance });
};
