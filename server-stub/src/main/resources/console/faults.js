import { call } from './api.js';
import { byId, el, numberIn, on, onAction, options, plain, quiet, replace, text, textIn } from './dom.js';
import { EFFECTS, OPERATIONS, PRESETS, faultText, faultTitle, isOfLifecycle } from './effects.js';
import { attempt, openForm, prepareForm } from './notice.js';
import { state } from './state.js';

/** Fields of the form by the members of the JSON. */
const FIELDS = {
  operation: 'fault-operation',
  status: 'fault-status',
  code: 'fault-code',
  msg: 'fault-msg',
  body: 'fault-body',
  retry_after: 'fault-retry-after',
  delay_ms: 'fault-delay',
  seconds: 'fault-seconds',
};

const item = fault => {
  const { id, api_key: account } = fault;
  return el(
    'li',
    { class: 'fault' },
    el(
      'div',
      {},
      el('strong', {}, faultTitle(fault)),
      el('small', {}, faultText(fault)),
      el('small', {}, account ? `account ${account}` : 'all accounts', ` · ${id}`),
    ),
    quiet('remove', 'Remove', { 'data-id': id, 'aria-label': `Remove ${id}: ${faultTitle(fault)}` }),
  );
};

/** Faults that can affect the selected account first. */
export const showFaults = ({ faults, account }) => {
  const ours = faults.filter(({ api_key: key }) => !key || key === account);
  const others = faults.filter(fault => !ours.includes(fault));
  byId('no-faults').hidden = faults.length > 0;
  byId('remove-all').hidden = faults.length < 2;
  replace(byId('faults'), [...ours, ...others].map(item));
};

/** Enables the fields that go with the effect. */
const fit = () => {
  const effect = byId('effect').value;
  const { help, fields } = EFFECTS[effect];
  text('effect-help', help);
  for (const [member, id] of Object.entries(FIELDS)) {
    byId(id).disabled = !fields.includes(member);
  }
  if (byId('fault-body').value !== '') {
    byId('fault-code').disabled = true;
    byId('fault-msg').disabled = true;
  }
  byId('fault-delay').required = effect === 'delay';
  const responds = fields.includes('code');
  byId('fault-status').required = responds && byId('fault-code').value === '' && byId('fault-body').value === '';
  byId('fault-seconds').required = fields.includes('seconds');
  if (fields.includes('seconds') && byId('fault-seconds').value === '') {
    byId('fault-seconds').value = '60';
  }
  byId('fault-account').required = isOfLifecycle(effect);
  text('account-help', isOfLifecycle(effect) ? 'This fault changes an instance, so it needs one account.' : '');
};

const described = () => {
  const effect = byId('effect').value;
  return {
    effect: effect === 'delay' ? undefined : effect,
    api_key: textIn('fault-account'),
    operation: textIn('fault-operation'),
    status: numberIn('fault-status'),
    code: numberIn('fault-code'),
    msg: textIn('fault-msg'),
    body: textIn('fault-body'),
    retry_after: numberIn('fault-retry-after'),
    delay_ms: numberIn('fault-delay'),
    seconds: numberIn('fault-seconds'),
    probability: numberIn('fault-probability') === undefined ? undefined : numberIn('fault-probability') / 100,
    times: numberIn('fault-times'),
  };
};

const fill = fault => {
  byId('effect').value = fault.effect;
  for (const [member, id] of Object.entries(FIELDS)) {
    byId(id).value = fault[member] ?? '';
  }
  byId('fault-times').value = fault.times ?? '';
  byId('fault-probability').value = '';
  byId('fault-account').value = state.account;
  fit();
};

export const openFault = () => {
  options(byId('fault-account'), [['', 'all accounts'], ...state.accounts.map(name => [name, name])]);
  openForm('new-fault', { 'fault-account': state.account });
  fit();
};

const addPreset = id =>
  attempt(() => call('POST', '/faults', { ...PRESETS[id].fault, api_key: state.account }), ({ id: fault }) => `${fault} is on for ${state.account}. ${PRESETS[id].help}`);

const removeAll = () => attempt(() => call('DELETE', '/faults'), 'All faults are removed.');

export const prepareFaults = () => {
  options(byId('effect'), Object.entries(EFFECTS).map(([value, { name }]) => [value, name]));
  options(byId('fault-operation'), [['', 'any'], ...OPERATIONS.map(name => [name, name])]);
  options(byId('fault-preset'), [['', 'none'], ...Object.entries(PRESETS).map(([id, { name }]) => [id, name])]);
  byId('presets').append(...Object.entries(PRESETS).map(([id, { name, help }]) => plain('preset', name, { 'data-id': id, title: help })));
  on('effect', 'change', fit);
  ['fault-code', 'fault-body'].forEach(id => on(id, 'input', fit));
  on('fault-preset', 'change', ({ target }) => target.value && fill(PRESETS[target.value].fault));
  onAction('presets', { preset: addPreset });
  on('new-fault-button', 'click', openFault);
  on('remove-all', 'click', removeAll);
  onAction('faults', { remove: id => attempt(() => call('DELETE', `/faults/${id}`), `${id} is removed.`) });
  prepareForm('new-fault', () => call('POST', '/faults', described()), ({ id }) => `${id} is on.`);
  fit();
};
