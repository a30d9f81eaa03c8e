import { Failure, accountPath, call, download, forAccount, upload } from './api.js';
import { byId, on, onAction, save, text } from './dom.js';
import { clockTime, fileTime, parsed, plural, utc } from './format.js';
import { copyAddress } from './inspector.js';
import { saveRequests } from './journal.js';
import { operationAt } from './labels.js';
import { attempt, confirmed, openDialog, tellBad } from './notice.js';
import { withoutReadingAccounts } from './poll.js';
import { accountNow, change, state, stubNow } from './state.js';

/** How long a reset or a replacement can be undone. */
const UNDO_MS = 600_000;

const pathOf = account => `/snapshot${forAccount(account)}`;

/** The name says when the file was made, so that two files have different names. */
const fileName = (account, type) => `${(account || 'stub').replace(/[^A-Za-z0-9-]/g, '_')}-${fileTime(account ? accountNow() : stubNow())}.${type}`;

const saveState = account => {
  const name = fileName(account, 'json');
  return attempt(async () => save(await download(pathOf(account)), name), `State and faults are saved as ${name}.`);
};

const saveHar = account => {
  const name = fileName(account, 'har');
  return attempt(() => saveRequests(name), `The requests are saved as ${name}.`);
};

/** The last reset or replacement: its words, its account (none for the stub), and the states before and after it */
let last;

const forgetLast = () => {
  last = undefined;
  byId('undo').hidden = true;
};

/** Resets or replaces an account, or the stub if there is none. Only the last such change can be undone. */
const changeWhole = async (account, words, action) => {
  const before = await download(pathOf(account));
  forgetLast();
  await action();
  const made = { account, words, before, after: await (await download(pathOf(account))).text() };
  last = made;
  text('undo-text', `${account || 'The stub'} was ${words} at ${clockTime(Date.now() / 1000)}. You can undo it for 10 minutes.`);
  byId('undo').hidden = false;
  setTimeout(() => last === made && forgetLast(), UNDO_MS);
};

/** A state without its time, which differs in each file. */
const timeless = state => JSON.stringify(JSON.parse(state, (name, value) => (name === 'moment' ? undefined : value)));

/** Asks first if something has happened since that the undo would discard, such as a request or a recharge. */
const undo = () =>
  attempt(
    async () => {
      const { account, words, before, after } = last;
      const subject = account || 'The stub';
      const present = await (await download(pathOf(account))).text();
      if (timeless(present) !== timeless(after) && !(await confirmed(`${subject} has changed since it was ${words}. Undo that, and lose what has happened there since?`, 'Undo'))) {
        return undefined;
      }
      await upload(pathOf(account), before);
      forgetLast();
      return `${subject} is as it was before it was ${words}, except for its journal.`;
    },
    words => words,
    true,
  );

const replaceBy = (account, file) =>
  changeWhole(account, `replaced by ${file.name}`, async () => {
    try {
      await upload(pathOf(account), file);
    } catch (failure) {
      throw failure.status === 0 ? failure : new Failure(failure.status, `The stub rejects ${file.name}: ${failure.message}. Nothing has changed.`);
    }
  });

/** The clock is part of a file only if it is the account's own. */
const restored = async file => {
  const { account } = state;
  await replaceBy(account, file);
  const { moment, own_clock: isOwn } = await call('GET', accountPath(account));
  return `${account} is restored from ${file.name}. Its time is ${utc(moment)}, ${isOwn ? 'by its own clock' : 'by the clock of the stub'}.`;
};

const openAccountFile = async (file, { account }) => {
  const taken = `taken at ${utc(account.state.moment)} UTC, ${plural(account.state.instances.length, 'instance')}`;
  if (await confirmed(`Replace ${state.account} and its faults by ${file.name} (${taken})? Its API key and its requests stay.`, 'Replace')) {
    await attempt(() => restored(file), words => words, true);
  }
};

const openStubFile = async (file, { accounts }) => {
  if (await confirmed(`Replace the whole stub by ${file.name} (${plural(Object.keys(accounts).length, 'account')})?`, 'Replace')) {
    await attempt(() => replaceBy('', file), `The stub is restored from ${file.name}.`, true);
  }
};

const API = '/api/open/v2';

const pairs = list => Object.fromEntries((list ?? []).map(({ name, value }) => [name.toLowerCase(), value]));

/** A request of the journal from an entry of a HAR file. */
const requestOf = ({ startedDateTime, time, request, response, comment, ...own }, index) => {
  const url = new URL(request.url);
  const headers = pairs(request.headers);
  const seconds = Math.floor(Date.parse(startedDateTime) / 1000);
  const body = response.content?.text;
  const { code } = parsed(body);
  return {
    id: comment || `entry-${index + 1}`,
    time: seconds,
    real_time: seconds,
    account_time: own._account_time,
    operation: operationAt(request.method, url.pathname.replace(API, '')),
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1) || undefined,
    api_key: headers.authorization?.replace(/^Bearer /i, ''),
    headers,
    body: request.postData?.text,
    status: response.status,
    code,
    duration_ms: Math.round(time),
    faults: own._faults ?? [],
    effect: own._effect,
    carried_out: own._carried_out ?? code === 0,
    response_headers: pairs(response.headers),
    response_body: body,
  };
};

const openHar = (file, { entries }) => {
  change({ archive: { name: file.name, requests: entries.map(requestOf).reverse() } });
  byId('requests-title').focus();
};

const openFile = async ({ target }) => {
  const [file] = target.files;
  target.value = '';
  if (!file) {
    return;
  }
  // Only to describe the file. Its numbers may have more digits than those of JavaScript, so the file itself is sent.
  const content = parsed(await file.text());
  if (content.log?.entries) {
    openHar(file, content.log);
  } else if (content.account?.state?.instances) {
    await openAccountFile(file, content);
  } else if (content.accounts) {
    await openStubFile(file, content);
  } else {
    tellBad(`${file.name} is neither a state of an account or a stub nor a HAR file. Nothing has changed.`);
  }
};

/** Resets an account, or the stub if there is none. */
const reset = account =>
  attempt(
    () => changeWhole(account, 'reset', () => call('POST', `/reset${forAccount(account)}`)),
    account ? `${account} is as it was when it opened.` : 'The stub is as it was at its start.',
    true,
  );

const resetAccount = async () => {
  const { account } = state;
  if (await confirmed(`Reset ${account}? It loses its instances, images and bills, its own clock and its faults.`, 'Reset account')) {
    await reset(account);
  }
};

const resetStub = async () => {
  if (await confirmed('Reset the whole stub? All accounts, clocks, keys, faults and the journal go back to the start.', 'Reset stub')) {
    await withoutReadingAccounts(() => reset(''));
  }
};

const openFor = (dialog, name) => () => {
  text(name, state.account || 'the account');
  openDialog(byId(dialog));
};

export const openLoad = openFor('load', 'load-account');

export const fileActions = { save: openFor('save', 'save-account'), load: openLoad, 'reset-account': resetAccount };

export const prepareFiles = () => {
  on('file', 'change', openFile);
  on('close-archive', 'click', () => change({ archive: undefined }));
  on('undo-last', 'click', undo);
  on('keep-last', 'click', forgetLast);
  on('forget-loss', 'click', () => change({ lost: undefined }));
  onAction('stub', { 'reset-stub': resetStub });
  onAction('load', {
    'choose-file': () => {
      byId('load').close();
      byId('file').click();
    },
  });
  onAction('save', {
    'save-state': () => saveState(state.account),
    'save-har': () => saveHar(state.account),
    'save-stub': () => saveState(''),
    'copy-address': copyAddress,
  });
};
