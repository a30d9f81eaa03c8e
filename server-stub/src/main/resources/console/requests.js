import { call } from './api.js';
import { change, state } from './state.js';

/** Requests that are loaded at first, and how many are asked for when something is new. */
const FIRST = 200;
const NEWEST = 50;
const MOST = 10000;

let limit = FIRST;
let loadedQuery;

const FAILED = { ok: false, failed: true };

/** Selects the requests of the account, if only these are shown. */
export const ofAccount = () =>
  state.filters.onlyAccount && state.account ? `&api_key=${encodeURIComponent(state.account)}` : '';

/** The filters that the stub applies; the others are applied in the page. */
const query = () => {
  const { operation, outcome } = state.filters;
  return [ofAccount(), operation && `&operation=${operation}`, outcome in FAILED && `&failed=${FAILED[outcome]}`].filter(Boolean).join('');
};

const load = async () => {
  const wanted = query();
  const isNew = loadedQuery !== wanted || state.requests.length === 0;
  const newest = await call('GET', `/requests?limit=${isNew ? limit : Math.min(NEWEST, limit)}${wanted}`);
  const ids = new Set(newest.requests.map(request => request.id));
  const isContinued = state.requests.some(request => ids.has(request.id)) && newest.total >= state.total;
  if (!isNew && isContinued) {
    const older = state.requests.filter(request => !ids.has(request.id));
    change({ requests: [...newest.requests, ...older].slice(0, limit), total: newest.total });
    return;
  }
  const all = isNew ? newest : await call('GET', `/requests?limit=${limit}${wanted}`);
  loadedQuery = wanted;
  change({ requests: all.requests, total: all.total });
};

let running = Promise.resolve();

/** Loads requests that are new since the last time, one load after the other. */
export const loadRequests = () => {
  running = running.catch(() => {}).then(load);
  return running;
};

/** Loads all requests of the journal, at most 10,000. */
export const loadMore = () => {
  limit = MOST;
  loadedQuery = undefined;
  return loadRequests();
};

/** Loads the requests again if they are those of other filters or of another account. */
export const loadIfStale = () => (query() === loadedQuery ? undefined : loadRequests());

export const setFilter = values => {
  change({ filters: { ...state.filters, ...values } });
  return loadIfStale();
};

export const isFiltered = () => state.filters.text.trim() !== '' || state.filters.outcome !== '' || state.filters.operation !== '';

export const hasFailed = ({ status, code }) => status !== 200 || code !== 0;

const OUTCOMES = {
  ok: request => !hasFailed(request),
  failed: hasFailed,
  fault: request => request.faults.length > 0,
};

const searchText = request =>
  [request.id, request.method, request.path, request.query, request.operation, request.api_key, request.status, request.body, request.response_body]
    .join('\n')
    .toLowerCase();

/** The requests that match the filters of the page. */
export const shownRequests = () => {
  const { text, outcome } = state.filters;
  const wanted = text.trim().toLowerCase();
  return state.requests.filter(
    request => (!outcome || OUTCOMES[outcome](request)) && (!wanted || searchText(request).includes(wanted)),
  );
};
