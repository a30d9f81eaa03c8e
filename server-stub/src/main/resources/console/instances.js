import { accountPath, call } from './api.js';
import { go } from './address.js';
import { byId, el, on, onAction, options, plain, quiet, replace, text } from './dom.js';
import { causeText, effectText, eventText, isBill, statuses, statusText, statusTone, uploadText } from './labels.js';
import { iso, longUtc, money, nameOf, plural, span, utc, whenOf } from './format.js';
import { advanceTo } from './clock.js';
import { serviceCall } from './service.js';
import { attempt, confirmed, openForm, prepareForm } from './notice.js';
import { refresh } from './poll.js';
import { loadHistory } from './requests.js';
import { accountNow, gpuName, hourlyPrice, state } from './state.js';
import { timeline, zoom } from './timeline.js';

const CREATED = 1;
const RUNNING = 2;
const SHUT_DOWN = 22;
const MOST_SHOWN = 200;

/** Causes of phases that end the run of an instance */
const BOOT_FAULTS = ['boot_failed', 'boot_ended_abnormally'];
const STOPS = [...BOOT_FAULTS, 'timer_reached', 'image_saved', 'shutdown', 'funds_spent'];

/** Identifiers of the instances that are selected for an action */
const selected = new Set();

export const findInstance = id => state.instances.find(instance => instance.instance_uuid === id);

/** A moment as an element. */
export const time = seconds => el('time', { datetime: iso(seconds), title: `${utc(seconds)} UTC` }, longUtc(seconds));

const nextEvent = ({ events }) => events.find(({ kind }) => !isBill(kind)) ?? events[0];

/** The fault that stops the life cycle of an instance, and since when; undefined if there is none. */
export const reasonOf = ({ status, phases, events }, now) => {
  const present = phases.at(-1);
  const last = phases.at(-2);
  const failed = last?.fault && BOOT_FAULTS.includes(present.cause);
  const waits = present.fault && (status !== RUNNING || events.some(({ kind }) => kind === 'addresses_opened'));
  const phase = failed ? last : waits ? present : undefined;
  return phase && `${phase.fault} (${effectText(phase.effect)}) ${failed ? 'at' : 'since'} ${whenOf(present.since, now)}`;
};

/** The phase with which an instance stopped, unless it goes on. */
export const stopOf = ({ phases }) => {
  const [present, before] = [phases.at(-1), phases.at(-2)];
  const stop = present.cause === 'shutdown_finished' ? before : present;
  return STOPS.includes(stop?.cause) ? stop : undefined;
};


/** Whether the account had no money for an instance. */
export const isWithoutMoney = instance => stopOf(instance)?.cause === 'funds_spent';

/** What happens next and when, or why and when it stopped. */
export const nextText = (instance, now) => {
  const event = nextEvent(instance);
  const stop = stopOf(instance);
  if (stop) {
    return event ? `${eventText(event.kind)} in ${span(event.due - now)} · ${causeText(stop.cause)}` : `${causeText(stop.cause)} at ${whenOf(stop.since, now)}`;
  }
  return event ? `${eventText(event.kind)} in ${span(event.due - now)}` : instance.status === CREATED ? 'waits for a start' : 'nothing scheduled';
};

const isWaiting = ({ status, events, phases }) => status === CREATED && events.length === 0 && !phases.at(-1).fault;

/** The actions on instances: which instances they suit, and why not. */
const ACTIONS = {
  start: { verb: 'Start', suits: instance => instance.status === SHUT_DOWN || isWaiting(instance), why: 'Only instances that are shut down' },
  restart: { verb: 'Restart…', suits: ({ status }) => status === RUNNING, why: 'Only running instances' },
  timer: { verb: 'Timer…', suits: ({ status }) => status === RUNNING, why: 'Only one running instance', isOne: true },
  rename: { verb: 'Rename…', suits: () => true, why: 'Only one instance', isOne: true },
  save: { verb: 'Save image…', suits: ({ status }) => status === RUNNING, why: 'Only one running instance', isOne: true },
  'to-next': { verb: 'Next event', suits: instance => nextEvent(instance) !== undefined, why: 'Nothing is scheduled' },
  destroy: { verb: 'Destroy…', suits: () => true, why: 'Select instances', type: 'danger' },
};

/** The instances in a sentence: the only one by its name, several by their number. */
const named = instances => (instances.length === 1 ? nameOf(instances[0]) : plural(instances.length, 'instance'));

