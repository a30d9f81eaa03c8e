import { call, read } from './api.js';
import { parsed } from './format.js';
import { accountNow, change, state, stubNow } from './state.js';

/** Requests that are loaded at first, and how many are asked for when something is new. */
const FIRST = 200;
const NEWEST = 50;
const MOST = 10000;
const SECONDS_OF_A_MINUTE = 60;

let isAll = false;
let loadedQuery;
let loadedFor;

const FAILED = { ok: false, failed: true, lost: true };

/** Results that the stub cannot select. The page needs all requests to find them. */
const FOUND_HERE = ['fault', 'lost'];

const CREATES = ['createInstanceByPod', 'createInstanceByImage'];

/** Selects the requests of the account, if only these are shown. */
export const ofAccount = () => (state.place.who !== 'all' && state.account ? `&api_key=${encodeURIComponent(state.account)}` : '');

/** Moments of a request by the clocks of the filter. Requests without a key have no account. */
const TIMES = {
  '': ({ account_time: account, time }) => account ?? time,
  stub: ({ time }) => time,
  real: ({ real_time: real }) => real,
};

/** The moment of a request by the clock that the user has chosen: that of its account, of the stub or of the machine. */
export const timeOf = request => (TIMES[state.place.clock] ?? TIMES[''])(request);

/** The present moment of a clock of the filter. */
const NOW = { '': accountNow, stub: stubNow, real: () => Date.now() / 1000 };

/** The present moment of the clock by which requests are filtered. */
export const now = () => (NOW[state.place.clock] ?? accountNow)();

/** The stub filters by its own time only. */
const isFilteredHere = () => state.place.clock !== 'stub';

/** The first and the last moment of the requests that are shown. */
const span = () => {
  const { last, from, until } = state.place;
  return last === 'range'
    ? { since: from ? Date.parse(`${from}Z`) / 1000 : 0, until: until ? Date.parse(`${until}Z`) / 1000 : Infinity }
    : { since: last ? now() - Number(last) : 0, until: Infinity };
};

/** Whole minutes, so that the requests are not loaded again each second. */
const timeQuery = () => {
  const { since, until } = span();
  return [
    since > 0 && `&since=${Math.floor(since / SECONDS_OF_A_MINUTE) * SECONDS_OF_A_MINUTE}`,
    until < Infinity && `&until=${Math.ceil(until) + 1}`,
  ].filter(Boolean).join('');
};

/** The filters that the stub applies to the whole journal; the others are applied in the page. The stub knows its own time only. */
const query = (time = isFilteredHere() ? '' : timeQuery()) => {
  const { text, operation, result, status, code } = state.place;
  return [
    ofAccount(),
    text.trim() && `&text=${encodeURIComponent(text.trim())}`,
    operation && `&operation=${encodeURIComponent(operation)}`,
    result in FAILED && `&failed=${FAILED[result]}`,
    /^\d{1,3}$/.test(status) && `&status=${status}`,
    /^-?\d{1,9}$/.test(code) && `&code=${code}`,
    time,
  ].filter(Boolean).join('');
};

const limit = () => (isAll || FOUND_HERE.includes(state.place.result) || (isFilteredHere() && state.place.last) ? MOST : FIRST);

const key = time => `${query(time)} ${limit()} ${state.account}`;

/** The key without the moment at which, say, the last hour begins, so that it is the same while the user asks for the same. */
const asked = () => key(!isFilteredHere() && state.place.last !== 'range' && timeQuery() ? state.place.last : undefined);

/** Whether the requests that are shown are those of other filters or of another account. */
export const isSearching = () => !state.archive && asked() !== loadedFor;

/** Reads which instances of the account were made by requests whose callers do not know it. */
const readOrphans = async () => {
  const { account } = state;
  const filter = `limit=${FIRST}&failed=true&api_key=${encodeURIComponent(account)}`;
  const lists = await Promise.all(CREATES.map(operation => read(`/requests?${filter}&operation=${operation}`)));
  if (account === state.account) {
    const lost = lists.flatMap(({ body }) => body.requests).filter(isLost);
    change({ orphans: new Map(lost.map(request => [madeBy(request), request.id])) });
  }
};

