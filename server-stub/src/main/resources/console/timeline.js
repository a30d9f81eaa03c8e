import { byId, el, on, replace, svg } from './dom.js';
import { billMarks, destroyed, requestMarks, showList } from './events.js';
import { causeText, eventText, isBill, statusText, statusTone } from './labels.js';
import { dayOf, clockTime, longUtc, nameOf, shortUtc, span, utc } from './format.js';
import { state } from './state.js';

const ROW = 30;
const AXIS = 34;
const STEPS = [10, 30, 60, 300, 600, 1800, 3600, 10800, 21600, 43200, 86400, 172800, 604800, 2592000, 31536000];
/** Events farther ahead are not drawn: a timer may be thousands of years away. */
const FARTHEST = 31536000;

let seconds = 0;

/** How much of the past is drawn, in seconds; 0 for all. */
export const zoom = () => seconds;

/** Phases as spans that end where the next one begins; the last one ends now. */
const spans = (instance, now) =>
  instance.phases.map(({ status, since, cause }, index, all) => ({ status, since, cause, until: all[index + 1]?.since ?? now }));

/** Short phases are drawn over long ones, so that they stay visible. */
const longestFirst = phases => [...phases].sort((one, other) => other.until - other.since - (one.until - one.since));

const due = (instance, now) => instance.events.filter(event => !isBill(event.kind) && event.due - now < FARTHEST);

const bounds = (instances, now) => {
  const begins = instances.map(({ phases }) => phases[0].since);
  const ends = instances.flatMap(instance => due(instance, now).map(event => event.due));
  const from = seconds ? Math.max(now - seconds, Math.min(...begins)) : Math.min(...begins);
  const until = Math.max(now, ...(seconds ? ends.filter(end => end - now < seconds) : ends));
  const room = Math.max(10, (until - from) * 0.03);
  return { from, until: until + room };
};

const tickText = (at, step) => (step >= 86400 ? dayOf(at) : step < 60 ? clockTime(at) : clockTime(at).slice(0, 5));

/** Lines over all lanes, and their labels, which stay on top. */
const axis = ({ from, until, x, height, width }) => {
  const step = STEPS.find(candidate => (until - from) / candidate <= (x(until) - x(from)) / 70) ?? STEPS.at(-1);
  const ticks = [];
  for (let at = Math.ceil(from / step) * step; at < until; at += step) {
    ticks.push({
      line: svg('line', { class: 'grid', x1: x(at), x2: x(at), y1: 0, y2: height }),
      label: svg('text', { x: x(at), y: AXIS - 5, 'text-anchor': x(at) > width - 30 ? 'end' : 'middle' }, step < 86400 && at % 86400 === 0 ? dayOf(at) : tickText(at, step)),
    });
  }
  return ticks;
};

const phaseBar = (phase, y, { from, x }) => {
  const start = x(Math.max(phase.since, from));
  const words = `${statusText(phase.status)} from ${utc(phase.since)} for ${span(phase.until - phase.since)}${phase.cause ? `: ${causeText(phase.cause)}` : ''}`;
  return (
    phase.until >= from &&
    svg('rect', { class: `phase ${statusTone(phase.status)}`, x: start, y: y + 8, width: Math.max(3, x(phase.until) - start), height: 14, rx: 2 }, svg('title', {}, words))
  );
};

const eventMark = (event, y, { x }) =>
  svg('circle', { class: `due ${event.kind}`, cx: x(event.due), cy: y + 15, r: 5 }, svg('title', {}, `${eventText(event.kind)} at ${shortUtc(event.due)}`));

const ID_LETTERS = 8;

/** The title and the start of the identifier, or only the latter if there is no room. */
const shortName = ({ title, instance_uuid: id }, letters) => {
  const room = letters - ID_LETTERS - 1;
  return `${room > 5 ? `${title.length > room ? `${title.slice(0, room - 1)}…` : title} ` : ''}${id.slice(0, ID_LETTERS)}`;
};

/** Draws the phases and the scheduled events of an instance. */
const lane = (instance, index, now, view) => {
  const y = index * ROW;
  const last = due(instance, now).at(-1);
  return svg(
    'g',
    {},
    svg('text', { class: 'lane', x: 0, y: y + 19 }, shortName(instance, view.letters)),
    last && last.due < view.until && svg('line', { class: 'ahead', x1: view.x(now), x2: view.x(last.due), y1: y + 15, y2: y + 15 }),
    longestFirst(spans(instance, now)).map(phase => phaseBar(phase, y, view)),
    due(instance, now).filter(event => event.due < view.until).map(event => eventMark(event, y, view)),
  );
};

