import { shape, utc } from './dom.js';

const WIDTH = 900;
const LEFT = 170;
const ROW = 26;
const TOP = 24;
const RUNNING = 2;

const bar = (from, until, y, kind) => shape('rect', { x: from, y: y + 7, width: Math.max(2, until - from), height: 12, rx: 3, class: kind });

const title = (made, words) => {
  made.append(shape('title', {}, words));
  return made;
};

const cut = text => (text.length > 22 ? `${text.slice(0, 21)}…` : text);

/** Draws one row an instance, from its creation to the last thing that is due, with the present as a line. */
export const timeline = (figure, instances, agenda, now, say) => {
  figure.hidden = instances.length === 0;
  figure.querySelector('svg')?.remove();
  if (figure.hidden) {
    return;
  }
  const from = Math.min(...instances.map(instance => instance.create_time));
  const until = Math.max(now, ...agenda.map(entry => entry.due)) + 1;
  const x = at => LEFT + ((at - from) / (until - from)) * (WIDTH - LEFT - 10);
  const height = TOP + instances.length * ROW + 22;
  const drawing = shape('svg', { viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'aria-label': 'Time line of the instances' });
  instances.forEach((instance, index) => {
    const y = TOP + index * ROW;
    drawing.append(shape('text', { x: 0, y: y + 17 }, cut(instance.title)));
    drawing.append(title(bar(x(instance.create_time), x(now), y, 'alive'), `exists since ${utc(instance.create_time)}`));
    if (instance.status === RUNNING) {
      drawing.append(title(bar(x(instance.start_time), x(now), y, 'running'), `runs since ${utc(instance.start_time)}`));
    }
    for (const entry of agenda.filter(({ subject }) => subject === instance.instance_uuid)) {
      drawing.append(title(shape('circle', { cx: x(entry.due), cy: y + 13, r: 5, class: 'due' }), say(entry)));
    }
  });
  const present = x(now);
  drawing.append(shape('line', { x1: present, x2: present, y1: TOP - 4, y2: height - 22, class: 'present' }));
  drawing.append(shape('text', { x: Math.min(present, WIDTH - 30), y: TOP - 8, 'text-anchor': 'middle' }, 'now'));
  drawing.append(shape('text', { x: LEFT, y: height - 6 }, utc(from)));
  drawing.append(shape('text', { x: WIDTH, y: height - 6, 'text-anchor': 'end' }, utc(until - 1)));
  figure.append(drawing);
};