/** How many requests the timeline shows. */
const IN_TIMELINE = 1000;

/** Reads the requests of the account for the timeline, whatever the filters of the journal are. */
export const loadHistory = async () => {
  const { account, place } = state;
  if (place.show === 'timeline' && account) {
    const { body } = await read(`/requests?limit=${IN_TIMELINE}&api_key=${encodeURIComponent(account)}`);
    if (account === state.account && state.history !== body.requests) {
      change({ history: body.requests });
    }
  }
};

const readRequests = async () => {
  const wanted = query();
  const most = limit();
  const present = key();
  const subject = asked();
  const isNew = loadedQuery !== present || state.requests.length === 0;
  const newest = await call('GET', `/requests?limit=${isNew ? most : Math.min(NEWEST, most)}${wanted}`);
  const ids = new Set(newest.requests.map(request => request.id));
  const isContinued = state.requests.some(request => ids.has(request.id)) && newest.total >= state.total;
  if (!isNew && isContinued) {
    const older = state.requests.filter(request => !ids.has(request.id));
    change({ requests: [...newest.requests, ...older].slice(0, most), total: newest.total, dropped: newest.dropped });
    return;
  }
  const all = isNew ? newest : await call('GET', `/requests?limit=${most}${wanted}`);
  loadedQuery = present;
  loadedFor = subject;
  change({ requests: all.requests, total: all.total, dropped: all.dropped });
};

const load = () => Promise.all([readRequests(), loadHistory(), state.account && readOrphans()]);

let running = Promise.resolve();

/** Loads requests that are new since the last time, one load after the other. */
export const loadRequests = () => {
  running = running.catch(() => {}).then(load);
  return running;
};

/** Loads all requests of the journal, at most 10,000. */
export const loadMore = () => {
  isAll = true;
  return loadRequests();
};

/** Loads the requests again if they are those of other filters or of another account. */
export const loadIfStale = () => (key() === loadedQuery ? undefined : loadRequests());

/** The filters of the journal with their values when nothing is filtered. */
export const NO_FILTERS = { text: '', result: '', operation: '', status: '', code: '', last: '', from: '', until: '' };

export const isFiltered = () => Object.keys(NO_FILTERS).some(name => state.place[name]);

export const hasFailed = ({ status, code }) => status !== 200 || code !== 0;

/** Whether the operation took effect although its caller has no response that says so. */
export const isLost = request => request.carried_out && hasFailed(request);

/** The instance that a request made, also if its caller did not get the response. */
export const madeBy = ({ operation, carried_out: isDone, unsent_response_body: unsent, response_body: sent }) =>
  isDone && CREATES.includes(operation) ? parsed(unsent ?? sent).data?.instance_uuid : undefined;

const RESULTS = {
  ok: request => !hasFailed(request),
  failed: hasFailed,
  fault: request => request.faults.length > 0,
  lost: isLost,
};

const searchText = request =>
  [request.method, request.path, request.query, request.operation, request.api_key, request.status, request.body, request.response_body, request.unsent_response_body]
    .join('\n')
    .toLowerCase();

/** A journal from a file is filtered here only. */
const matchesArchive = request => {
  const { text, operation, status, code } = state.place;
  const wanted = text.trim().toLowerCase();
  return (
    (!wanted || searchText(request).includes(wanted)) &&
    (!operation || request.operation === operation) &&
    (!status || `${request.status}` === status) &&
    (!code || `${request.code}` === code)
  );
};

/** How many requests match the filters: those that the stub counts, unless the page selects among them. */
export const matching = shown => {
  const { result, last, clock } = state.place;
  return state.archive || FOUND_HERE.includes(result) || (clock !== 'stub' && last) ? shown.length : state.total;
};

/** The requests that match the filters, newest first. */
export const shownRequests = () => {
  const { result } = state.place;
  const { since, until } = span();
  return (state.archive?.requests.filter(matchesArchive) ?? state.requests).filter(
    request =>
      (!result || RESULTS[result]?.(request)) &&
      timeOf(request) >= since &&
      timeOf(request) <= until,
  );
};