/** A bar without a status, because the stub forgets the phases of destroyed instances, and a cross where it ends. */
const destroyedLane = ({ until, phases: [{ since }], ...instance }, index, { x, from, letters }) => {
  const y = index * ROW;
  const words = svg('title', {}, `${nameOf(instance)}: created ${longUtc(since)}, destroyed ${longUtc(until)}`);
  const [start, end] = [x(Math.max(since, from)), x(Math.max(until, from))];
  return svg(
    'g',
    {},
    words,
    svg('text', { class: 'lane gone', x: 0, y: y + 19 }, shortName(instance, letters)),
    until >= from && svg('rect', { class: 'phase gone', x: start, y: y + 8, width: Math.max(3, end - start), height: 14, rx: 2 }),
    until >= from && svg('path', { class: 'cross', d: `M${end - 4} ${y + 11}l8 8m0 -8l-8 8` }),
  );
};

/** A lane of marks for the whole account. */
const markLane = (name, marks, index, { x, from }) => {
  const y = index * ROW;
  return svg(
    'g',
    {},
    svg('text', { class: 'lane', x: 0, y: y + 19 }, name),
    marks.filter(({ at }) => at >= from).map(({ at, words, kind }) => svg('line', { class: `tick ${kind}`, x1: x(at), x2: x(at), y1: y + 7, y2: y + 23 }, svg('title', {}, `${longUtc(at)}: ${words}`))),
  );
};

/**
 * Draws one lane for each instance, two for the whole account, and the present as a line.
 *
 * @param isWhole whether no filter hides an instance, so that destroyed instances are drawn as well
 */
export const timeline = (instances, now, isWhole) => {
  const gone = isWhole ? destroyed() : [];
  byId('timeline').hidden = instances.length + gone.length === 0;
  if (byId('timeline').hidden) {
    return;
  }
  const [requests, bills] = [requestMarks(), billMarks(now)];
  const width = Math.max(300, byId('drawing').clientWidth);
  const left = width < 500 ? 84 : 150;
  const height = (instances.length + gone.length + 2) * ROW;
  const { from, until } = bounds([...instances, ...gone], now);
  const x = at => Math.round((left + ((at - from) / (until - from)) * (width - left - 8)) * 10) / 10;
  const view = { from, until, x, height, width, letters: width < 500 ? 11 : 20 };
  const present = x(now);
  const ticks = axis(view);
  const top = svg(
    'svg',
    { class: 'axis', viewBox: `0 0 ${width} ${AXIS}`, width, height: AXIS, 'aria-hidden': 'true' },
    ticks.map(({ label }) => label),
    svg('text', { class: 'now-text', x: Math.min(present, width - 14), y: 12, 'text-anchor': 'middle' }, 'now'),
  );
  const lanes = svg(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': 'Requests, bills and phases of the instances over time. The list below has the same.' },
    ticks.map(({ line }) => line),
    markLane('Requests', requests, 0, view),
    markLane('Bills', bills, 1, view),
    instances.map((instance, index) => lane(instance, index + 2, now, view)),
    gone.map((instance, index) => destroyedLane(instance, index + 2 + instances.length, view)),
    svg('line', { class: 'present', x1: present, x2: present, y1: 0, y2: height }),
  );
  replace(byId('drawing'), [top, lanes]);
  showList(instances, gone, [...requests, ...bills]);
  const drawn = new Set(instances.flatMap(({ phases }) => phases.map(({ status }) => status)).sort((one, other) => one - other));
  const legend = [...[...drawn].map(status => [statusTone(status), statusText(status)]), ['mark', 'scheduled'], ...(gone.length > 0 ? [['gone', 'destroyed']] : [])];
  replace(byId('legend'), legend.map(([kind, words]) => el('span', {}, el('i', { class: kind }), words, ' ')));
};

export const prepareTimeline = redraw => {
  on('zoom', 'change', ({ target }) => {
    seconds = Number(target.value);
    redraw(state);
  });
  window.addEventListener('resize', () => redraw(state));
};
