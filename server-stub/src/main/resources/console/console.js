import { Refused, accountPath, bytes, call, setToken } from './api.js';
import { byId, choices, element, span, utc } from './dom.js';
import { describedFault, prepareFaults, showFaults } from './faults.js';
import { showInstances } from './instances.js';
import { showJournal } from './journal.js';

const SHOWN_REQUESTS = 50;
const PATIENCE_MS = 2000;
const PAUSE_MS = 400;

let seen = 0;

const pause = () => new Promise(done => setTimeout(done, PAUSE_MS));

/** Says nothing twice: what reads the page aloud would begin again. */
const tell = (id, words) => {
  if (byId(id).textContent !== words) {
    byId(id).textContent = words;
    byId(id).hidden = words === '';
  }
};

const showClock = ({ now, frozen, speed }) => {
  byId('now').textContent = `${utc(now)} UTC`;
  byId('now').dateTime = new Date(now * 1000).toISOString();
  byId('pace').textContent = frozen ? 'frozen' : speed === 1 ? 'runs' : `runs at ${speed} ×`;
  byId('freeze').textContent = frozen ? 'Let it run' : 'Freeze';
  byId('freeze').dataset.frozen = frozen;
};

const showAccounts = async () => {
  const { accounts } = await call('GET', '/accounts');
  choices(byId('account'), accounts);
  choices(byId('fault-account'), accounts, [element('option', { value: '' }, 'any')]);
  return byId('account').value;
};

const showNext = next => {
  byId('next').disabled = !next;
  byId('next').textContent = next ? `To the next event (+${span(Math.max(0, next.in))})` : 'To the next event';
  byId('next').dataset.in = next ? Math.max(0, next.in) : '';
  byId('next').dataset.clock = next ? next.clock : '';
};

const showAll = async () => {
  showClock(await call('GET', '/clock'));
  showNext(await showInstances(await showAccounts()));
  await showFaults();
  const journal = await call('GET', `/requests?limit=${SHOWN_REQUESTS}`);
  seen = journal.total;
  showJournal(journal);
};

/** Shows everything, and says why where that fails; a stub that wants a token is asked for one. */
const refresh = async () => {
  try {
    await showAll();
    byId('access').hidden = true;
    tell('notice', '');
    return true;
  } catch (failure) {
    byId('access').hidden = !(failure instanceof Refused && failure.status === 401);
    tell('notice', failure.message);
    return false;
  }
};

/** Does something; why it failed stands there until the next time. */
const attempt = async action => {
  try {
    await action();
    tell('refusal', '');
  } catch (failure) {
    tell('refusal', failure.message);
  }
};

/** Does something in the stub and shows what came of it. */
const act = (...request) =>
  attempt(async () => {
    await call(...request);
    await refresh();
  });

/** Waits in the stub until somebody asks it something, at most for a while, and looks at everything again. */
const watch = async () => {
  for (;;) {
    if (byId('live').checked && !document.hidden) {
      const answered = await refresh();
      const enough = Math.min(seen + 1, 10000);
      await (answered ? call('GET', `/requests?limit=1&count=${enough}&wait_ms=${PATIENCE_MS}`).catch(pause) : pause());
    }
    await pause();
  }
};

const sure = question => {
  byId('question').textContent = question;
  byId('sure').returnValue = '';
  byId('sure').showModal();
  return new Promise(answer => byId('sure').addEventListener('close', () => answer(byId('sure').returnValue === 'yes'), { once: true }));
};

/** Fetched rather than linked to, since a link carries no token. */
const download = (path, file) =>
  attempt(async () => {
    const address = URL.createObjectURL(await bytes(path));
    element('a', { href: address, download: file }).click();
    setTimeout(() => URL.revokeObjectURL(address), PATIENCE_MS);
  });

const on = (id, event, reaction) =>
  byId(id).addEventListener(event, happened => {
    happened.preventDefault();
    reaction(happened);
  });

const advance = (seconds, clock = '/clock') => act('POST', `${clock}/advance`, { seconds });

on('access', 'submit', () => {
  setToken(byId('token').value);
  refresh();
});
on('freeze', 'click', () => act('PUT', '/clock', { frozen: byId('freeze').dataset.frozen !== 'true' }));
on('advance', 'submit', () => advance(Number(byId('seconds').value)));
on('next', 'click', () => advance(Number(byId('next').dataset.in), byId('next').dataset.clock));
document.querySelectorAll('[data-advance]').forEach(button => button.addEventListener('click', () => advance(Number(button.dataset.advance))));
byId('account').addEventListener('change', refresh);
on('account-snapshot', 'click', () => {
  const account = byId('account').value;
  if (account) {
    download(`${accountPath(account)}/snapshot`, 'gpu-cloud-stub-account.json');
  }
});
on('reset-account', 'click', async () => {
  const account = byId('account').value;
  if (account && (await sure(`Put ${account} back to where it was when it opened?`))) {
    act('POST', `${accountPath(account)}/reset`);
  }
});
on('fault', 'submit', () => act('POST', '/faults', describedFault()));
byId('faults').addEventListener('click', ({ target }) => target.dataset.fault && act('DELETE', `/faults/${target.dataset.fault}`));
on('clear', 'click', () => act('DELETE', '/requests'));
on('snapshot', 'click', () => download('/snapshot', 'gpu-cloud-stub.json'));
on('reset', 'click', async () => {
  if (await sure('Put the whole stub back to its start? Accounts, clock, keys, faults and journal are lost.')) {
    act('POST', '/reset');
  }
});

prepareFaults();
watch();
