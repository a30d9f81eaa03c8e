import { byId, replace, svg, text } from './dom.js';
import { longUtc, money, shortUtc } from './format.js';
import { isBill } from './labels.js';
import { hourlyPrice } from './state.js';

const HEIGHT = 84;
const LEFT = 44;
const TOP = 8;
const BOTTOM = 20;
const HOUR = 3600;

/**
 * The balance over time, found backwards from the present: what was spent in a span is added, what was paid in is taken away. A recharge
 * is drawn where its span begins.
 */
const history = (spans, { balance, moment }, ended) => {
  const points = [{ at: moment, balance }];
  [...spans].reverse().forEach(({ start, balance: spent, recharged = 0 }) => {
    const [next] = points;
    if (next.balance <= 0 && start < ended && ended < next.at) {
      points.unshift({ at: ended, balance: 0 });
    }
    const after = Math.max(0, next.balance + spent);
    points.unshift({ at: start, balance: Math.max(0, after - recharged) }, { at: start, balance: after });
  });
  return points;
};

/** The next bill of each instance that costs money. */
const nextBills = instances =>
  instances.flatMap(instance => instance.events.filter(({ kind }) => isBill(kind)).map(({ due }) => ({ due, price: hourlyPrice(instance) }))).filter(({ price }) => price > 0);

/**
 * When the money ends if the same instances run on: with the first bill that leaves none. Bills come once an hour for each instance, so
 * whole rounds of them are left out. Undefined if nothing runs.
 */
export const endOfMoney = (funds, instances) => {
  const bills = nextBills(instances);
  const hourly = bills.reduce((sum, { price }) => sum + price, 0);
  if (hourly === 0) {
    return undefined;
  }
  const rounds = Math.max(0, Math.ceil(funds / hourly) - 1);
  let left = funds - rounds * hourly;
  const last = bills
    .sort((one, other) => one.due - other.due)
    .find(({ price }) => {
      left -= price;
      return Math.round(100 * left) <= 0;
    });
  return last.due + rounds * HOUR;
};

/** At first the cards pay, then the balance. */
const forecast = ({ balance, card_balance: cards, hourly_cost: hourly, moment }, instances) => {
  const end = endOfMoney(balance + cards, instances);
  return end && { cardsEnd: moment + (cards / hourly) * HOUR, end };
};

/** When the account last had no money for an instance, or undefined. */
const endOf = instances => Math.max(...instances.flatMap(({ phases }) => phases.filter(({ cause }) => cause === 'funds_spent').map(({ since }) => since)));

const words = (details, ahead, ended) => {
  if (ahead) {
    // A card may be for other pods than those that run.
    return `At ${money(details.hourly_cost)} per hour, it ends ${details.card_balance > 0 ? 'by' : 'at'} ${shortUtc(ahead.end)}.`;
  }
  return details.balance + details.card_balance <= 0 && ended > 0 ? `It ended on ${longUtc(ended)}.` : 'Nothing runs, so it stays.';
};

const path = points => points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join(' ');

/** Draws the balance in the range of the spending and, if instances run, for half as long from now on. */
export const drawBalance = (spans, details, instances, width) => {
  const ahead = forecast(details, instances);
  const ended = endOf(instances);
  const past = history(spans, details, ended);
  const from = past[0].at;
  const until = details.moment + (ahead ? (details.moment - from) / 2 : 0);
  const most = Math.max(1, ...past.map(({ balance }) => balance));
  const x = at => LEFT + ((at - from) / Math.max(1, until - from)) * (width - LEFT - 6);
  const y = balance => HEIGHT - BOTTOM - (balance / most) * (HEIGHT - TOP - BOTTOM);
  const point = ({ at, balance }) => ({ x: x(at), y: y(balance) });
  const falls = ahead && Math.min(until, Math.max(details.moment, ahead.cardsEnd));
  const last = ahead && Math.min(until, ahead.end);
  const coming = ahead ? [{ at: details.moment, balance: details.balance }, { at: falls, balance: details.balance }, { at: last, balance: details.balance - (Math.max(0, last - falls) / HOUR) * details.hourly_cost }] : [];
  const moment = ahead && ahead.end <= until ? ahead.end : ended >= from ? ended : undefined;
  const sentence = words(details, ahead, ended);
  text('money-ends', sentence);
  byId('money-ends').classList.toggle('bad', !ahead && ended > 0 && details.balance + details.card_balance <= 0);
  replace(byId('balance-chart'), [
    svg(
      'svg',
      { viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img', 'aria-label': `Balance over time, now ${money(details.balance)}. ${sentence}` },
      [0, most].map(value => [
        svg('line', { class: 'grid', x1: LEFT, x2: width, y1: y(value), y2: y(value) }),
        svg('text', { x: LEFT - 6, y: y(value) + 4, 'text-anchor': 'end' }, value >= 1000 ? Math.round(value).toLocaleString('en-US') : money(value)),
      ]),
      svg('path', { class: 'balance', d: path(past.map(point)) }),
      coming.length > 0 && svg('path', { class: 'balance coming', d: path(coming.map(point)) }),
      svg('line', { class: 'present', x1: x(details.moment), x2: x(details.moment), y1: TOP, y2: HEIGHT - BOTTOM }),
      svg('text', { class: 'now-text', x: x(details.moment), y: HEIGHT - 5, 'text-anchor': ahead ? 'middle' : 'end' }, 'now'),
      moment !== undefined && svg('circle', { class: 'money-end', cx: x(moment), cy: y(0), r: 4.5 }, svg('title', {}, sentence)),
      moment !== undefined && svg('text', { class: 'money-end', x: x(moment) + (x(moment) < width - 80 ? 8 : -8), y: y(0) - 5, 'text-anchor': x(moment) < width - 80 ? 'start' : 'end' }, 'money ends'),
    ),
  ]);
};
