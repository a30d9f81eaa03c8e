import { call } from './api.js';
import { byId, element, replace } from './dom.js';

/** What can go wrong, what it does, and which of the fields it takes. */
const EFFECTS = {
  respond: ['Answer an error', 'The fault is the answer; the operation does not happen.', 'status operation'],
  respond_after_effect: ['Do it, then answer an error', 'The operation happens; then the fault is the answer.', 'status operation'],
  reset_connection: ['Reset the connection', 'The connection is reset; the operation does not happen.', 'operation'],
  reset_after_effect: ['Do it, then reset', 'The operation happens; then the connection is reset.', 'operation'],
  truncate_body: ['Cut the answer', 'The operation happens; half of its answer is sent.', 'operation'],
  html_body: ['Answer HTML', 'A page of HTML is the answer; the operation does not happen.', 'operation'],
  fail_upload: ['Fail an upload', 'The next image saved ends as failed. Choose an account.', 'account'],
  never_boot: ['Never boot', 'The next boot never ends. Choose an account.', 'account'],
  boot_fails: ['Fail a boot', 'The next boot ends in a shutdown. Choose an account.', 'account'],
  no_server_url: ['Addresses come late', 'The next boot ends without addresses for some seconds. Choose an account.', 'account lasting'],
  list_lag: ['Lists lag', 'Lists hide the next new instance for some seconds. Choose an account.', 'account lasting'],
  refuse_destroy: ['Refuse a destroy', 'The next destruction is refused with code -1. Choose an account.', 'account'],
};

const OPERATIONS = [
  'createInstanceByPod', 'createInstanceByImage', 'listInstances', 'startInstance', 'restartInstance', 'setShutdownTimer',
  'updateInstanceTitle', 'saveInstanceImage', 'destroyInstance', 'listMarketImages', 'listPrivateImages',
  'deletePrivateImage', 'listPods', 'listGpus', 'getBalance', 'listCards', 'listBills', 'listRecharges',
];

const number = id => (byId(id).disabled || byId(id).value === '' ? undefined : Number(byId(id).value));

const fits = () => {
  const [, help, takes] = EFFECTS[byId('effect').value];
  byId('effect-help').textContent = help;
  byId('status').disabled = !takes.includes('status');
  byId('lasting').disabled = !takes.includes('lasting');
  byId('operation').disabled = !takes.includes('operation');
  byId('fault-account').required = takes.includes('account');
};

/** The fault that the form describes. */
export const describedFault = () => ({
  effect: byId('effect').value,
  operation: byId('operation').disabled ? undefined : byId('operation').value || undefined,
  api_key: byId('fault-account').value || undefined,
  status: number('status'),
  seconds: number('lasting'),
  times: number('times'),
});

export const prepareFaults = () => {
  byId('effect').append(...Object.entries(EFFECTS).map(([value, [name]]) => element('option', { value }, name)));
  byId('operation').append(...OPERATIONS.map(value => element('option', { value }, value)));
  byId('effect').addEventListener('change', fits);
  fits();
};

const said = ({ effect, operation, api_key: key, status, seconds, times }) =>
  [
    EFFECTS[effect]?.[0] ?? effect ?? 'Delay',
    status && `HTTP ${status}`,
    operation ?? 'any operation',
    key ? `account ${key}` : 'any account',
    seconds !== undefined && `${seconds} s`,
    times !== undefined ? `${times} more` : 'always',
  ].filter(Boolean).join(' · ');

export const showFaults = async () => {
  const { faults } = await call('GET', '/faults');
  byId('no-faults').hidden = faults.length > 0;
  const items = faults.map(fault => {
    const words = `${fault.id}: ${said(fault)}`;
    return element('li', {}, words, element('button', { type: 'button', 'data-fault': fault.id, 'aria-label': `Switch off ${words}` }, 'Switch off'));
  });
  replace(byId('faults'), items);
};