/** The action that is being sent to several instances, how many have it, and of how many; undefined if there is none. */
let progress;

const action = (name, instances, id) => {
  const { verb, suits, why, isOne, type = '' } = ACTIONS[name];
  if (progress?.name === name && !id) {
    return plain(name, `${progress.done} of ${progress.all}`, { class: 'button', 'data-id': id, 'aria-disabled': 'true', 'data-busy': '' });
  }
  const isPossible = progress === undefined && instances.length > 0 && (!isOne || instances.length === 1) && instances.every(suits);
  const words = { 'aria-label': instances.length > 0 ? `${verb} ${named(instances)}` : undefined, title: isPossible ? undefined : why };
  return plain(name, verb, { class: `button ${type}`, 'data-id': id, disabled: !isPossible, ...words });
};

/** The buttons of one instance. Those that the service would reject in this status are disabled. */
export const actionsOf = instance => Object.keys(ACTIONS).map(name => action(name, [instance], instance.instance_uuid));

const chosen = () => state.instances.filter(({ instance_uuid: id }) => selected.has(id));

const NAMED = { title: nameOf, status: ({ status }) => status, next: instance => nextEvent(instance)?.due ?? Infinity, gpu: ({ gpu_uuid: gpu, gpu_nums: count }) => `${gpuName(gpu)} ${count}`, created: ({ create_time: moment }) => -moment, price: instance => -hourlyPrice(instance), spent: ({ spent }) => -spent };

const compare = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

/** The instances that match the filters, in the order that is chosen. */
const wanted = () => {
  const { find = '', state: status, sort = '' } = state.place;
  const words = find.trim().toLowerCase();
  const matching = state.instances.filter(
    instance => (!status || `${instance.status}` === status) && (!words || [instance.title, instance.instance_uuid, gpuName(instance.gpu_uuid), instance.image_name].join('\n').toLowerCase().includes(words)),
  );
  const key = NAMED[sort.replace('-', '')];
  const sorted = key ? [...matching].sort((one, other) => compare(key(one), key(other))) : matching;
  return sort.startsWith('-') ? sorted.reverse() : sorted;
};

/** Title and start of the identifier for a button. The title is cut if there is no room. */
export const nameParts = ({ title, instance_uuid: id }) => [el('span', { class: 'title', title }, title || 'no title'), ' ', el('small', {}, id.slice(0, 8))];

/** The fault that keeps an instance from running, or why it stopped, or its next event. */
const nextCell = (instance, now) => {
  const reason = reasonOf(instance, now);
  const words = reason ?? nextText(instance, now);
  return reason || isWithoutMoney(instance) ? el('span', { class: 'badge', 'data-state': reason ? 'warn' : 'bad' }, words) : words;
};

const row = (instance, now) => {
  const { instance_uuid: id, save_image_status: upload, status, spent } = instance;
  return el(
    'tr',
    { 'data-uuid': id, class: state.place.instance === id ? 'current' : undefined },
    el('td', {}, el('input', { type: 'checkbox', 'data-action': 'select', 'data-id': id, 'aria-label': `Select ${nameOf(instance)}` })),
    el('td', { class: 'name' }, quiet('open', nameParts(instance), { class: 'link', 'data-id': id })),
    el(
      'td',
      { class: 'state' },
      el('span', { class: `badge status ${statusTone(status)}` }, statusText(status)),
      state.orphans.has(id) && quiet('open-request', 'response lost', { class: 'badge', 'data-state': 'warn', 'data-id': state.orphans.get(id), title: 'The response to the request that made it was lost. Show the request.' }),
      upload && el('span', { class: 'badge', 'data-state': upload === 3 ? 'bad' : '' }, uploadText(upload)),
      !instance.listed && el('span', { class: 'badge', 'data-state': 'bad' }, 'hidden from lists'),
    ),
    el('td', { class: 'next' }, nextCell(instance, now)),
    el('td', { class: 'gpu' }, `${instance.gpu_nums} × ${gpuName(instance.gpu_uuid).replace(/^NVIDIA (GeForce )?/, '')}`),
    el('td', { class: 'created' }, time(instance.create_time)),
    el('td', { class: 'number hourly' }, status === RUNNING ? money(hourlyPrice(instance)) : '–'),
    el('td', { class: 'number spent' }, money(spent)),
  );
};

