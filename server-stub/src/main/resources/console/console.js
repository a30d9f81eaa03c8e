import { prepareAccount, prepareStub, showAccount } from './account.js';
import { forget, hasToken, setToken } from './api.js';
import { prepareSpending, showSpending } from './chart.js';
import { prepareClock, showClock } from './clock.js';
import { prepareCreate } from './create.js';
import { byId, on, onAction, text } from './dom.js';
import { prepareFaults, showFaults } from './faults.js';
import { prepareInspector } from './inspector.js';
import { prepareInstances, showInstances } from './instances.js';
import { move, openNewest, prepareJournal, showJournal } from './journal.js';
import { prepareKeys } from './keys.js';
import { prepareNotices } from './notice.js';
import { pollNow, setLive, startPolling } from './poll.js';
import { subscribe } from './state.js';
import { prepareStock, showStock } from './stock.js';
import { prepareTimeline } from './timeline.js';

const CONNECTIONS = {
  connecting: 'Connecting',
  live: 'Connected',
  paused: 'Paused',
  unreachable: 'Not connected',
  locked: 'Token needed',
};

const tokenError = (refusal, reason) => (refusal === 401 ? 'This is not the token of the stub.' : `Wait a second and try again: ${reason}.`);

/** Shows whether the stub responds, and asks for its token if it wants one. */
const showConnection = ({ connection, reason, refusal }) => {
  const isLocked = connection === 'locked';
  text('connection', CONNECTIONS[connection]);
  byId('connection').dataset.state = connection;
  document.body.dataset.connection = connection;
  byId('token-form').hidden = !isLocked;
  byId('content').hidden = isLocked || connection === 'connecting';
  byId('connecting').hidden = connection !== 'connecting';
  byId('unreachable').hidden = connection !== 'unreachable';
  text('unreachable-reason', connection === 'unreachable' ? reason : '');
  text('token-error', isLocked && (hasToken() || refusal === 429) ? tokenError(refusal, reason) : '');
};

const enter = () => {
  forget();
  setToken(byId('token').value.trim());
  byId('token').value = '';
  pollNow();
};

const prepareConnection = () => {
  on('token-form', 'submit', enter);
  on('live', 'change', ({ target }) => setLive(target.checked));
  on('retry', 'click', pollNow);
};

[prepareNotices, prepareConnection, prepareAccount, prepareClock, prepareInstances, prepareCreate, prepareSpending].forEach(prepare => prepare());
[prepareStock, prepareFaults, prepareJournal, prepareKeys, prepareStub].forEach(prepare => prepare());
prepareInspector(move);
prepareTimeline(showInstances);
onAction('notices', { 'open-newest': openNewest });
[showConnection, showAccount, showClock, showInstances, showSpending, showStock, showFaults, showJournal].forEach(subscribe);
startPolling();
