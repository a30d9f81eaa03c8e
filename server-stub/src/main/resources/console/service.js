import { Failure, call, callService } from './api.js';
import { el } from './dom.js';
import { refreshAll } from './poll.js';
import { tellBad, tellGood } from './notice.js';
import { state } from './state.js';

/** The failure of a call with the name of the fault that caused it, if there is one. */
const explained = async (failure, account, path) => {
  const newest = await call('GET', `/requests?limit=1&api_key=${encodeURIComponent(account)}`).catch(() => undefined);
  const [fault] = newest?.requests.find(request => request.path.endsWith(path))?.faults ?? [];
  return fault ? new Failure(failure.status, `${failure.message} (${fault})`) : failure;
};

/** A button that opens the newest request in the inspector. */
const openNewest = () => el('button', { type: 'button', class: 'link', 'data-action': 'open-newest' }, 'Show the request');

/**
 * Calls the public API for the selected account.
 *
 * @param show whether to show the result as a message; otherwise a failure is thrown, and the dialog shows it
 */
export const serviceCall = async (method, path, body, { message, show = false } = {}) => {
  const { account } = state;
  try {
    const data = await callService(account, method, path, body);
    if (show && message) {
      tellGood(message);
    }
    return data;
  } catch (failed) {
    const failure = await explained(failed, account, path);
    if (!show) {
      throw failure;
    }
    tellBad(failure.message, openNewest());
    return undefined;
  } finally {
    if (show) {
      await refreshAll();
    }
  }
};
