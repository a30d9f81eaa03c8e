import { call } from './api.js';
import { byId, el, numberIn, on, onAction, options, plain, quiet, replace, text, textIn } from './dom.js';
import { DELAY, PRESETS, faultText, faultTitle, groups, isOfLifecycle, membersOf, presetOf } from './effects.js';
import { effectHelp, effectText, operations } from './labels.js';
import { attempt, openForm, prepareForm } from './notice.js';
import { refresh } from './poll.js';
import { state } from './state.js';

/** Fields of the form by the members of the JSON. */
const FIELDS = {
  operation: 'fault-operation',
  path: 'fault-path',
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
  const preset = presetOf(fault);
  return el(
    'li',
    { class: 'fault' },
    el(
      'div',
      {},
      el('strong', {}, preset ? PRESETS[preset].name : faultTitle(fault)),
      el('small', {}, preset ? `${faultTitle(fault)} · ` : '', faultText(fault)),
      el('small', {}, account ? `account ${account}` : 'all accounts', ` · ${id}`),
    ),
    quiet('remove', 'Remove', { 'data-id': id, 'aria-label': `Remove ${id}: ${faultTitle(fault)}` }),
  );
};

/** The faults of a preset that are on for the selected account only. */
const faultsOf = preset => state.faults.filter(fault => fault.api_key === state.account && presetOf(fault) === preset);

const showPresets = () =>
  byId('presets').querySelectorAll('button').forEach(button => button.setAttribute('aria-pressed', `${faultsOf(button.dataset.id).length > 0}`));

/** Faults that can affect the selected account first. */
export const showFaults = ({ faults, account }) => {
  const ours = faults.filter(({ api_key: key }) => !key || key === account);
  const others = faults.filter(fault => !ours.includes(fault));
  byId('no-faults').hidden = faults.length > 0;
  byId('remove-all').hidden = faults.length < 2;
  replace(byId('faults'), [...ours, ...others].map(item), byId('new-fault-button'));
  showPresets();
  removeHalves();
};

/** Shows a field only if it goes with the effect. */
const allow = (id, isAllowed) => {
  byId(id).disabled = !isAllowed;
  byId(id).closest('label').hidden = !isAllowed;
};

const chosenEffect = () => document.querySelector('#effects :checked').value;

/** Shows the fields that go with the effect. */
const fit = () => {
  const effect = chosenEffect();
  const fields = membersOf(effect);
  const hasBody = byId('fault-body').value !== '';
  const hasPath = fields.includes('path') && byId('fault-path').value !== '';
  const help = effectHelp(effect === DELAY ? undefined : effect);
  text('effect-help', effect === DELAY ? help : `${effect}: ${help}`);
  for (const [member, id] of Object.entries(FIELDS)) {
    allow(id, fields.includes(member) && !(hasBody && ['code', 'msg'].includes(member)) && !(hasPath && member === 'operation'));
  }
  allow('fault-for-seconds', byId('fault-until').value === '');
  allow('fault-until', byId('fault-for-seconds').value === '');
  byId('fault-happens').hidden = fields.length === 0;
  byId('fault-delay').required = effect === DELAY;
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
  const effect = chosenEffect();
  const until = textIn('fault-until');
  return {
    effect: effect === DELAY ? undefined : effect,
    api_key: textIn('fault-account'),
    operation: textIn('fault-operation'),
    path: textIn('fault-path'),
    status: numberIn('fault-status'),
    code: numberIn('fault-code'),
    msg: textIn('fault-msg'),
    body: textIn('fault-body'),
    retry_after: numberIn('fault-retry-after'),
    delay_ms: numberIn('fault-delay'),
    seconds: numberIn('fault-seconds'),
    probability: numberIn('fault-probability') === undefined ? undefined : numberIn('fault-probability') / 100,
    times: numberIn('fault-times'),
    for_seconds: numberIn('fault-for-seconds'),
    until: until && Date.parse(`${until}Z`) / 1000,
  };
};

