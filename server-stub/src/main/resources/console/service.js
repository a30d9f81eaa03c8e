import { Failure, call, callService } from './api.js';
import { el } from './dom.js';
import { faultOf } from './effects.js';
import { madeBy } from './requests.js';
import { state } from './state.js';

/** The failure of a call with the name of the fault that caused it, and the instance that the call made all the same, if there are any. */
const explained = async (failure, account, path) => {
  const newest = await call('GET', `/requests?limit=1&api_key=${encodeURIComponent(account)}`).catch(() => undefined);
  const request = newest?.requests.find(candidate => candidate.path.endsWith(path));
  const [fault] = request?.faults ?? [];
  const message = failure.status === 0 && request?.carried_out ? 'The response was lost, but the operation was carried out.' : failure.message;
  return Object.assign(new Failure(failure.status, fault ? `${message} (${faultOf(request)}, ${fault})` : message), { made: request && madeBy(request) });
};

/** A button that opens the newest request in the inspector. */
const openNewest = () => el('button', { type: 'button', class: 'link', 'data-action': 'open-newest' }, 'Show the request');

/** Calls the public API for the selected account. A failure names its fault, and has a button that opens the request. */
export const serviceCall = async (method, path, body) => {
  const { account } = state;
  try {
    return await callService(account, method, path, body);
  } catch (failed) {
    const failure = await explained(failed, account, path);
    failure.action = openNewest();
    throw failure;
  }
};
