/** What a fault can do, and which fields of the form go with it. */

const HEAD = ['status', 'retry_after'];
const CONTENT = ['code', 'msg', 'body'];
const ANY_RESPONSE = ['operation', 'delay_ms'];

export const EFFECTS = {
  respond: {
    name: 'Respond with an error',
    help: 'The stub sends this response. The operation does not happen.',
    fields: [...ANY_RESPONSE, ...HEAD, ...CONTENT],
  },
  respond_after_effect: {
    name: 'Do it, then respond with an error',
    help: 'The operation happens, but the stub sends this response.',
    fields: [...ANY_RESPONSE, ...HEAD, ...CONTENT],
  },
  reset_connection: {
    name: 'Reset the connection',
    help: 'The connection breaks before the operation. Nothing happens.',
    fields: ANY_RESPONSE,
  },
  reset_after_effect: {
    name: 'Do it, then reset the connection',
    help: 'The operation happens, but its response is lost. A browser may send the request again.',
    fields: ANY_RESPONSE,
  },
  lose_response: {
    name: 'Do it, then lose the response',
    help: 'The operation happens. The connection closes within the status line, so no caller sends the request again.',
    fields: ANY_RESPONSE,
  },
  truncate_body: {
    name: 'Truncate the response',
    help: 'The operation happens. The stub sends half of the response, then closes the connection.',
    fields: ANY_RESPONSE,
  },
  html_body: {
    name: 'Respond with HTML',
    help: 'The stub sends a page of HTML, as a proxy would. The operation does not happen.',
    fields: [...ANY_RESPONSE, ...HEAD],
  },
  delay: {
    name: 'Only delay the response',
    help: 'The stub waits, then serves the request.',
    fields: ANY_RESPONSE,
  },
  fail_upload: { name: 'Fail the next image', help: 'The next image that is saved ends as failed.', fields: [] },
  never_boot: { name: 'Never boot', help: 'The next boot of an instance never ends.', fields: [] },
  boot_fails: { name: 'Fail the next boot', help: 'The next boot of an instance ends in status 22, shut down. It is not billed.', fields: [] },
  no_server_url: { name: 'Addresses come late', help: 'The next instance that runs has no addresses for some seconds.', fields: ['seconds'] },
  list_lag: { name: 'Lists lag', help: 'Lists hide the next new instance for some seconds.', fields: ['seconds'] },
  refuse_destroy: { name: 'Reject the next destroy', help: 'The next request to destroy an instance fails with code -1.', fields: [] },
};

export const OPERATIONS = [
  'createInstanceByPod', 'createInstanceByImage', 'listInstances', 'startInstance', 'restartInstance', 'setShutdownTimer',
  'updateInstanceTitle', 'saveInstanceImage', 'destroyInstance', 'listMarketImages', 'listPrivateImages',
  'deletePrivateImage', 'listPods', 'listGpus', 'getBalance', 'listCards', 'listBills', 'listRecharges',
];

/** Whether the fault changes an instance, not a response. Such a fault needs an account. */
export const isOfLifecycle = effect => !EFFECTS[effect].fields.includes('operation');

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
    help: 'The next request to create an instance from a pod and the next one from an image work, but their responses are lost.',
    faults: forEachCreate({ effect: 'lose_response', times: 1 }),
  },
  'rate-limited': {
    name: 'Rate limited',
    help: 'All requests get HTTP 429 with Retry-After: 5, until you press the button again.',
    faults: [{ effect: 'respond', status: 429, retry_after: 5 }],
  },
};

const COMPARED = ['effect', 'operation', 'msg', 'body', 'retry_after', 'delay_ms', 'seconds', 'probability'];

const isEqual = (fault, preset) =>
  COMPARED.every(member => fault[member] === preset[member]) &&
  (fault.status ?? 200) === (preset.status ?? 200) &&
  (preset.code === undefined || fault.code === preset.code);

/** The ID of the preset that a fault belongs to, or undefined. How often it can still trigger does not matter. */
export const presetOf = fault =>
  Object.keys(PRESETS).find(id => PRESETS[id].faults.some(preset => isEqual(fault, preset)));

const whole = amount => (amount === undefined ? undefined : String(amount));

/** What a fault does, in a few words. */
export const faultTitle = ({ effect = 'delay', status, code, body, retry_after: retryAfter }) => {
  if (!EFFECTS[effect].fields.includes('status')) {
    return EFFECTS[effect].name;
  }
  const isSuccess = effect !== 'html_body' && (status ?? 200) === 200 && !code && !body;
  const response = [`HTTP ${status ?? 200}`, whole(code) && `code ${code}`, isSuccess && 'success', whole(retryAfter) && `Retry-After ${retryAfter}`].filter(Boolean).join(', ');
  return { respond: response, respond_after_effect: `Do it, then ${response}`, html_body: `${response} with HTML` }[effect];
};

/** When a fault is triggered, in words. */
export const faultText = ({ effect = 'delay', operation, delay_ms: delay, seconds, times, probability }) =>
  [
    operation ?? (isOfLifecycle(effect) ? undefined : 'any operation'),
    delay && `after ${delay} ms`,
    whole(seconds) && `${seconds} s`,
    probability && `${Math.round(probability * 1000) / 10} % of the time`,
    times === undefined ? 'until removed' : times === 1 ? 'once' : `${times} more times`,
  ].filter(Boolean).join(' · ');
