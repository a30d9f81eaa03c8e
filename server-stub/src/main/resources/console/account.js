import { accountPath, call } from './api.js';
import { openAccount } from './accounts.js';
import { endOfMoney } from './balance.js';
import { selectAccount } from './address.js';
import { byId, el, on, onAction, options, quiet, replace, text, textIn } from './dom.js';
import { fileActions, openLoad } from './files.js';
import { money, number, plural } from './format.js';
import { isWithoutMoney, nameParts, openInstance } from './instances.js';
import { attempt, confirmed, openForm, prepareForm } from './notice.js';
import { withoutReadingAccounts } from './poll.js';
import { hourlyPrice, state } from './state.js';

const FIRST_ACCOUNT = 'demo-key';
const RUNNING = 2;

const select = account => attempt(() => openAccount(account));

const nextName = () => {
  for (let number = 1; ; number++) {
    const name = `tenant-${number}`;
    if (!state.accounts.includes(name) && !state.keys.includes(name)) {
      return name;
    }
  }
};

const remaining = (end, moment) => {
  const hours = (end - moment) / 3600;
  return end ? `lasts ${hours < 48 ? `${hours.toFixed(1)} h` : plural(Math.floor(hours / 24), 'day')}` : 'nothing runs';
};

/** The running instance with the highest price, and its cost so far. */
const showDearest = running => {
  const [dearest] = [...running].sort((one, other) => hourlyPrice(other) - hourlyPrice(one) || other.spent - one.spent);
  replace(byId('dearest'), [
    dearest ? quiet('open', nameParts(dearest), { class: 'link', 'data-id': dearest.instance_uuid }) : el('strong', {}, '–'),
    el('small', {}, dearest ? `${money(hourlyPrice(dearest))} per hour, ${money(dearest.spent)} spent` : 'nothing runs'),
  ]);
};

/** How many instances there are, and the first of those that a lost response made. */
const showNumberOfInstances = (instances, orphans) => {
  const lost = instances.filter(({ instance_uuid: id }) => orphans.has(id));
  replace(byId('of-instances'), [
    el('span', {}, lost.length > 0 ? `of ${number(instances.length)}, ` : `of ${plural(instances.length, 'instance')}`),
    lost.length > 0 && quiet('open', plural(lost.length, 'response lost', 'responses lost'), { class: 'link', 'data-id': lost[0].instance_uuid }),
  ]);
};

const showNumbers = ({ account, details, instances, orphans, faults }) => {
  const running = instances.filter(({ status }) => status === RUNNING);
  const hourly = running.reduce((sum, instance) => sum + hourlyPrice(instance), 0);
  text('balance', money(details.balance));
  const isSpent = details.balance + details.card_balance <= 0;
  const stopped = instances.filter(isWithoutMoney).length;
  byId('tile-balance').classList.toggle('bad', isSpent);
  text('card-balance', isSpent ? `no money left${stopped > 0 ? `, ${stopped} stopped` : ''}` : `${money(details.card_balance)} on cards`);
  text('spent-total', money(details.spent));
  text('hourly', money(hourly));
  text('lasts', remaining(endOfMoney(details.balance + details.card_balance, running), details.moment));
  showDearest(running);
  text('running', number(running.length));
  showNumberOfInstances(instances, orphans);
  const own = faults.filter(({ api_key: key }) => !key || key === account);
  text('faults-on', `${own.length}`);
  const elsewhere = faults.length - own.length;
  text('faults-elsewhere', elsewhere > 0 ? `and ${elsewhere} for other accounts` : own.length > 0 ? 'for this account' : 'none');
  byId('tile-faults').classList.toggle('alarm', own.length > 0);
};

export const showAccount = state => {
  const { accounts, keys, account, details, loaded, place } = state;
  const isEmpty = loaded && !account;
  byId('welcome').hidden = !isEmpty;
  byId('panels').hidden = isEmpty || place.view === 'accounts';
  byId('account-bar').hidden = isEmpty;
  const closed = keys.filter(key => !accounts.includes(key));
  options(byId('account'), [...accounts.map(name => [name, name]), ...closed.map(name => [name, `${name} (not open yet)`])]);
  byId('account').value = account;
  if (details) {
    showNumbers(state);
  }
};

const create = async () => {
  const name = byId('new-name').value;
  const balance = textIn('new-balance');
  await call('POST', '/accounts', {
    account: name,
    permission: byId('new-permission').value,
    balance: balance === undefined ? undefined : Number(balance),
  });
  selectAccount(name);
  return name;
};

const openNew = () => {
  openForm('new-account', { 'new-name': nextName() });
  byId('new-name').select();
};

const remove = async () => {
  const { account } = state;
  if (await confirmed(`Delete ${account} with everything it owns, and its key?`, 'Delete account')) {
    await withoutReadingAccounts(() => attempt(() => call('DELETE', accountPath(account)), `${account} is deleted.`, true));
  }
};

export const prepareAccount = () => {
  on('account', 'change', ({ target }) => select(target.value));
  onAction('welcome', { 'open-demo': () => select(FIRST_ACCOUNT), 'new-account': openNew, load: openLoad });
  onAction('tiles', { open: openInstance });
  onAction('account-bar', { ...fileActions, 'new-account': openNew, 'delete-account': remove });
  prepareForm('new-account', create, name => `Account ${name} is open. Use the same name as its API key.`);
  prepareForm(
    'recharge',
    () => call('POST', `${accountPath(state.account)}/recharges`, { amount: Number(byId('recharge-amount').value) }),
    ({ amount }) => `Recharged ${money(amount)}.`,
  );
  prepareForm(
    'set-balance',
    () => call('PUT', accountPath(state.account), { balance: Number(byId('balance-amount').value) }),
    ({ balance }) => `The balance is ${money(balance)}.`,
  );
  onAction('money', {
    recharge: () => openForm('recharge'),
    'set-balance': () => openForm('set-balance', { 'balance-amount': state.details?.balance ?? '' }),
  });
};
