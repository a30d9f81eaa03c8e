import { Failure } from './api.js';
import { byId, el, onAction, quiet, text } from './dom.js';
import { refresh, refreshAll } from './poll.js';

const SHOWN_MS = 6000;

const show = (kind, message, action) => {
  const notice = el(
    'li',
    { class: `notice ${kind}`, role: kind === 'bad' ? 'alert' : 'status' },
    el('span', {}, message),
    action,
    quiet('dismiss', '×', { 'aria-label': 'Dismiss this message' }),
  );
  document.querySelectorAll('#notices .good, #notices .warn').forEach(earlier => earlier.remove());
  byId('notices').append(notice);
  if (kind !== 'bad') {
    setTimeout(() => notice.remove(), SHOWN_MS);
  }
  while (byId('notices').children.length > 3) {
    byId('notices').firstChild.remove();
  }
};

export const tellGood = (message, action) => show('good', message, action);

/** Something worked, but its result is a failure. */
export const tellWarning = (message, action) => show('warn', message, action);

/** A failure stays until it is dismissed or something succeeds. */
export const tellBad = (message, action) => show('bad', message, action);

const clearBad = () => document.querySelectorAll('#notices .bad').forEach(notice => notice.remove());

export const prepareNotices = () =>
  onAction('notices', { dismiss: (id, button) => button.closest('li').remove() });

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
    if (words) {
      tellGood(words);
    }
    await (all ? refreshAll() : refresh());
    return true;
  } catch (failure) {
    if (!(failure instanceof Failure) && !(failure instanceof Error)) {
      throw failure;
    }
    tellBad(failure.message);
    refresh();
    return false;
  }
};

/** Empties the form of a dialog, fills in some fields by their IDs, and opens it. */
export const openForm = (id, values = {}) => {
  const dialog = byId(id);
  text(dialog.querySelector('.form-error'), '');
  dialog.querySelector('form').reset();
  Object.entries(values).forEach(([field, value]) => {
    byId(field).value = value;
  });
  dialog.showModal();
};

/** Prepares a dialog: `submit` does its work and throws what went wrong, which the dialog shows. */
export const prepareForm = (id, submit, message, all = false) => {
  const dialog = byId(id);
  const form = dialog.querySelector('form');
  const error = el('p', { class: 'form-error', role: 'alert' });
  form.querySelector('.buttons').before(error);
  dialog.addEventListener('click', event => {
    if (event.target === dialog || event.target.closest('[data-close]')) {
      dialog.close();
    }
  });
  form.addEventListener('input', () => text(error, ''));
  form.addEventListener('submit', async event => {
    event.preventDefault();
    const confirm = form.querySelector('[type="submit"]');
    confirm.disabled = true;
    try {
      const result = await submit();
      dialog.close();
      clearBad();
      const words = typeof message === 'function' ? message(result) : message;
      if (words) {
        tellGood(words);
      }
      await (all ? refreshAll() : refresh());
    } catch (failure) {
      text(error, failure.message);
      refresh();
    } finally {
      confirm.disabled = false;
    }
  });
};

/** Asks before something that cannot be undone. */
export const confirmed = (question, yes) => {
  text('question', question);
  text('question-yes', yes);
  const dialog = byId('confirm');
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise(done => {
    dialog.addEventListener('close', () => done(dialog.returnValue === 'yes'), { once: true });
  });
};
