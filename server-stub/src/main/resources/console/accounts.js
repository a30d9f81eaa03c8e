import { accountPath, call, read } from './api.js';
import { go, selectAccount } from './address.js';
import { byId, el, on, onAction, quiet, replace, text } from './dom.js';
import { money, plural, whenOf } from './format.js';
import { change, state, stubNow } from './state.js';

const MOST_READ = 200;
const AT_ONCE = 6;

const requests = async filters => (await read(`/requests?limit=1${filters}`)).body;

const readOne = async account => {
  const filter = `&api_key=${encodeURIComponent(account)}`;
  const [details, newest, failed] = await Promise.all([read(accountPath(account)), requests(filter), requests(`${filter}&failed=true`)]);
  const { balance, card_balance: cards, spent, counts } = details.body;
  return { account, balance, cards, spent, running: counts.running_instances, instances: counts.instances, requests: newest.total, failed: failed.total, last: newest.requests[0]?.time };
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

const row = ({ account, balance, cards, spent, running, instances, requests, failed, last }) =>
  el(
    'tr',
    {},
    el('th', { scope: 'row' }, quiet('select', account, { class: 'link', 'data-id': account })),
    el('td', { class: 'number' }, money(spent)),
    el('td', { class: 'number' }, money(balance)),
    el('td', { class: 'number' }, money(cards)),
    el('td', { class: 'number' }, `${running} of ${instances}`),
    el('td', { class: 'number' }, failed > 0 ? quiet('failed', `${failed} of ${requests}`, { class: 'link bad', 'data-id': account, title: `Show the failed requests of ${account}` }) : `0 of ${requests}`),
    el('td', {}, last === undefined ? 'no requests' : whenOf(last, stubNow())),
  );

const sum = (rows, member) => rows.reduce((all, one) => all + one[member], 0);

const total = rows => [
  plural(rows.length, 'account'), money(sum(rows, 'spent')), money(sum(rows, 'balance')), money(sum(rows, 'cards')), `${sum(rows, 'running')} of ${sum(rows, 'instances')}`, `${sum(rows, 'failed')} of ${sum(rows, 'requests')}`, '',
];

export const showAccounts = ({ place, overview = [], accounts }) => {
  const isShown = place.view === 'accounts';
  byId('accounts-panel').hidden = !isShown;
  byId('all-accounts').setAttribute('aria-pressed', `${isShown}`);
  if (isShown) {
    const rows = overview.filter(({ account }) => accounts.includes(account) && isWanted(account));
    replace(byId('accounts'), rows.map(row));
    replace(byId('accounts-total'), total(rows).map((words, index) => el(index === 0 ? 'th' : 'td', index === 0 ? { scope: 'row' } : { class: 'number' }, words)));
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
