import { accountPath, call } from './api.js';
import { byId, el, onAction, quiet, replace, text } from './dom.js';
import { UPLOADS, eventText, iso, longUtc, money, nameOf, plural, shortUtc, span, utc } from './format.js';
import { serviceCall } from './service.js';
import { confirmed, openForm, prepareForm } from './notice.js';
import { accountNow, gpuName, hourlyPrice, isAmbiguous, state, statusName } from './state.js';
import { timeline, zoom } from './timeline.js';

const RUNNING = 2;
const SHUT_DOWN = 22;
const MOST_SHOWN = 200;

const opened = new Set();

/** A moment as an element. */
const time = seconds => el('time', { datetime: iso(seconds), title: `${utc(seconds)} UTC` }, longUtc(seconds));

const nextText = ({ events }, now) => {
  const event = events.find(({ kind }) => kind !== 'settlement') ?? events[0];
  return event ? `${eventText(event.kind)} in ${span(event.due - now)}` : 'nothing scheduled';
};

/** The title of an instance, with the start of its identifier if another one has the same title. */
const label = instance => (isAmbiguous(instance.title) || !instance.title ? nameOf(instance) : instance.title);

const action = (name, verb, instance, isPossible, why, type = '') =>
  quiet(name, verb, {
    'data-id': instance.instance_uuid,
    class: `button quiet ${type}`,
    disabled: !isPossible,
    title: isPossible ? undefined : why,
    'aria-label': `${verb} ${label(instance)}`,
  });

/** The buttons of an instance. Those that the service would reject in this status are disabled. */
const actions = instance => {
  const isRunning = instance.status === RUNNING;
  const canStart = instance.status === SHUT_DOWN || (instance.status === 1 && instance.events.length === 0);
  const onlyRunning = 'Only a running instance';
  return el(
    'span',
    { class: 'row-buttons' },
    action('start', 'Start', instance, canStart, 'Only an instance that is shut down'),
    action('restart', 'Restart', instance, isRunning, onlyRunning),
    action('timer', 'Timer', instance, isRunning, onlyRunning),
    action('save', 'Save', instance, isRunning, onlyRunning),
    action('destroy', 'Destroy', instance, true, '', 'danger'),
  );
};

const statusBadge = status => el('span', { class: 'badge', 'data-status': status }, `${status} ${statusName(status)}`);

const phaseRow = (phase, index, phases, now) => {
  const end = phases[index + 1]?.since ?? now;
  return el('li', {}, time(phase.since), statusBadge(phase.status), el('span', { class: 'quiet' }, `for ${span(end - phase.since)}`));
};

const history = (instance, now) =>
  el(
    'div',
    { class: 'history', id: `history-${instance.instance_uuid}` },
    el('p', {}, el('code', {}, instance.instance_uuid)),
    el('ol', {}, instance.phases.map((phase, index, phases) => phaseRow(phase, index, phases, now))),
    instance.events.length > 0 &&
      el('ul', { 'aria-label': 'Scheduled' }, instance.events.map(event => el('li', {}, time(event.due), el('span', {}, eventText(event.kind)), el('span', { class: 'quiet' }, `in ${span(event.due - now)}`)))),
  );

const details = instance => {
  const source = instance.image_name === instance.title ? instance.image_tag : [instance.image_name, instance.image_tag].filter(Boolean).join(' ');
  return [`${instance.gpu_nums} × ${gpuName(instance.gpu_uuid)}`, source, instance.instance_uuid.slice(0, 8)].filter(Boolean).join(' · ');
};

const row = (instance, now) => {
  const { instance_uuid: id, save_image_status: upload, shutdown_time: timer, title } = instance;
  const isOpen = opened.has(id);
  return el(
    'li',
    { class: 'instance', 'data-uuid': id },
    el(
      'div',
      { class: 'instance-row' },
      el(
        'div',
        { class: 'instance-name' },
        quiet('toggle', title || 'no title', { class: 'disclosure', 'data-id': id, 'aria-expanded': `${isOpen}`, 'aria-controls': isOpen ? `history-${id}` : undefined }),
        el('small', {}, details(instance)),
      ),
      el(
        'div',
        { class: 'instance-status' },
        statusBadge(instance.status),
        upload && el('span', { class: 'badge', 'data-state': upload === 3 ? 'bad' : '' }, UPLOADS[upload]),
        !instance.listed && el('span', { class: 'badge', 'data-state': 'bad' }, 'hidden from lists'),
        el('small', {}, nextText(instance, now)),
        timer && timer > now + 8e9 && el('small', {}, `timer at ${shortUtc(timer)}`),
      ),
      el(
        'div',
        { class: 'instance-price number' },
        el('span', {}, instance.status === RUNNING && [money(hourlyPrice(instance)), el('small', {}, ' / h')]),
        el('small', {}, `spent ${money(instance.spent)}`),
      ),
      actions(instance),
    ),
    isOpen && history(instance, now),
  );
};

