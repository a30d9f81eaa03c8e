import { accountPath, call, forAccount } from './api.js';
import { byId, on, onAction, text } from './dom.js';
import { eventText } from './labels.js';
import { iso, nameOf, span, utc, whenOf } from './format.js';
import { attempt } from './notice.js';
import { accountClock, accountNow, state, stubNow } from './state.js';

/** Selects the clock of the account. */
const ofAccount = () => forAccount(state.account);

const pace = ({ frozen, speed }) => (frozen ? 'frozen' : speed === 1 ? 'runs' : `runs ${speed} times as fast`);

const showMoment = (id, seconds) => {
  const element = byId(id);
  text(element, utc(seconds));
  if (iso(seconds)) {
    element.dateTime = iso(seconds);
  }
};

const subjectOf = ({ subject }) => {
  const instance = state.instances.find(({ instance_uuid: id }) => id === subject);
  return instance ? nameOf(instance) : 'an image';
};

const showNext = (event, now) => {
  byId('next-event').disabled = !event;
  text('next-event-text', event ? `${subjectOf(event)}: ${eventText(event.kind)} at ${whenOf(event.due, now)}, in ${span(event.due - now)}` : 'Nothing is scheduled.');
};

/** Why the time of the account stands still, and until when. */
const waitText = ({ frozen }, ahead, now, isOwn) =>
  `Nothing happens in the account until ${isOwn ? 'its clock' : 'the stub'} shows ${utc(now)}. ${frozen ? 'The clock is frozen' : 'It is'} ${span(ahead)} behind.`;

export const showClock = ({ details, stubClock }) => {
  if (stubClock) {
    showMoment('stub-now', stubNow());
    text('stub-pace', pace(stubClock));
    text('stub-freeze', stubClock.frozen ? 'Run stub' : 'Freeze stub');
  }
  if (!details) {
    return;
  }
  const now = accountNow();
  const { clock, own_clock: isOwn } = details;
  showMoment('now', now);
  const ahead = now - accountClock();
  text('pace', ahead > 0 ? 'waits' : pace(clock));
  byId('pace').dataset.state = clock.frozen || ahead > 0 ? 'frozen' : 'ok';
  text('clock-waits', ahead > 0 ? waitText(clock, ahead, now, isOwn) : '');
  text('whose-clock', isOwn ? 'own clock' : 'follows the stub');
  text('freeze', clock.frozen ? 'Run' : 'Freeze');
  byId('follow').disabled = !isOwn;
  const isApart = stubClock && Math.abs(stubNow() - now) > 1;
  text('stub-beside', stubClock ? `Clock of the stub: ${utc(stubNow())}` : '');
  const words = clock.frozen ? `The clock is frozen at ${utc(now)}, so nothing happens by itself.` : isApart ? `The clock of the account shows ${utc(now)}.` : '';
  document.querySelectorAll('[data-clocks]').forEach(note => text(note, words));
  showNext(details.next_events.find(({ due }) => due >= now) ?? details.next_events[0], now);
};

const advance = async (seconds, query = ofAccount()) => {
  await attempt(() => call('POST', `/clock/advance${query}`, { seconds }), clock => `The clock shows ${utc(clock.now)}.`, true);
};

const setFrozen = (query, frozen) =>
  attempt(() => call('PUT', `/clock${query}`, { frozen }), clock => (clock.frozen ? 'The clock is frozen.' : 'The clock runs.'), true);

const follow = async () => {
  const release = () => call('PUT', accountPath(state.account), { own_clock: false });
  const words = ({ moment, clock }) =>
    moment > clock.now
      ? `The account follows the stub. Its time stands still until the stub shows ${utc(moment)}.`
      : 'The account follows the clock of the stub.';
  await attempt(release, words, true);
};

/** Moves the clock of the account to a moment. */
export const advanceTo = moment => advance(Math.max(0, moment - accountClock()));

const toNextEvent = () => {
  const now = accountNow();
  const event = state.details.next_events.find(({ due }) => due >= now) ?? state.details.next_events[0];
  return event && advanceTo(event.due);
};

export const prepareClock = () => {
  onAction('clock', {
    advance: (seconds, target) => advance(Number(target.dataset.seconds)),
    freeze: () => setFrozen(ofAccount(), !state.details.clock.frozen),
    follow,
    'next-event': toNextEvent,
  });
  on('advance', 'submit', () => advance(Number(byId('amount').value) * Number(byId('unit').value)));
  onAction('stub', {
    'stub-freeze': () => setFrozen('', !state.stubClock.frozen),
    'stub-hour': () => advance(3600, ''),
  });
};
