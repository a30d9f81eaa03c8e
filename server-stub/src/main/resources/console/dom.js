/** Elements of the page. Data of the stub becomes text and attributes, never markup. */

export const byId = id => document.getElementById(id);

const append = (parent, children) => {
  parent.append(...children.flat(Infinity).filter(child => child !== undefined && child !== null && child !== false));
  return parent;
};

const attributes = (made, values) => {
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== false) {
      made.setAttribute(name, value === true ? '' : value);
    }
  }
  return made;
};

/** An element with attributes and children. Undefined, null and false are left out. */
export const el = (name, values = {}, ...children) => append(attributes(document.createElement(name), values), children);

/** The same for SVG. */
export const svg = (name, values = {}, ...children) =>
  append(attributes(document.createElementNS('http://www.w3.org/2000/svg', name), values), children);

const button = (action, text, values, type) =>
  el('button', { type: 'button', class: type, 'data-action': action, ...values }, text);

/** A secondary button. A listener on a parent acts on `data-action`. */
export const plain = (action, text, values = {}) => button(action, text, values, 'button');

/** A button without a border, for use in rows. */
export const quiet = (action, text, values = {}) => button(action, text, values, 'button quiet');

/** Buttons of the same action and object have the same key. */
const focusKey = element => element?.dataset?.action && `${element.dataset.action} ${element.dataset.id ?? ''}`;

const CONTROLS = 'a, button, input, select';

/** Lists of which only one control is a tab stop. The arrow keys move to the others. */
const ONE_STOP = '[data-one-stop]';

const leaveTabOrder = parent => parent.querySelectorAll(CONTROLS).forEach(control => control.setAttribute('tabindex', '-1'));

const successor = (parent, key) => {
  const present = [...parent.querySelectorAll('[data-action]')].find(candidate => focusKey(candidate) === key);
  return present?.disabled ? present.closest('li')?.querySelector('[data-action]:not(:disabled)') : present;
};

const firstButton = (parent, position) =>
  parent.children[Math.min(position, parent.children.length - 1)]?.querySelector('[data-action]:not(:disabled)');

/**
 * Replaces children, but keeps those that are the same. A selection, a scroll position and the focus in them are not lost. If the
 * child with the focus is replaced, the focus moves to the new button with the same `data-action` and `data-id`. If there is none, or
 * if it is disabled, it moves to the first button of the child that is there now, or to `fallback` if no child is left.
 */
export const replace = (parent, children, fallback) => {
  const wanted = children.flat().filter(Boolean);
  if (parent.closest(ONE_STOP)) {
    wanted.forEach(leaveTabOrder);
  }
  const focused = parent.contains(document.activeElement) ? focusKey(document.activeElement) : undefined;
  const position = focused ? [...parent.children].findIndex(child => child.contains(document.activeElement)) : -1;
  wanted.forEach((child, index) => {
    const present = parent.childNodes[index];
    if (!present) {
      parent.append(child);
    } else if (!present.isEqualNode(child)) {
      present.replaceWith(child);
    }
  });
  while (parent.childNodes.length > wanted.length) {
    parent.lastChild.remove();
  }
  if (focused && !parent.contains(document.activeElement)) {
    (successor(parent, focused) ?? firstButton(parent, position) ?? fallback)?.focus();
  }
};

/** Controls of a list by row. */
const rowsOf = list =>
  [...list.querySelectorAll('li, tr')].map(row => [...row.querySelectorAll(CONTROLS)].filter(control => !control.disabled && control.checkVisibility())).filter(row => row.length > 0);

/** The control to which a key leads from the one in a row and column, or undefined. */
const neighbour = (key, rows, row, column) => {
  const inRow = at => rows[at]?.[Math.min(column, rows[at].length - 1)];
  const targets = {
    ArrowDown: () => inRow(row + 1),
    ArrowUp: () => inRow(row - 1),
    ArrowRight: () => rows[row][column + 1],
    ArrowLeft: () => rows[row][column - 1],
    Home: () => inRow(0),
    End: () => inRow(rows.length - 1),
  };
  return targets[key]?.();
};

const moveFocus = event => {
  const rows = rowsOf(event.currentTarget);
  const row = rows.findIndex(controls => controls.includes(event.target));
  const target = row >= 0 && !event.altKey && neighbour(event.key, rows, row, rows[row].indexOf(event.target));
  if (target) {
    event.preventDefault();
    target.focus();
  }
};

/**
 * Makes one tab stop of each list with `data-one-stop`. The list itself is the stop. It passes the focus on to the control that had it
 * last, or to the first one below the heading, and is no stop while it contains the focus, so that Shift+Tab leaves it.
 */
export const prepareOneStops = () =>
  document.querySelectorAll(ONE_STOP).forEach(list => {
    let last = () => undefined;
    leaveTabOrder(list);
    list.tabIndex = 0;
    list.addEventListener('keydown', moveFocus);
    document.addEventListener('focusin', ({ target }) => {
      const isInside = target !== list && list.contains(target);
      list.tabIndex = isInside ? -1 : 0;
      if (isInside) {
        last = finder(target);
      } else if (target === list) {
        const controls = rowsOf(list).flat();
        (last() ?? controls.find(control => !control.closest('thead')) ?? controls[0])?.focus();
      }
    });
  });

/** Returns a function that finds a button, or the one that has taken its place meanwhile. */
export const finder = element => {
  const parent = element.closest('[id]');
  const key = focusKey(element);
  return () => (element.isConnected ? element : (parent && key && successor(parent, key)) || undefined);
};

/** Sets a text only if it differs, so that screen readers do not read it again. */
export const text = (target, words) => {
  const element = typeof target === 'string' ? byId(target) : target;
  if (element.textContent !== words) {
    element.textContent = words;
  }
};

export const on = (id, event, reaction) =>
  byId(id).addEventListener(event, happened => {
    if (event === 'submit') {
      happened.preventDefault();
    }
    reaction(happened);
  });

/** Calls the reaction that has the name of the `data-action` of the button that was clicked. */
export const onAction = (id, reactions) =>
  byId(id).addEventListener('click', event => {
    const target = event.target.closest('[data-action]');
    const reaction = target && reactions[target.dataset.action];
    if (reaction) {
      event.preventDefault();
      reaction(target.dataset.id, target);
    }
  });

/** Fills a select and keeps the selection if it is still there. */
export const options = (select, choices) => {
  const selected = select.value;
  replace(select, choices.map(([value, label, disabled]) => el('option', { value, disabled }, label)));
  if (choices.some(([value]) => value === selected)) {
    select.value = selected;
  }
};

/** The number in a field, or undefined if it is empty or disabled. */
export const numberIn = id => {
  const { disabled, value } = byId(id);
  return disabled || value === '' ? undefined : Number(value);
};

/** The text in a field, or undefined if it is empty or disabled. */
export const textIn = id => {
  const { disabled, value } = byId(id);
  return disabled || value === '' ? undefined : value;
};

/** Offers a file to save. Fetched first, because a link cannot carry the admin token. */
export const save = (blob, name) => {
  const address = URL.createObjectURL(blob);
  el('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
};

/** Copies a text. Pages of other hosts than localhost have no clipboard without HTTPS. */
export const copy = async words => {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(words);
    return;
  }
  const area = el('textarea', { readonly: true, class: 'offscreen', 'aria-hidden': 'true' }, words);
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (!copied) {
    throw new Error('The browser does not allow this page to copy. Select the text instead.');
  }
};