const fill = fault => {
  document.querySelector(`#effects [value="${fault.effect}"]`).checked = true;
  for (const [member, id] of Object.entries(FIELDS)) {
    byId(id).value = fault[member] ?? '';
  }
  byId('fault-times').value = fault.times ?? '';
  byId('fault-probability').value = '';
  byId('fault-account').value = state.account;
  fit();
};

const choice = effect =>
  el('label', { class: 'check' }, el('input', { type: 'radio', name: 'effect', value: effect, checked: effect === 'respond' }), effectText(effect === DELAY ? undefined : effect));

export const openFault = () => {
  options(byId('fault-account'), [['', 'all accounts'], ...state.accounts.map(name => [name, name])]);
  options(byId('fault-operation'), [['', 'any'], ...operations().map(name => [name, name])]);
  replace(byId('effects'), groups().map(([label, effects]) => el('fieldset', {}, el('legend', {}, label), effects.map(choice))));
  openForm('new-fault', { 'fault-account': state.account });
  fit();
};

/** The pairs of faults of presets that trigger once, which this page has seen complete: account and preset with identifiers. */
const pairs = new Map();

/** When one half of a preset that triggers once is used, the other half goes as well. */
const removeHalves = () => {
  const { account, faults } = state;
  const ids = new Set(faults.map(({ id }) => id));
  for (const [key, { pair, owner }] of pairs) {
    const left = pair.filter(({ id }) => ids.has(id));
    if (owner === account && left.length < pair.length) {
      pairs.delete(key);
      left.forEach(fault => removeFault(fault).then(refresh, () => {}));
    }
  }
  Object.keys(PRESETS).filter(id => PRESETS[id].isOnce).forEach(id => {
    const pair = faultsOf(id);
    if (pair.length === PRESETS[id].faults.length) {
      pairs.set(`${account} ${id}`, { pair, owner: account });
    }
  });
};

/** Removes a fault. It may have triggered for the last time meanwhile, and is gone then. */
const removeFault = ({ id }) =>
  call('DELETE', `/faults?id=${id}`).catch(failure => {
    if (failure.status !== 404) {
      throw failure;
    }
  });

let switching = Promise.resolve();

/** Sets the faults of a preset one after the other, or removes them if some are on. */
const switchPreset = async id => {
  const { name, help, faults } = PRESETS[id];
  const present = faultsOf(id);
  const { account } = state;
  const add = async () => {
    for (const fault of faults) {
      await call('POST', '/faults', { ...fault, api_key: account });
    }
  };
  const remove = () => Promise.all(present.map(removeFault));
  await attempt(present.length > 0 ? remove : add, present.length > 0 ? `${name} is off.` : `${name} is on for ${account}. ${help}`);
};

/** A second click waits for the first one, so that it does not set the same faults again. */
const onPreset = id => {
  switching = switching.then(() => switchPreset(id));
};

const removeAll = () => attempt(() => call('DELETE', '/faults'), 'All faults are removed.');

export const prepareFaults = () => {
  options(byId('fault-preset'), [['', 'none'], ...Object.entries(PRESETS).map(([id, { name }]) => [id, name])]);
  byId('presets').append(...Object.entries(PRESETS).map(([id, { name, help }]) => plain('preset', name, { 'data-id': id, title: help, 'aria-pressed': 'false' })));
  on('effects', 'change', fit);
  ['fault-code', 'fault-body', 'fault-path', 'fault-for-seconds', 'fault-until'].forEach(id => on(id, 'input', fit));
  on('fault-preset', 'change', ({ target }) => target.value && fill(PRESETS[target.value].faults[0]));
  onAction('presets', { preset: onPreset });
  on('new-fault-button', 'click', openFault);
  on('remove-all', 'click', removeAll);
  onAction('faults', { remove: id => attempt(() => call('DELETE', `/faults?id=${id}`), `${id} is removed.`) });
  prepareForm('new-fault', () => call('POST', '/faults', described()), ({ id }) => `${id} is on.`);
};
