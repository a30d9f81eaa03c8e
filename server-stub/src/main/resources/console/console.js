import { prepareAccount, showAccount } from './account.js';
import { prepareAccounts, showAccounts } from './accounts.js';
import { prepareAddress, showTitle } from './address.js';
import { forget, hasToken, setToken } from './api.js';
import { prepareSpending, showSpending } from './chart.js';
import { prepareClock, showClock } from './clock.js';
import { prepareCreate } from './create.js';
import { byId, on, onAction, prepareOneStops, text } from './dom.js';
import { prepareFaults, showFaults } from './faults.js';
import { prepareFiles } from './files.js';
import { prepareInspector, showOpened } from './inspector.js';
import { instanceActions, prepareInstances, showInstances } from './instances.js';
import { move, nameOperations, openNewest, prepareJournal, showJournal } from './journal.js';
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
const showConnection = ({ connection, reason, refusal, lost }) => {
  const isLocked = connection === 'locked';
  const asks = isLocked && byId('token-form').hidden;
  text('connection', CONNECTIONS[connection]);
  byId('connection').dataset.state = connection;
  document.body.dataset.connection = connection;
  byId('token-form').hidden = !isLocked;
  byId('content').hidden = isLocked || connection === 'connecting';
  byId('connecting').hidden = connection !== 'connecting';
  byId('unreachable').hidden = connection !== 'unreachable';
  text('unreachable-reason', connection === 'unreachable' ? reason : '');
  byId('lost').hidden = !lost;
  text('lost-text', lost ?? '');
  if (asks) {
    byId('token').focus();
  }
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

const prepares = [
  prepareAddress, prepareNotices, prepareConnection, prepareAccount, prepareAccounts, prepareFiles, prepareClock, prepareInstances, prepareCreate,
  prepareSpending, prepareStock, prepareFaults, prepareJournal, prepareKeys, prepareOneStops,
];
prepares.forEach(prepare => prepare());
prepareInspector(move, instanceActions);
prepareTimeline(showInstances);
onAction('notices', { 'open-newest': openNewest });
const shows = [
  showConnection, showAccount, showAccounts, showClock, nameOperations, showInstances, showSpending, showStock, showFaults, showJournal, showOpened,
  showTitle,
];
shows.forEach(subscribe);
startPolling();
