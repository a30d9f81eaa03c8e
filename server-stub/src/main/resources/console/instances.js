import { accountPath, call } from './api.js';
import { byId, element, moment, replace, row, span, utc } from './dom.js';
import { timeline } from './timeline.js';

const LABELS = { CREATED: '1 created', RUNNING: '2 running', SHUTTING_DOWN: '21 shutting down', SHUT_DOWN: '22 shut down' };

const EVENTS = {
  BOOT_FINISHED: 'runs',
  BOOT_FAILED: 'boot fails',
  ADDRESSES_OPENED: 'gets addresses',
  TIMER_REACHED: 'timer shuts it down',
  SHUTDOWN_FINISHED: 'is shut down',
  SETTLEMENT: 'is billed',
  UPLOAD_FINISHED: 'image uploaded',
};

const due = (entry, now) => `${EVENTS[entry.kind] ?? entry.kind} in ${span(Math.max(0, entry.due - now))}`;

const instanceRow = (instance, agenda, now) => {
  const { order, status, upload } = instance;
  const ahead = agenda.filter(entry => entry.subject === instance.uuid);
  const state = element('span', { class: 'badge', 'data-state': status }, LABELS[status] ?? status);
  const saving = upload && element('small', {}, `image ${upload.toLowerCase()}`);
  return row(
    element('span', {}, instance.title, element('small', {}, instance.uuid)),
    element('span', {}, state, saving),
    element('span', {}, `${order.gpu_nums} × ${order.gpu_uuid}`, element('small', {}, order.source.image_name)),
    moment(instance.create_time),
    moment(instance.start_time),
    moment(instance.shutdown_time),
    ahead.length > 0 ? element('span', {}, ...ahead.map(entry => element('div', {}, due(entry, now)))) : '–',
  );
};

/** Shows the instances of an account; answers how soon something happens there next and by which clock, or undefined. */
export const showInstances = async account => {
  const snapshot = account && (await call('GET', `${accountPath(account)}/snapshot`));
  const state = snapshot ? snapshot.account.state : { instances: [], agenda: [], moment: 0 };
  const instances = [...state.instances].sort((one, other) => other.sequence - one.sequence);
  const agenda = [...state.agenda].sort((one, other) => one.due - other.due);
  byId('moment').textContent = account ? `Its time: ${utc(state.moment)} UTC` : 'No account has been used yet.';
  byId('instances').hidden = instances.length === 0;
  byId('no-instances').hidden = instances.length > 0;
  replace(byId('instances').tBodies[0], instances.map(instance => instanceRow(instance, agenda, state.moment)));
  timeline(byId('timeline'), instances, agenda, state.moment, entry => due(entry, state.moment));
  return agenda[0] && { in: agenda[0].due - state.moment, clock: snapshot.clock ? `${accountPath(account)}/clock` : '/clock' };
};
