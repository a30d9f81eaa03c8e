import { accountPath, call, read } from './api.js';
import { byId, element, moment, replace, row, span, utc } from './dom.js';
import { timeline } from './timeline.js';

const LABELS = { 1: '1 created', 2: '2 running', 21: '21 shutting down', 22: '22 shut down' };
const UPLOADS = { 1: 'uploading', 2: 'succeeded', 3: 'failed' };

const EVENTS = {
  boot_finished: 'runs',
  boot_failed: 'boot fails',
  addresses_opened: 'gets addresses',
  timer_reached: 'timer shuts it down',
  shutdown_finished: 'is shut down',
  settlement: 'is billed',
  upload_finished: 'image uploaded',
};

const NOTHING = { instances: [], next_events: [] };

const due = (entry, now) => `${EVENTS[entry.kind] ?? entry.kind} in ${span(Math.max(0, entry.due - now))}`;

const instanceRow = (instance, now) => {
  const { status, events, save_image_status: upload } = instance;
  const state = element('span', { class: 'badge', 'data-state': status }, LABELS[status] ?? `${status}`);
  const saving = upload && element('small', {}, `image ${UPLOADS[upload]}`);
  return row(
    element('span', {}, instance.title, element('small', {}, instance.instance_uuid)),
    element('span', {}, state, saving),
    element('span', {}, `${instance.gpu_nums} × ${instance.gpu_uuid}`, element('small', {}, instance.image_name)),
    moment(instance.create_time),
    moment(instance.start_time),
    moment(instance.shutdown_time),
    events.length > 0 ? element('span', {}, ...events.map(entry => element('div', {}, due(entry, now)))) : '–',
  );
};

/** The account and its instances, which are sent only after a change, and its time, which passes without one. */
const readAccount = async account => {
  const path = accountPath(account);
  const [details, { instances }, clock] = await Promise.all([read(path), read(`${path}/instances`), call('GET', `${path}/clock`)]);
  return { ...details, instances, now: clock.now };
};

/** Shows the instances of an account. Returns how soon the next event is due and by which clock, or undefined. */
export const showInstances = async account => {
  const { instances, next_events: agenda, own_clock: own, now } = account ? await readAccount(account) : NOTHING;
  byId('moment').textContent = account ? `Its time: ${utc(now)} UTC` : 'No account has been used yet.';
  byId('instances').hidden = instances.length === 0;
  byId('no-instances').hidden = instances.length > 0;
  replace(byId('instances').tBodies[0], instances.map(instance => instanceRow(instance, now)));
  timeline(byId('timeline'), instances, instances.flatMap(instance => instance.events), now, entry => due(entry, now));
  return agenda[0] && { in: agenda[0].due - now, clock: own ? `${accountPath(account)}/clock` : '/clock' };
};
