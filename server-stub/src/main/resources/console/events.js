import { byId, el, replace } from './dom.js';
import { faultOf } from './effects.js';
import { iso, longUtc, money, nameOf, parsed, span } from './format.js';
import { causeText, effectText, statusText } from './labels.js';
import { hasFailed, madeBy } from './requests.js';
import { state } from './state.js';

/** Requests, bills and destroyed instances for the timeline. */

const subjectOf = request => parsed(request.body).instance_uuid;

/** Instances that the account does not have any more, from their creation to their end as far as the journal knows. */
export const destroyed = () => {
  const present = new Set(state.instances.map(({ instance_uuid: id }) => id));
  const made = new Map(state.history.map(request => [madeBy(request), request]));
  return state.history
    .filter(request => request.operation === 'destroyInstance' && request.carried_out && !present.has(subjectOf(request)))
    .map(request => {
      const id = subjectOf(request);
      const creation = made.get(id);
      const title = creation && parsed(creation.unsent_response_body ?? creation.response_body).data?.title;
      const since = creation?.account_time ?? request.account_time;
      return { instance_uuid: id, title: title ?? '', phases: [{ since }], events: [], until: request.account_time };
    });
};

const requestText = request =>
  `${request.method} ${request.path.replace('/api/open/v2', '')}${hasFailed(request) ? ', failed' : ''}${request.faults.length > 0 ? `: ${faultOf(request)}` : ''}`;

const kindOf = request => (request.faults.length > 0 ? 'fault' : hasFailed(request) ? 'failed' : '');

/** Requests as moments with words. */
export const requestMarks = () =>
  state.history.map(request => ({ at: request.account_time ?? request.time, words: requestText(request), kind: kindOf(request) }));

/** Sums of bills, each at the end of its span. */
export const billMarks = now => {
  const length = state.spending.length > 1 ? state.spending[1].start - state.spending[0].start : 0;
  return state.spending
    .filter(({ balance, card }) => balance + card > 0)
    .map(({ start, balance, card }) => ({ at: Math.min(now, start + length), words: `billed ${money(balance + card)} within ${span(length)}`, kind: 'bill' }));
};

const MOST_LISTED = 300;

const phaseText = ({ status, cause, fault, effect }) =>
  [statusText(status), cause && causeText(cause), fault && `${fault} (${effectText(effect)})`].filter(Boolean).join(', ');

/** Lists the same as the drawing, the newest first. */
export const showList = (instances, gone, marks) => {
  const phases = instances.flatMap(instance => instance.phases.map(phase => ({ at: phase.since, words: `${nameOf(instance)}: ${phaseText(phase)}` })));
  const ends = gone.map(instance => ({ at: instance.until, words: `${nameOf(instance)}: destroyed` }));
  const all = [...phases, ...ends, ...marks].sort((one, other) => other.at - one.at).slice(0, MOST_LISTED);
  replace(byId('timeline-list'), all.map(({ at, words }) => el('li', {}, el('time', { datetime: iso(at) }, longUtc(at)), el('span', {}, words))));
};
