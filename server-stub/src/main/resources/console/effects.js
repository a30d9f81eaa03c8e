import { parsed, utc } from './format.js';
import { effectText, effects } from './labels.js';

const HEAD = ['status', 'retry_after'];
const CONTENT = ['code', 'msg', 'body'];
const DURATION = ['seconds'];

/** Members of the JSON that only some effects have. */
const OWN_MEMBERS = {
  respond: [...HEAD, ...CONTENT],
  respond_after_effect: [...HEAD, ...CONTENT],
  html_body: HEAD,
  no_server_url: DURATION,
  list_lag: DURATION,
  stale_status: DURATION,
  listed_again: DURATION,
};

/** Effects that need no operation, so that they can respond to calls that the stub does not serve */
const WITH_PATH = ['respond', 'reset_connection', 'html_body'];

/** The effect of a fault that only delays, which has no name in JSON. */
export const DELAY = 'delay';

/** Whether the fault changes an instance, not a response. Such a fault needs an account. The document lists these effects last. */
export const isOfLifecycle = effect => effects().indexOf(effect) > effects().indexOf('html_body');

/** The members of the JSON that go with an effect. */
export const membersOf = effect => [
  ...(OWN_MEMBERS[effect] ?? []),
  ...(isOfLifecycle(effect) ? [] : ['operation', 'delay_ms']),
  ...(WITH_PATH.includes(effect) ? ['path'] : []),
];

/** Effects that change a response, and those that change an instance. */
export const groups = () => [
  ['Response', [...effects().filter(effect => !isOfLifecycle(effect)), DELAY]],
  ['Instance or image', effects().filter(isOfLifecycle)],
];

/** A fault names one operation or none, so both ways to create an instance need two faults. */
const forEachCreate = fault => ['createInstanceByPod', 'createInstanceByImage'].map(operation => ({ ...fault, operation }));

/** Faults that testers need most. */
export const PRESETS = {
  'no-capacity': {
    name: 'No capacity',
    help: 'Each request to create an instance fails as if no GPU were free, until you press the button again.',
    faults: forEachCreate({ effect: 'respond', code: 1, msg: 'not enough free GPUs of this model' }),
  },
  'lost-response': {
    name: 'Response to create is lost',
    help: 'The next request to create an instance works, but its response is lost.',
    isOnce: true,
    faults: forEachCreate({ effect: 'lose_response', times: 1 }),
  },
  'rate-limited': {
    name: 'Rate limited',
    help: 'All requests get HTTP 429 with Retry-After: 5, until you press the button again.',
    faults: [{ effect: 'respond', status: 429, retry_after: 5 }],
  },
};

const COMPARED = ['effect', 'operation', 'path', 'msg', 'body', 'retry_after', 'delay_ms', 'seconds', 'until', 'probability'];

const isEqual = (fault, preset) =>
  COMPARED.every(member => fault[member] === preset[member]) &&
  (fault.status ?? 200) === (preset.status ?? 200) &&
  (preset.code === undefined || fault.code === preset.code);

/** The ID of the preset that a fault belongs to, or undefined. How often it can still trigger does not matter. */
export const presetOf = fault =>
  Object.keys(PRESETS).find(id => PRESETS[id].faults.some(preset => isEqual(fault, preset)));

/** Whether a request was given the response of a fault of a preset. The fault itself may be gone. */
const hadFault = ({ effect, operation, status, code, response_body: body }, fault) =>
  fault.effect === effect &&
  (!fault.operation || fault.operation === operation) &&
  (fault.status === undefined || fault.status === status) &&
  (fault.code === undefined || (fault.code === code && fault.msg === parsed(body).msg));

/** The fault that decided the response to a request: the name of its preset, or its effect. */
export const faultOf = request => Object.values(PRESETS).find(({ faults }) => faults.some(fault => hadFault(request, fault)))?.name ?? effectText(request.effect);

const whole = amount => (amount === undefined ? undefined : String(amount));

/** What a fault does, in a few words. */
export const faultTitle = ({ effect, status, code, body, retry_after: retryAfter }) => {
  if (!membersOf(effect).includes('status')) {
    return effectText(effect);
  }
  const isSuccess = effect !== 'html_body' && (status ?? 200) === 200 && !code && !body;
  const response = [`HTTP ${status ?? 200}`, whole(code) && `code ${code}`, isSuccess && 'success', whole(retryAfter) && `Retry-After ${retryAfter}`].filter(Boolean).join(', ');
  return effect === 'respond' ? response : `${effectText(effect)}: ${response}`;
};

/** When a fault is triggered, in words. */
export const faultText = ({ effect, operation, path, delay_ms: delay, seconds, times, until, probability }) =>
  [
    path ?? operation ?? (isOfLifecycle(effect) ? undefined : 'any operation'),
    delay && `after ${delay} ms`,
    whole(seconds) && `${seconds} s`,
    probability && `${Math.round(probability * 1000) / 10} % of the time`,
    until && `until ${utc(until)}`,
    times === undefined ? !until && 'until removed' : times === 1 ? 'once' : `${times} more times`,
  ].filter(Boolean).join(' · ');