/** The sums of the rows and, if no filter hides a row, the other spending of the account. */
const showTotals = ({ spent }, instances, shown) => {
  const sum = shown.reduce((all, instance) => all + instance.spent, 0);
  const others = Math.round((spent - sum) * 100) / 100;
  text('sum-of', `Sum of ${plural(shown.length, 'instance')}`);
  text('total-price', money(shown.filter(({ status }) => status === RUNNING).reduce((all, instance) => all + hourlyPrice(instance), 0)));
  text('spent-by-shown', money(sum));
  text('other-bills', money(others));
  text('spent-in-all', money(spent));
  document.querySelectorAll('#instances-table .whole').forEach(part => {
    part.hidden = shown.length < instances.length || others <= 0;
  });
};

const showActions = () => {
  const instances = chosen();
  replace(byId('instance-actions'), [
    instances.length > 0 && el('span', { class: 'quiet small' }, `${instances.length.toLocaleString('en-US')} selected`),
    ...Object.keys(ACTIONS).map(name => action(name, instances, '')),
  ]);
  document.querySelectorAll('#instances [data-action="select"]').forEach(box => {
    box.checked = selected.has(box.dataset.id);
  });
};

const showFilters = ({ place }) => {
  const isTimeline = place.show === 'timeline';
  options(byId('state-filter'), [['', 'all statuses'], ...statuses().map(status => [`${status}`, statusText(status)])]);
  byId('state-filter').value = place.state;
  if (document.activeElement !== byId('find')) {
    byId('find').value = place.find;
  }
  byId('show-timeline').setAttribute('aria-pressed', `${isTimeline}`);
  document.querySelectorAll('#instances-panel thead [data-sort]').forEach(button => {
    const { sort } = button.dataset;
    button.closest('th').setAttribute('aria-sort', place.sort === sort ? 'ascending' : place.sort === `-${sort}` ? 'descending' : 'none');
  });
};

/** What was drawn last, so that a frozen account is not drawn again every second. */
let drawn = [];

export const showInstances = ({ details: account, instances, orphans, place, loaded }) => {
  const now = accountNow();
  const present = [account, instances, orphans, now, place, loaded, state.history, byId('instances-panel').clientWidth, zoom()];
  if (!account || present.every((value, index) => value === drawn[index])) {
    return;
  }
  drawn = present;
  [...selected].filter(id => !findInstance(id)).forEach(id => selected.delete(id));
  const hadFocus = document.activeElement === byId('first-instance');
  const isTimeline = place.show === 'timeline';
  const shown = wanted();
  byId('no-instances').hidden = instances.length > 0;
  byId('instance-tools').hidden = instances.length === 0;
  byId('instances-table').hidden = instances.length === 0 || isTimeline;
  if (hadFocus && instances.length > 0) {
    byId('new-instance').focus();
  }
  const count = shown.length < instances.length ? `${shown.length} of ` : '';
  text('instances-count', instances.length > 0 ? `${count}${plural(instances.length, 'instance')}` : '');
  showFilters(state);
  replace(byId('instances'), shown.slice(0, MOST_SHOWN).map(instance => row(instance, now)), byId('new-instance'));
  byId('more-instances').hidden = shown.length <= MOST_SHOWN;
  showTotals(account, instances, shown);
  showActions();
  timeline(isTimeline ? shown.slice(0, MOST_SHOWN) : [], now, isTimeline && shown.length === instances.length);
};

/** The instances of a button: that of its row or of the inspector, or those that are selected. */
const meant = id => (id ? [findInstance(id)] : chosen());

let edited;

const openTimer = id => {
  [edited] = meant(id);
  text('timer-instance', edited.title);
  byId('cancel-timer').hidden = !edited.shutdown_time;
  text('timer-now', edited.shutdown_time ? `Now set to ${utc(edited.shutdown_time)} UTC.` : 'No timer is set.');
  openForm('timer');
};

/** How long the request may take, in seconds. A running clock goes on meanwhile, and the service requires 5 minutes when it arrives. */
const ON_THE_WAY = 2;

const setTimer = async () => {
  const { moment, clock } = await call('GET', accountPath(state.account));
  const { now, frozen, speed } = clock;
  const spare = frozen ? 0 : Math.ceil(ON_THE_WAY * speed);
  return serviceCall('POST', '/instance/shutdown_timer', {
    instance_uuid: edited.instance_uuid,
    shutdown_time: Math.max(moment, now) + Number(byId('timer-minutes').value) * 60 + spare,
    enable: true,
  });
};

