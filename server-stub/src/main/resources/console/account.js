import { Failure, accountPath, call, download, read, upload } from './api.js';
import { byId, on, onAction, options, save, text, textIn } from './dom.js';
import { fileTime, money, plural, utc } from './format.js';
import { attempt, confirmed, openForm, prepareForm, tellBad } from './notice.js';
import { withoutReadingAccounts } from './poll.js';
import { accountNow, hourlyPrice, selectAccount, state, stubNow } from './state.js';

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

/** The name says when the snapshot was taken, so that two files have different names. */
const fileName = (name, moment) => `${name.replace(/[^A-Za-z0-9-]/g, '_')}-${fileTime(moment)}.json`;

const saveSnapshot = (path, name) =>
  attempt(async () => save(await download(path), name), `The snapshot is saved as ${name}.`);

/** Reads a file to describe it. Its numbers may have more digits than those of JavaScript, so the file itself is sent. */
const contentOf = async file => {
  try {
    return JSON.parse(await file.text());
  } catch {
    return undefined;
  }
};

const uploadSnapshot = async (path, file) => {
  try {
    await upload(path, file);
  } catch (failure) {
    throw failure.status === 0 ? failure : new Failure(failure.status, `The stub rejects ${file.name}: ${failure.message}. Nothing has changed.`);
  }
};

/**
 * Uploads a file after a question.
 *
 * @param describe returns what the content is, or undefined if it is no snapshot of this kind
 * @param question returns the question, with the name of the file and the description
 */
const uploadFile = (input, { path, kind, describe, question, message }) =>
  on(input, 'change', async ({ target }) => {
    const [file] = target.files;
    target.value = '';
    if (!file) {
      return;
    }
    const description = describe((await contentOf(file)) ?? {});
    if (!description) {
      tellBad(`${file.name} is not a snapshot of ${kind}. Nothing has changed.`);
    } else if (await confirmed(question(`${file.name} (${description})`), 'Replace')) {
      await attempt(
        async () => {
          await uploadSnapshot(path(), file);
          return message(file.name);
        },
        words => words,
        true,
      );
    }
  });

const describeAccount = ({ account }) =>
  account?.state?.instances && `taken at ${utc(account.state.moment)} UTC, ${plural(account.state.instances.length, 'instance')}`;

const describeStub = ({ accounts }) => accounts && plural(Object.keys(accounts).length, 'account');

/** The clock is part of a snapshot only if it is the account's own. */
const restored = async file => {
  const { account } = state;
  const { moment, own_clock: isOwn } = await call('GET', accountPath(account));
  return `${account} is restored from ${file}. Its time is ${utc(moment)}, ${isOwn ? 'by its own clock' : 'by the clock of the stub'}.`;
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
    'download-account': () => saveSnapshot(`${accountPath(state.account)}/snapshot`, fileName(state.account, accountNow())),
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
  uploadFile('account-file', {
    path: () => `${accountPath(state.account)}/snapshot`,
    kind: 'an account',
    describe: describeAccount,
    question: file => `Replace ${state.account} by ${file}? Its API key, its requests and the faults of its responses are not part of a snapshot and stay.`,
    message: restored,
  });
};

/** The whole stub: snapshot and reset. */
export const prepareStub = () => {
  onAction('stub', {
    'download-stub': () => saveSnapshot('/snapshot', fileName('stub', stubNow())),
    'upload-stub': () => byId('stub-file').click(),
    'reset-stub': async () => {
      const question = 'Reset the whole stub? All accounts, clocks, keys, faults and the journal go back to the start.';
      if (await confirmed(question, 'Reset stub')) {
        await withoutReadingAccounts(() => attempt(() => call('POST', '/reset'), 'The stub is as it was at its start.', true));
      }
    },
  });
  uploadFile('stub-file', {
    path: () => '/snapshot',
    kind: 'the stub',
    describe: describeStub,
    question: file => `Replace the whole stub by ${file}?`,
    message: file => `The stub is restored from ${file}.`,
  });
};
