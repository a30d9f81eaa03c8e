import { accountPath, call, download, read, upload } from './api.js';
import { byId, on, onAction, options, save, text, textIn } from './dom.js';
import { money, plural } from './format.js';
import { attempt, confirmed, openForm, prepareForm } from './notice.js';
import { hourlyPrice, selectAccount, state } from './state.js';

const FIRST_ACCOUNT = 'demo-key';

/** Opens an account by reading it, and selects it. */
const select = account =>
  attempt(async () => {
    await read(accountPath(account));
    selectAccount(account);
  });

const nextName = () => {
  for (let number = 1; ; number++) {
    const name = `tenant-${number}`;
    if (!state.accounts.includes(name) && !state.keys.includes(name)) {
      return name;
    }
  }
};

export const showAccount = ({ accounts, keys, account, details, instances, faults, loaded }) => {
  const isEmpty = loaded && !account;
  byId('welcome').hidden = !isEmpty;
  byId('panels').hidden = isEmpty;
  byId('account-bar').hidden = isEmpty;
  const closed = keys.filter(key => !accounts.includes(key));
  options(byId('account'), [...accounts.map(name => [name, name]), ...closed.map(name => [name, `${name} (not open yet)`])]);
  byId('account').value = account;
  if (!details) {
    return;
  }
  const running = instances.filter(({ status }) => status === 2);
  const hourly = running.reduce((sum, instance) => sum + hourlyPrice(instance), 0);
  const onCards = details.card_balance > 0 ? `and ${money(details.card_balance)} on cards` : 'no money on cards';
  text('balance', money(details.balance));
  text('card-balance', onCards);
  text('hourly', money(hourly));
  const left = hourly > 0 ? (details.balance + details.card_balance) / hourly : Infinity;
  text('lasts', hourly > 0 ? `lasts ${left < 48 ? `${left.toFixed(1)} h` : plural(Math.floor(left / 24), 'day')}` : 'nothing runs');
  text('running', `${running.length}`);
  text('of-instances', `of ${plural(instances.length, 'instance')}`);
  const own = faults.filter(({ api_key: key }) => !key || key === account);
  text('faults-on', `${own.length}`);
  const elsewhere = faults.length - own.length;
  text('faults-elsewhere', elsewhere > 0 ? `and ${elsewhere} for other accounts` : own.length > 0 ? 'can affect this account' : 'none affects this account');
  byId('tile-faults').classList.toggle('alarm', own.length > 0);
};

const fileName = name => `${name.replace(/[^A-Za-z0-9-]/g, '_')}-snapshot.json`;

const uploadFile = (input, path, question, message) =>
  on(input, 'change', async ({ target }) => {
    const [file] = target.files;
    target.value = '';
    if (file && (await confirmed(question(file.name), 'Replace'))) {
      await attempt(() => upload(path(), file), message(), true);
    }
  });

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

export const prepareAccount = () => {
  on('account', 'change', ({ target }) => select(target.value));
  onAction('welcome', { 'open-demo': () => select(FIRST_ACCOUNT), 'new-account': openNew });
  prepareForm('new-account', create, name => `Account ${name} is open. Use the same name as its API key.`);
  prepareForm(
    'recharge',
    () => call('POST', `${accountPath(state.account)}/recharges`, { amount: Number(byId('recharge-amount').value) }),
    ({ amount }) => `Recharged ${money(amount)}.`,
  );
  prepareForm(
    'set-balance',
    () => call('PUT', `${accountPath(state.account)}/balance`, { balance: Number(byId('balance-amount').value) }),
    ({ balance }) => `The balance is ${money(balance)}.`,
  );
  onAction('money', {
    recharge: () => openForm('recharge'),
    'set-balance': () => openForm('set-balance', { 'balance-amount': state.details?.balance ?? '' }),
  });
  onAction('account-bar', {
    'new-account': openNew,
    'download-account': () =>
      attempt(async () => save(await download(`${accountPath(state.account)}/snapshot`), fileName(state.account))),
    'upload-account': () => byId('account-file').click(),
    'reset-account': async () => {
      const { account } = state;
      if (await confirmed(`Reset ${account}? It loses its instances, images and bills, its own clock and its faults.`, 'Reset account')) {
        await attempt(() => call('POST', `${accountPath(account)}/reset`), `${account} is as it was when it opened.`, true);
      }
    },
    'delete-account': async () => {
      const { account } = state;
      if (await confirmed(`Delete ${account} with everything it owns, and its key?`, 'Delete account')) {
        await attempt(() => call('DELETE', accountPath(account)), `${account} is deleted.`, true);
      }
    },
  });
  uploadFile(
    'account-file',
    () => `${accountPath(state.account)}/snapshot`,
    file => `Replace ${state.account} by the snapshot ${file}? Faults of its responses, and its key, stay as they are.`,
    () => `${state.account} is as it was in the snapshot.`,
  );
};

/** The whole stub: snapshot and reset. */
export const prepareStub = () => {
  onAction('stub', {
    'download-stub': () => attempt(async () => save(await download('/snapshot'), 'stub-snapshot.json')),
    'upload-stub': () => byId('stub-file').click(),
    'reset-stub': async () => {
      const question = 'Reset the whole stub? All accounts, clocks, keys, faults and the journal go back to the start.';
      if (await confirmed(question, 'Reset stub')) {
        await attempt(() => call('POST', '/reset'), 'The stub is as it was at its start.', true);
      }
    },
  });
  uploadFile('stub-file', () => '/snapshot', file => `Replace the whole stub by the snapshot ${file}?`, () => 'The stub is as it was in the snapshot.');
};