const cancelTimer = () => {
  byId('timer').close();
  const body = { instance_uuid: edited.instance_uuid, shutdown_time: 0, enable: false };
  return attempt(() => serviceCall('POST', '/instance/shutdown_timer', body), 'The timer is cancelled.', true);
};

const openRename = id => {
  [edited] = meant(id);
  openForm('rename', { 'new-title': edited.title });
  byId('new-title').select();
};

const rename = () => serviceCall('POST', '/instance/update_title', { instance_uuid: edited.instance_uuid, title: byId('new-title').value });

const openSave = id => {
  [edited] = meant(id);
  text('save-instance', edited.title);
  openForm('save-image');
};

const saveImage = () =>
  serviceCall('POST', '/instance/save_image', {
    instance_uuid: edited.instance_uuid,
    image_name: byId('image-name').value || undefined,
  });

const showProgress = value => {
  progress = value;
  showActions();
};

/** Sends one request for each instance until one fails. The button of the action says how far it is. */
const sendAll = async (name, path, instances, done) => {
  if (progress) {
    return;
  }
  await attempt(
    async () => {
      for (const [index, { instance_uuid: id }] of instances.entries()) {
        if (instances.length > 1) {
          showProgress({ name, done: index, all: instances.length });
        }
        await serviceCall('POST', path, { instance_uuid: id }).catch(failure => {
          throw index === 0 ? failure : Object.assign(failure, { message: `${done}: ${index} of ${plural(instances.length, 'instance')}. ${failure.message}` });
        });
      }
    },
    `${done}: ${named(instances)}.`,
    true,
  );
  showProgress(undefined);
};

const start = id => sendAll('start', '/instance/startup', meant(id), 'Started');

const restart = async id => {
  const instances = meant(id);
  if (await confirmed(`Restart ${named(instances)}? It interrupts what runs there.`, 'Restart')) {
    await sendAll('restart', '/instance/restart', instances, 'Restarted');
  }
};

const destroy = async id => {
  const instances = meant(id);
  const [{ create_time: created, gpu_nums: count, gpu_uuid: gpu }] = instances;
  const details = instances.length === 1 ? ` (created ${longUtc(created)}, ${count} × ${gpuName(gpu)})` : '';
  const names = instances.length === 1 ? [] : instances.map(nameOf);
  if (await confirmed(`Destroy ${named(instances)}${details}? The data there is lost.`, 'Destroy', names)) {
    await sendAll('destroy', '/instance/destroy', instances, 'Destroyed');
  }
};

const toNext = id => advanceTo(Math.min(...meant(id).map(instance => nextEvent(instance).due)));

const select = id => {
  selected[selected.has(id) ? 'delete' : 'add'](id);
  showActions();
};

const selectAll = ({ target }) => {
  selected.clear();
  if (target.checked) {
    wanted().forEach(({ instance_uuid: id }) => selected.add(id));
  }
  showActions();
};

const sortBy = name => go({ sort: state.place.sort === name ? `-${name}` : state.place.sort === `-${name}` ? '' : name }, false);

/** Opens an instance. It may be newer than the list of the page. */
export const openInstance = async id => {
  if (!findInstance(id)) {
    await refresh();
  }
  go({ instance: id, request: '' });
};

export const instanceActions = { start, restart, timer: openTimer, rename: openRename, save: openSave, 'to-next': toNext, destroy };

export const prepareInstances = () => {
  onAction('instances', { open: openInstance, 'open-request': id => go({ request: id, instance: '' }) });
  on('instances', 'change', ({ target }) => select(target.dataset.id));
  onAction('instance-actions', instanceActions);
  on('select-all', 'change', selectAll);
  on('find', 'input', ({ target }) => go({ find: target.value }, false));
  on('state-filter', 'change', ({ target }) => go({ state: target.value }, false));
  on('show-timeline', 'click', () => {
    go({ show: state.place.show ? '' : 'timeline' }, false);
    attempt(loadHistory);
  });
  document.querySelector('#instances-panel thead').addEventListener('click', ({ target }) => target.dataset.sort && sortBy(target.dataset.sort));
  prepareForm('timer', setTimer, () => `The timer of ${edited.title} is set.`, true);
  byId('cancel-timer').addEventListener('click', cancelTimer);
  prepareForm('rename', rename, () => 'The instance is renamed.', true);
  prepareForm('save-image', saveImage, () => `The image of ${edited.title} is being saved. The instance shuts down.`, true);
};
