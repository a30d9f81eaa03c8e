import { Failure, accountPath, call, read } from './api.js';
import { loadAccounts } from './accounts.js';
import { selectAccount } from './address.js';
import { loadLabels } from './labels.js';
import { loadIfStale, loadRequests } from './requests.js';
import { change, clockRead, notify, state, subscribe } from './state.js';

/** How long the stub holds a request for the journal until there is something new, in milliseconds. */
const HOLD_MS = 15000;
const PAUSE_MS = 3000;
/** How many rounds pass until accounts and faults are read again. */
const SLOW_ROUNDS = 3;

export const RANGES = {
  day: { label: '24 hours', seconds: 3600, spans: 24 },
  week: { label: '7 days', seconds: 21600, spans: 28 },
  month: { label: '30 days', seconds: 86400, spans: 30 },
};

let live = true;
let isResetting = false;
let reading = Promise.resolve();
let wake = () => {};

const pause = milliseconds =>
  new Promise(done => {
    const timer = setTimeout(done, milliseconds);
    wake = () => {
      clearTimeout(timer);
      done();
    };
  });

const sleep = milliseconds => new Promise(done => setTimeout(done, milliseconds));

const readAccount = async () => {
  const { account, accounts, keys } = state;
  const range = state.place.range in RANGES ? state.place.range : 'day';
  if (isResetting || ![...accounts, ...keys].includes(account)) {
    return;
  }
  const path = accountPath(account);
  const { seconds, spans } = RANGES[range];
  const details = await read(path);
  const spending = `${path}/spending?seconds=${seconds}&spans=${spans}`;
  if (details.changed || state.details === undefined || state.shownRange !== range) {
    const [instances, spent] = await Promise.all([read(`${path}/instances`), read(spending), readStubClock()]);
    if (account === state.account) {
      clockRead('account', details.at);
      change({ details: details.body, instances: instances.body.instances, spending: spent.body.spans, shownRange: range });
    }
  }
};

const readStub = async () => {
  const [accounts, keys, faults] = await Promise.all([read('/accounts'), read('/keys'), read('/faults')]);
  if (accounts.changed || keys.changed || faults.changed || !state.loaded) {
    change({ accounts: accounts.body.accounts, keys: keys.body.keys.map(({ api_key: key }) => key), faults: faults.body.faults });
  }
  if (!state.accounts.includes(state.account) && !(state.keys.includes(state.account) && !state.loaded)) {
    selectAccount(state.accounts.includes('demo-key') ? 'demo-key' : (state.accounts[0] ?? ''), false);
  }
};

const readStubClock = async () => {
  const stubClock = await call('GET', '/clock');
  clockRead('stub', performance.now());
  state.stubClock = stubClock;
};

/** What the stub had before it stopped responding */
let before;

/** After an interruption: accounts that are gone, or a shorter journal, mean that the stub was started again. */
const checkForLoss = async () => {
  if (!before) {
    return;
  }
  const { total } = await call('GET', '/requests?limit=1');
  const gone = before.accounts.filter(account => !state.accounts.includes(account));
  const isLost = gone.length > 0 || total < before.total;
  const what = gone.length > 0 ? `The state of ${gone.slice(0, 3).join(', ')}${gone.length > 3 ? ' and others' : ''} is lost.` : 'Its journal is lost.';
  before = undefined;
  if (isLost) {
    change({ lost: `The stub was started again. ${what}` });
  }
};

const failed = failure => {
  if (!(failure instanceof Failure)) {
    throw failure;
  }
  const { status: refusal, message } = failure;
  const isLocked = refusal === 401 || refusal === 429;
  const reason = isLocked || refusal === 0 ? message : `HTTP ${refusal}: ${message}.`;
  if (refusal === 0 && state.connection === 'live') {
    before = { accounts: state.accounts, total: state.journalTotal ?? 0 };
  }
  change({ connection: isLocked ? 'locked' : 'unreachable', reason, refusal });
};

const readFirst = async () => {
  await Promise.all([readStub(), readStubClock(), loadLabels(), call('GET', '/catalog').then(catalog => change({ catalog }))]);
  await loadRequests();
};

const readChanges = async all => {
  try {
    if (!state.loaded) {
      await readFirst();
    } else if (all) {
      await readStub();
    }
    await Promise.all([readAccount(), loadIfStale(), all && state.place.view === 'accounts' && loadAccounts()]);
    await checkForLoss();
    if (state.connection !== 'live' || !state.loaded) {
      change({ connection: live ? 'live' : 'paused', loaded: true });
    }
    return true;
  } catch (failure) {
    failed(failure);
    return false;
  }
};

/**
 * Reads what may have changed, after all that is being read: a response that arrives late must not replace a newer one.
 *
 * @param all whether to include what only calls of /__admin change
 */
export const refresh = (all = true) => {
  const changes = reading.then(() => readChanges(all));
  reading = Promise.allSettled([changes]);
  return changes;
};

/** Reads everything. Needed after a call that changed the clock or the whole stub. */
export const refreshAll = async () => {
  await Promise.all([readStubClock(), loadRequests()]).catch(failed);
  return refresh();
};

/** Runs a reset of the stub, or the deletion of an account, while no account is read: reading it would open it again. */
export const withoutReadingAccounts = async action => {
  isResetting = true;
  try {
    await reading;
    return await action();
  } finally {
    isResetting = false;
  }
};

export const setLive = value => {
  live = value;
  change({ connection: live ? 'live' : 'paused' });
  wake();
};

export const pollNow = () => wake();

const isActive = () => live && !document.hidden;

/** Reads what the address asks for as soon as it changes. */
const watchAddress = () => {
  let seen = state.place;
  subscribe(({ place, loaded }) => {
    const isOther = place.account !== seen.account || place.view !== seen.view;
    if (loaded && place !== seen) {
      refresh(isOther);
    }
    seen = place;
  });
};

/** Reads the account every few seconds, and the rest less often. */
const watchAccount = async () => {
  for (let round = 0; ; round++) {
    if (isActive()) {
      await refresh(round % SLOW_ROUNDS === 0 || state.connection !== 'live');
    }
    await pause(PAUSE_MS);
  }
};

/** Waits in the stub for the next request, so that it is shown at once and an idle stub costs little. */
const watchJournal = async () => {
  let isFull = false;
  for (;;) {
    if (!isActive() || state.connection !== 'live') {
      await sleep(500);
      continue;
    }
    try {
      const before = state.journalTotal ?? 0;
      const hold = isFull ? '' : `&wait_ms=${HOLD_MS}&count=${Math.min(before + 1, 1000000)}`;
      const newest = await read(`/requests?limit=1${hold}`, undefined, 'newest request');
      // A full journal drops an old request for each new one, so no number of requests is worth waiting for.
      isFull = newest.body.dropped > 0;
      state.journalTotal = newest.body.total;
      if (newest.changed) {
        await readStubClock();
        await loadRequests();
        await refresh();
      }
      if (isFull) {
        await sleep(PAUSE_MS);
      }
    } catch (failure) {
      failed(failure);
    }
  }
};

export const startPolling = () => {
  document.addEventListener('visibilitychange', () => !document.hidden && wake());
  setInterval(() => state.loaded && notify(), 1000);
  watchAddress();
  watchAccount();
  watchJournal();
};