/** What was drawn last, so that a frozen account is not drawn again every second. */
let drawn = [];

export const showInstances = ({ details: account, instances }) => {
  const now = accountNow();
  const present = [account, instances, now, opened.size, byId('drawing').clientWidth, zoom()];
  if (!account || present.every((value, index) => value === drawn[index])) {
    return;
  }
  drawn = present;
  const hadFocus = document.activeElement === byId('first-instance');
  byId('no-instances').hidden = instances.length > 0;
  if (hadFocus && instances.length > 0) {
    byId('new-instance').focus();
  }
  text('instances-count', instances.length > 0 ? plural(instances.length, 'instance') : '');
  replace(byId('instances'), instances.slice(0, MOST_SHOWN).map(instance => row(instance, now)), byId('new-instance'));
  byId('more-instances').hidden = instances.length <= MOST_SHOWN;
  timeline(instances.slice(0, MOST_SHOWN), now);
};

const find = id => state.instances.find(instance => instance.instance_uuid === id);

let chosen;

const openTimer = id => {
  chosen = find(id);
  text('timer-instance', chosen.title);
  byId('cancel-timer').hidden = !chosen.shutdown_time;
  text('timer-now', chosen.shutdown_time ? `Now set to ${utc(chosen.shutdown_time)} UTC.` : 'No timer is set.');
  openForm('timer');
};

/** How long the request may take, in seconds. A running clock goes on meanwhile, and the service requires 5 minutes when it arrives. */
const ON_THE_WAY = 2;

const setTimer = async () => {
  const { moment, clock } = await call('GET', accountPath(state.account));
  const { now, frozen, speed } = clock;
  const spare = frozen ? 0 : Math.ceil(ON_THE_WAY * speed);
  return serviceCall('POST', '/instance/shutdown_timer', {
    instance_uuid: chosen.instance_uuid,
    shutdown_time: Math.max(moment, now) + Number(byId('timer-minutes').value) * 60 + spare,
    enable: true,
  });
};

const cancelTimer = () => {
  byId('timer').close();
  const body = { instance_uuid: chosen.instance_uuid, shutdown_time: 0, enable: false };
  return serviceCall('POST', '/instance/shutdown_timer', body, { message: 'The timer is cancelled.', show: true });
};

const openSave = id => {
  chosen = find(id);
  text('save-instance', chosen.title);
  openForm('save-image');
};

const saveImage = () =>
  serviceCall('POST', '/instance/save_image', {
    instance_uuid: chosen.instance_uuid,
    image_name: byId('image-name').value || undefined,
  });

/** Sends a request that names only the instance. */
const send = (path, id, message) => serviceCall('POST', path, { instance_uuid: id }, { message, show: true });

const start = id => send('/instance/startup', id, `${label(find(id))} starts.`);

const restart = async id => {
  const name = label(find(id));
  if (await confirmed(`Restart ${nameOf(find(id))}? What it runs is interrupted.`, 'Restart')) {
    await send('/instance/restart', id, `${name} restarts.`);
  }
};

const destroy = async id => {
  const instance = find(id);
  const described = `created ${longUtc(instance.create_time)}, ${instance.gpu_nums} × ${gpuName(instance.gpu_uuid)}`;
  if (await confirmed(`Destroy ${nameOf(instance)} (${described})? Its data is lost.`, 'Destroy')) {
    await send('/instance/destroy', id, `${nameOf(instance)} is destroyed.`);
  }
};

export const prepareInstances = () => {
  onAction('instances', {
    toggle: id => {
      opened[opened.has(id) ? 'delete' : 'add'](id);
      showInstances(state);
    },
    start,
    restart,
    timer: openTimer,
    save: openSave,
    destroy,
  });
  prepareForm('timer', setTimer, () => `The timer of ${chosen.title} is set.`, true);
  byId('cancel-timer').addEventListener('click', cancelTimer);
  prepareForm('save-image', saveImage, () => `The image of ${chosen.title} is being saved. The instance shuts down.`, true);
};
