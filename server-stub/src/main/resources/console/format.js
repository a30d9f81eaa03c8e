/** Times, amounts and labels as people read them. */

/** The last moment that a Date can hold, in seconds. */
const LAST = 8.64e12;

const pad = number => String(number).padStart(2, '0');

/** A moment in UTC to the second; the number itself if it is past all dates. */
export const utc = seconds =>
  seconds > LAST ? String(seconds) : new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 19);

export const iso = seconds => (seconds > LAST ? undefined : new Date(seconds * 1000).toISOString());

/** A moment in UTC as part of the name of a file. */
export const fileTime = seconds => (seconds > LAST ? String(seconds) : `${iso(seconds).slice(0, 19).replace(/[-:]/g, '')}Z`);

/** The time of day, in UTC. */
export const clockTime = seconds => (seconds > LAST ? String(seconds) : utc(seconds).slice(11));

/** An instance by its title and the start of its identifier, because several can have the same title. */
export const nameOf = ({ title, instance_uuid: id }) => [title, id.slice(0, 8)].filter(Boolean).join(' · ');

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day as in 5 Jan, in UTC. */
export const dayOf = seconds => {
  const date = new Date(seconds * 1000);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
};

/** Day and minute, as in 5 Jan 14:05. */
export const shortUtc = seconds => {
  const date = new Date(seconds * 1000);
  return seconds > LAST ? String(seconds) : `${dayOf(seconds)} ${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`;
};

/** Day and second, as in 5 Jan 14:05:09. */
export const longUtc = seconds => (seconds > LAST ? String(seconds) : `${dayOf(seconds)} ${clockTime(seconds)}`);

/** The time of day, with the day if it is not that of the present. */
export const whenOf = (seconds, now) => (Math.floor(seconds / 86400) === Math.floor(now / 86400) ? clockTime(seconds) : longUtc(seconds));

const UNITS = [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's']];

/** A duration in its two largest units. */
export const span = seconds => {
  let rest = Math.max(0, Math.floor(seconds));
  const parts = UNITS.map(([size, unit]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? `${count}\u00a0${unit}` : '';
  });
  return parts.filter(Boolean).slice(0, 2).join(' ') || '0\u00a0s';
};

export const money = amount =>
  Number(amount).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const number = count => count.toLocaleString('en-US');

export const plural = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;

/** The object in a text, or an empty one if it is not JSON. */
export const parsed = words => {
  try {
    return JSON.parse(words) ?? {};
  } catch {
    return {};
  }
};

export const prettyJson = body => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};
