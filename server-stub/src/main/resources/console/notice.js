import { Failure } from './api.js';
import { byId, el, finder, onAction, quiet, text } from './dom.js';
import { refresh, refreshAll } from './poll.js';

const SHOWN_MS = 6000;

const show = (kind, message, action) => {
  const notice = el(
    'div',
    { class: `notice ${kind}`, role: kind === 'bad' ? 'alert' : 'status' },
    el('span', {}, message),
    action,
    quiet('dismiss', '×', { 'aria-label': 'Dismiss this message' }),
  );
  byId('notices').replaceChildren(notice);
  if (kind !== 'bad') {
    setTimeout(() => notice.remove(), SHOWN_MS);
  }
};

/** Says something to screen readers only, because the page shows it. */
export const announce = words => text('announcement', words);

/** Shows a message about something that the page does not show. */
export const tellGood = (message, action) => show('good', message, action);

/** Something worked, but its result is a failure. */
export const tellWarning = (message, action) => show('warn', message, action);

/** A failure stays until it is dismissed or another message takes its place. */
export const tellBad = (message, action) => show('bad', message, action);

const clearBad = () => document.querySelectorAll('#notices .bad').forEach(notice => notice.remove());

export const prepareNotices = () =>
  onAction('notices', { dismiss: (id, button) => button.closest('.notice').remove() });

/**
 * Does something and reads the page again.
 *
 * @param all whether the clock or the whole stub may have changed
 * @returns whether it succeeded
 */
export const attempt = async (action, message, all = false) => {
  try {
    const result = await action();
    clearBad();
    const words = typeof message === 'function' ? message(result) : message;
    announce(words ?? '');
    await (all ? refreshAll() : refresh());
    return true;
  } catch (failure) {
    if (!(failure instanceof Failure) && !(failure instanceof Error)) {
      throw failure;
    }
    tellBad(failure.message, failure.action);
    refresh();
    return false;
  }
};

/** Opens a dialog. When it closes, the focus returns to the button that opened it, even if that was drawn again meanwhile. */
export const openDialog = dialog => {
  const opener = finder(document.activeElement);
  byId('notices').replaceChildren();
  const returnFocus = () => {
    // If its opener is gone, the browser leaves the focus in the closed dialog or moves it to the body.
    if (document.activeElement === document.body || dialog.contains(document.activeElement)) {
      opener()?.focus();
    }
  };
  dialog.addEventListener('close', returnFocus, { once: true });
  dialog.showModal();
};

/** Empties the form of a dialog, fills in some fields by their IDs, and opens it. */
export const openForm = (id, values = {}) => {
  const dialog = byId(id);
  text(dialog.querySelector('.form-error'), '');
  dialog.querySelector('form').reset();
  Object.entries(values).forEach(([field, value]) => {
    byId(field).value = value;
  });
  openDialog(dialog);
};

/**
 * Prepares a dialog: `submit` does its work and throws what went wrong, which the dialog shows.
 *
 * @param onFailure completes what the dialog shows of a failure
 */
export const prepareForm = (id, submit, message, all = false, onFailure = () => {}) => {
  const dialog = byId(id);
  const form = dialog.querySelector('form');
  const error = el('p', { class: 'form-error', role: 'alert' });
  const confirm = form.querySelector('[type="submit"]');
  let isSending = false;
  form.querySelector('.buttons').before(error);
  dialog.addEventListener('click', event => {
    if (event.target === dialog || event.target.closest('[data-close]')) {
      dialog.close();
    }
  });
  form.addEventListener('input', () => text(error, ''));
  form.addEventListener('submit', async event => {
    event.preventDefault();
    if (isSending) {
      return;
    }
    isSending = true;
    // A button that is disabled would lose the focus.
    confirm.setAttribute('aria-disabled', 'true');
    try {
      const result = await submit();
      dialog.close();
      clearBad();
      announce(typeof message === 'function' ? message(result) : message);
      await (all ? refreshAll() : refresh());
    } catch (failure) {
      text(error, failure.message);
      onFailure(failure);
      if (failure.status === 0) {
        // The request may have taken effect, so Enter must not send it again.
        form.querySelector('[data-close]').focus();
      }
      refresh();
    } finally {
      isSending = false;
      confirm.removeAttribute('aria-disabled');
    }
  });
};

/**
 * Asks before something that cannot be undone.
 *
 * @param names what it concerns, if that is too much for the question
 */
export const confirmed = (question, yes, names = []) => {
  text('question', question);
  text('question-yes', yes);
  byId('question-details').hidden = names.length === 0;
  byId('question-details').open = false;
  byId('question-list').replaceChildren(...names.map(name => el('li', {}, name)));
  const dialog = byId('confirm');
  dialog.returnValue = '';
  openDialog(dialog);
  return new Promise(done => {
    dialog.addEventListener('close', () => done(dialog.returnValue === 'yes'), { once: true });
  });
};
