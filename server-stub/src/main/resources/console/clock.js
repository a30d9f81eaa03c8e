import { accountPath, call } from './api.js';
import { byId, on, onAction, text } from './dom.js';
import { clockTime, eventText, iso, span, utc } from './format.js';
import { attempt } from './notice.js';
import { accountNow, state, stubNow } from './state.js';

const path = () => `${accountPath(state.account)}/clock`;

const pace = ({ frozen, speed }) => (frozen ? 'frozen' : speed === 1 ? 'runs' : `runs ${speed} times as fast`);

const showMoment = (id, seconds) => {
  const element = byId(id);
  text(element, utc(seconds));
  if (iso(seconds)) {
    element.dateTime = iso(seconds);
  }
};

const subjectOf = event => state.instances.find(instance => instance.instance_uuid === event.subject)?.title ?? 'an image';

const showNext = (event, now) => {
  byId('next-event').disabled = !event;
  const wait = event ? Math.max(0, event.due - now) : 0;
  text('next-event', event ? `Next event (+${span(wait)})` : 'Next event');
  text('next-event-text', event ? `${subjectOf(event)} ${eventText(event.kind)} at ${clockTime(event.due)}` : 'Nothing is scheduled.');
};

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
  text('journal-clock', stubClock && Math.abs(stubNow() - now) > 1 ? 'times of the stub' : '');
  showMoment('now', now);
  text('pace', pace(clock));
  byId('pace').dataset.state = clock.frozen ? 'frozen' : 'ok';
  text('whose-clock', isOwn ? 'own clock' : 'follows the stub');
  text('freeze', clock.frozen ? 'Run' : 'Freeze');
  byId('follow').disabled = !isOwn;
  showNext(details.next_events.find(({ due }) => due >= now) ?? details.next_events[0], now);
};

const advance = async (seconds, target = path()) => {
  await attempt(() => call('POST', `${target}/advance`, { seconds }), clock => `The clock shows ${utc(clock.now)}.`, true);
};

const setFrozen = (target, frozen) =>
  attempt(() => call('PUT', target, { frozen }), clock => (clock.frozen ? 'The clock is frozen.' : 'The clock runs.'), true);

const follow = async () => {
  const before = accountNow();
  const words = () =>
    before > stubNow()
      ? `The account follows the stub. Its time stands still until the stub shows ${utc(before)}.`
      : 'The account follows the clock of the stub.';
  await attempt(() => call('DELETE', path()), words, true);
};

const toNextEvent = () => {
  const now = accountNow();
  const event = state.details.next_events.find(({ due }) => due >= now) ?? state.details.next_events[0];
  // From the moment that the stub last named: a running clock is a little ahead of it by now, never behind.
  return event && advance(Math.max(0, event.due - (state.details.clock.frozen ? state.details.clock.now : now)));
};

export const prepareClock = () => {
  onAction('clock', {
    advance: (seconds, target) => advance(Number(target.dataset.seconds)),
    freeze: () => setFrozen(path(), !state.details.clock.frozen),
    follow,
    'next-event': toNextEvent,
  });
  on('advance', 'submit', () => advance(Number(byId('amount').value) * Number(byId('unit').value)));
  onAction('stub', {
    'stub-freeze': () => setFrozen('/clock', !state.stubClock.frozen),
    'stub-hour': () => advance(3600, '/clock'),
  });
};
