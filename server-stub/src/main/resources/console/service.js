import { callService } from './api.js';
import { el } from './dom.js';
import { refreshAll } from './poll.js';
import { tellBad, tellGood } from './notice.js';
import { state } from './state.js';

/** A button that opens the newest request in the inspector. */
const openNewest = () => el('button', { type: 'button', class: 'link', 'data-action': 'open-newest' }, 'Show the request');

/**
 * Calls the public API for the selected account.
 *
 * @param show whether to show the result as a message; otherwise a failure is thrown, and the dialog shows it
 */
export const serviceCall = async (method, path, body, { message, show = false } = {}) => {
  try {
    const data = await callService(state.account, method, path, body);
    if (show && message) {
      tellGood(message);
    }
    return data;
  } catch (failure) {
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
