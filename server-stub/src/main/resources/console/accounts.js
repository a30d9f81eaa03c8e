import { accountPath, call, read } from './api.js';
import { go, selectAccount } from './address.js';
import { byId, el, on, onAction, quiet, replace, text } from './dom.js';
import { money, number, plural, whenOf } from './format.js';
import { change, state, stubNow } from './state.js';

const MOST_READ = 200;
const AT_ONCE = 6;

const requests = async filters => (await read(`/requests?limit=1${filters}`)).body;

const readOne = async account => {
  const filter = `&api_key=${encodeURIComponent(account)}`;
  const [details, newest, failed] = await Promise.all([read(accountPath(account)), requests(filter), requests(`${filter}&failed=true`)]);
  const { balance, card_balance: cards, spent, counts } = details.body;
  return { account, balance, cards, spent, running: counts.running_instances, instances: counts.instances, requests: newest.total, dropped: newest.dropped, failed: failed.total, last: newest.requests[0]?.time };
};

const isWanted = account => account.toLowerCase().includes(byId('find-account').value.trim().toLowerCase());

/** Reads the accounts of the table, some at a time. */
export const loadAccounts = async () => {
  const waiting = state.accounts.filter(isWanted).slice(0, MOST_READ);
  const rows = [];
  const work = async () => {
    for (let account = waiting.shift(); account !== undefined; account = waiting.shift()) {
      rows.push(await readOne(account));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  change({ overview: rows.sort((one, other) => (one.account < other.account ? -1 : 1)) });
};

/** The meaning of a number, on a phone, where the table has no head. */
const LABELS = ['spent', 'balance', 'on cards', 'running', 'failed'];

const cells = (name, { spent, balance, cards, running, instances, requests, dropped }, failures, last) => [
  el('th', { scope: 'row' }, name),
  ...[money(spent), money(balance), money(cards), `${number(running)} of ${number(instances)}`, failures].map((content, index) =>
    el('td', { class: 'number', 'data-label': LABELS[index] }, content),
  ),
  el('td', { class: 'last' }, last, dropped > 0 && el('small', {}, ` ${number(dropped)} dropped`)),
];

const failuresOf = ({ failed, requests }) => `${number(failed)} of ${number(requests)}`;

const row = one => {
  const { account, failed, last } = one;
  const name = quiet('select', account, { class: 'link', 'data-id': account });
  const link = failed > 0 && quiet('failed', failuresOf(one), { class: 'link bad', 'data-id': account, title: `Show the failed requests of ${account}` });
  return el('tr', {}, cells(name, one, link || failuresOf(one), last === undefined ? 'none' : whenOf(last, stubNow())));
};

const NUMBERS = ['spent', 'balance', 'cards', 'running', 'instances', 'failed', 'requests', 'dropped'];

const total = rows => {
  const sums = Object.fromEntries(NUMBERS.map(member => [member, rows.reduce((sum, one) => sum + one[member], 0)]));
  return cells(plural(rows.length, 'account'), sums, failuresOf(sums), '');
};

export const showAccounts = ({ place, overview = [], accounts }) => {
  const isShown = place.view === 'accounts';
  byId('accounts-panel').hidden = !isShown;
  byId('all-accounts').setAttribute('aria-pressed', `${isShown}`);
  if (isShown) {
    const rows = overview.filter(({ account }) => accounts.includes(account) && isWanted(account));
    replace(byId('accounts'), rows.map(row));
    replace(byId('accounts-total'), total(rows));
    text('accounts-count', accounts.length > rows.length ? `${rows.length} of ${plural(accounts.length, 'account')}` : plural(rows.length, 'account'));
  }
};

const leave = (account, place) => {
  selectAccount(account);
  go({ view: '', ...place }, false);
};

/** Opens an account by reading it, and selects it. */
export const openAccount = async account => {
  await call('GET', accountPath(account));
  selectAccount(account);
};

export const prepareAccounts = () => {
  on('all-accounts', 'click', () => go({ view: state.place.view ? '' : 'accounts' }));
  on('find-account', 'input', loadAccounts);
  onAction('accounts-panel', {
    select: account => leave(account, {}),
    failed: account => leave(account, { result: 'failed', who: '' }),
  });
};
