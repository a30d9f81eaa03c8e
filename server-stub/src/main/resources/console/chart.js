import { drawBalance } from './balance.js';
import { byId, el, options, on, replace, svg, text } from './dom.js';
import { clockTime, dayOf, money, shortUtc } from './format.js';
import { go } from './address.js';
import { RANGES } from './poll.js';

const HEIGHT = 150;
const LEFT = 44;
const TOP = 10;
const BOTTOM = 22;

/** The smallest round number that is not less. */
const roundUp = value => {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10].map(step => step * power).find(step => step >= value * 0.999999);
};

const total = span => span.balance + span.card;

const label = (seconds, length) => (length >= 21600 ? dayOf(seconds) : clockTime(seconds).slice(0, 5));

const bar = (x, width, y, height, kind) =>
  height > 0 && svg('rect', { class: kind, x: x.toFixed(2), y: y.toFixed(2), width: width.toFixed(2), height: height.toFixed(2), rx: 1 });

const spoken = (span, length) => {
  const from = length >= 86400 ? dayOf(span.start) : shortUtc(span.start);
  const by = span.card > 0 ? `, ${money(span.card)} of it by card` : '';
  return `${from}: ${money(total(span))}${by}`;
};

const column = (span, index, { step, top, length }) => {
  const scale = (HEIGHT - TOP - BOTTOM) / top;
  const x = LEFT + index * step;
  const byBalance = span.balance * scale;
  const byCard = span.card * scale;
  const floor = HEIGHT - BOTTOM;
  return svg(
    'g',
    { class: 'column' },
    svg('title', {}, spoken(span, length)),
    svg('rect', { class: 'hit', x, y: TOP, width: step, height: floor - TOP }),
    bar(x + step * 0.12, step * 0.76, floor - byBalance, byBalance, 'by-balance'),
    bar(x + step * 0.12, step * 0.76, floor - byBalance - byCard, byCard, 'by-card'),
  );
};

const grid = (top, width) =>
  [0, top / 2, top].map(value => {
    const y = HEIGHT - BOTTOM - (value / top) * (HEIGHT - TOP - BOTTOM);
    return [
      svg('line', { class: 'grid', x1: LEFT, x2: width, y1: y, y2: y }),
      svg('text', { x: LEFT - 6, y: y + 4, 'text-anchor': 'end' }, value >= 1000 ? value.toLocaleString('en-US') : money(value)),
    ];
  });

const DAY = 86400;

/** Labels that do not touch each other. Spans that are parts of a day are labelled where a day begins, so that each day is named once. */
const ticks = (spans, step, length, width) => {
  const isPart = length >= 21600 && length < DAY;
  const every = Math.ceil(46 / step);
  return spans.map(
    (span, index) =>
      (isPart ? span.start % DAY === 0 : index % every === 0) && LEFT + index * step + 40 <= width &&
      svg('text', { x: LEFT + index * step, y: HEIGHT - 5 }, label(span.start, length)),
  );
};

const draw = (spans, length, width) => {
  const most = Math.max(...spans.map(total));
  const top = roundUp(Math.max(most, 1));
  const step = (width - LEFT) / spans.length;
  return svg(
    'svg',
    { viewBox: `0 0 ${width} ${HEIGHT}`, role: 'img', 'aria-labelledby': 'spending-title spent' },
    grid(top, width),
    spans.map((span, index) => column(span, index, { step, top, length })),
    ticks(spans, step, length, width),
  );
};

/** Amounts with no bill in between are left out. */
const rows = (spans, length) =>
  spans
    .filter(span => total(span) > 0)
    .reverse()
    .map(span =>
      el('tr', {}, el('td', {}, length >= 86400 ? dayOf(span.start) : shortUtc(span.start)), el('td', { class: 'number' }, money(span.balance)), el('td', { class: 'number' }, money(span.card))),
    );

const sums = spans => {
  const [balance, card] = ['balance', 'card'].map(member => money(spans.reduce((sum, span) => sum + span[member], 0)));
  return el('tr', {}, el('th', { scope: 'row' }, 'Sum'), el('td', { class: 'number' }, balance), el('td', { class: 'number' }, card));
};

let drawn = [];

const showChart = (spending, width, inAll) => {
  const length = spending.length > 1 ? spending[1].start - spending[0].start : 3600;
  const spent = spending.reduce((sum, span) => sum + total(span), 0);
  const range = `in the last ${byId('range').selectedOptions[0].textContent}`;
  text('spent', spent > 0 ? `${money(spent)} ${range}` : `Nothing ${range}`);
  text('spent-before', inAll - spent >= 0.005 ? `${money(inAll - spent)} before that` : '');
  text('spent-lately', `${spent > 0 ? money(spent) : 'nothing'} in ${byId('range').selectedOptions[0].textContent}`);
  replace(byId('chart'), [draw(spending, length, width)]);
  replace(byId('spending-table').tBodies[0], rows(spending, length));
  replace(byId('spending-table').tFoot, [sums(spending)]);
  byId('spending-details').hidden = spent === 0;
};

export const showSpending = ({ spending, details, instances, place }) => {
  if (!details) {
    return;
  }
  byId('range').value = place.range || 'day';
  const width = Math.max(240, byId('chart').clientWidth);
  const present = [spending, details, instances, width];
  if (spending.length > 0 && present.some((value, index) => value !== drawn[index])) {
    drawn = present;
    showChart(spending, width, details.spent);
    drawBalance(spending, details, instances, width);
  }
};

export const prepareSpending = () => {
  options(byId('range'), Object.entries(RANGES).map(([value, { label: words }]) => [value, words]));
  on('range', 'change', ({ target }) => go({ range: target.value === 'day' ? '' : target.value }, false));
};
