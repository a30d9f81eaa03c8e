/** Small pieces for all parts of the page. What comes from the stub becomes text, never markup. */

export const byId = id => document.getElementById(id);

/** An element with its attributes and children; strings become text. */
export const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.append(...children.filter(child => child !== undefined && child !== null));
  return made;
};

/** The same, for SVG. */
export const shape = (name, attributes, text) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  Object.entries(attributes).forEach(([key, value]) => made.setAttribute(key, value));
  made.textContent = text ?? '';
  return made;
};

export const row = (...cells) => element('tr', {}, ...cells.map(cell => element('td', {}, cell)));

/** Replaces what is inside, unless that would stay the same: whoever reads or marks it is not disturbed. */
export const replace = (parent, children) => {
  const present = [...parent.childNodes];
  if (present.length !== children.length || children.some((child, index) => !child.isEqualNode(present[index]))) {
    parent.replaceChildren(...children);
  }
};

/** The last moment that has a date here. */
const LAST = 8.64e12;

/** A moment in UTC, to the second, or the number where it has no date. */
export const utc = seconds => (seconds > LAST ? `${seconds}` : new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 19));

/** A moment as an element, its day below; a dash where there is none, and the number where it has no date. */
export const moment = seconds => {
  if (!seconds) {
    return '–';
  }
  if (seconds > LAST) {
    return utc(seconds);
  }
  const [day, time] = utc(seconds).split(' ');
  return element('time', { datetime: new Date(seconds * 1000).toISOString() }, time, element('small', {}, day));
};

/** A length of time in its two largest units. */
export const span = seconds => {
  const parts = [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];
  let rest = seconds;
  const said = parts.map(([size, unit]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? `${count} ${unit}` : '';
  });
  return said.filter(Boolean).slice(0, 2).join(' ') || '0 s';
};

/** Fills a list of choices and keeps what was chosen, where it is still there. */
export const choices = (select, values, first = []) => {
  const chosen = select.value;
  replace(select, [...first, ...values.map(value => element('option', { value }, value))]);
  if (values.includes(chosen)) {
    select.value = chosen;
  }
};
