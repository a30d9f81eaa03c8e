import { Failure, call } from './api.js';
import { go } from './address.js';
import { curlCommand } from './curl.js';
import { byId, copy, el, onAction, plain, quiet, replace, text } from './dom.js';
import { faultOf } from './effects.js';
import { causeText, effectHelp, effectText, eventText, statusText, statusTone, uploadText } from './labels.js';
import { longUtc, money, nameOf, prettyJson, span, utc } from './format.js';
import { actionsOf, findInstance, isWithoutMoney, nextText, openInstance, reasonOf, stopOf, time } from './instances.js';
import { messageOf, openRequest, resultOf } from './journal.js';
import { tellBad, tellGood } from './notice.js';
import { hasFailed, isLost, madeBy } from './requests.js';
import { accountNow, gpuName, hourlyPrice, notify, state } from './state.js';

/** The open request, once it is read */
let request;

export const isOpen = () => Boolean(state.place.request || state.place.instance);

const fact = (name, value) => value !== undefined && value !== false && el('div', {}, el('dt', {}, name), el('dd', {}, value));

const facts = (...all) => el('dl', { class: 'facts' }, all);

const headers = (title, values) =>
  el(
    'details',
    {},
    el('summary', {}, `${title} (${Object.keys(values).length})`),
    el('dl', { class: 'headers' }, Object.entries(values).map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value)))),
  );

const body = (content, isTruncated, missing, name) => [
  content
    ? el('pre', { tabindex: '0', 'aria-label': name }, el('code', {}, prettyJson(content)))
    : el('p', { class: 'quiet' }, missing),
  isTruncated && el('p', { class: 'quiet' }, 'The journal has only part of this body.'),
];

const instanceLink = uuid => {
  const instance = findInstance(uuid);
  return instance
    ? quiet('open-instance', nameOf(instance), { class: 'link', 'data-id': uuid })
    : `${uuid}, which is not in this account any more`;
};

/** Why the caller did not get the response of the operation, and the effect of the request. */
const lostText = request => {
  const { status, carried_out: isDone, faults } = request;
  const cause = faults[0] ? `${faultOf(request)} (${faults[0]})` : 'The stub';
  return [
    status === 0 ? `${cause}: the caller got no response.` : `${cause}: the caller got this response.`,
    isDone ? 'The operation was carried out.' : 'The operation was not carried out.',
  ].join(' ');
};

const drawRequest = () => {
  const made = madeBy(request);
  text('inspected', `${request.method} ${request.path}${request.query ? `?${request.query}` : ''}`);
  text('inspected-result', resultOf(request));
  byId('inspected-result').dataset.state = hasFailed(request) ? 'bad' : 'ok';
  replace(byId('inspection'), [
    hasFailed(request) && !request.effect && el('p', { class: 'note', 'data-state': 'bad' }, messageOf(request)),
    request.effect && el('p', { class: 'note', 'data-state': 'warn' }, lostText(request), isLost(request) && made && [' It made ', instanceLink(made), '.']),
    facts(
      fact('Operation', request.operation ?? 'unknown path'),
      fact('Account', request.api_key ?? 'no key'),
      fact('Sent by', request.headers['user-agent']),
      request.hint && fact('Key rejected', request.hint),
      fact('Clock of the account', request.account_time !== undefined && `${utc(request.account_time)} UTC`),
      fact('Clock of the stub', `${utc(request.time)} UTC`),
      fact('Clock of the machine', request.real_time !== undefined && `${utc(request.real_time)} UTC`),
      fact('Took', `${request.duration_ms.toLocaleString('en-US')} ms`),
      fact('Request', request.id),
      request.faults.length > 0 && fact('Faults', `${request.faults.join(', ')} (${faultOf(request)})`),
      made && fact('Instance', instanceLink(made)),
    ),
    el('h3', {}, 'Request'),
    body(request.body, request.body_truncated, 'No body.', 'Body of the request'),
    headers('Headers', request.headers),
    el('h3', {}, 'Response'),
    body(request.response_body, request.response_body_truncated, request.status === 0 ? 'The connection broke.' : 'No body.', 'Body of the response'),
    request.unsent_response_body && [el('h3', {}, 'Response of the operation, which the caller did not get'), body(request.unsent_response_body, false, '', 'Body that was not sent')],
    headers('Headers', request.response_headers),
  ].flat(2));
};

/** Operations of the public API that begin a phase. */
const REQUESTED = { startup: 'startInstance', restart: 'restartInstance', shutdown: 'shutDownInstance', image_saved: 'saveInstanceImage', timer_reached: 'setShutdownTimer' };

/** A button that opens the request that began a phase, or set the timer that did. */
const byRequest = ({ cause, since }, id) =>
  REQUESTED[cause] && quiet('open-cause', 'Show the request', { class: 'link', 'data-id': `${REQUESTED[cause]} ${id} ${since}`, 'aria-label': `Show the request: ${causeText(cause)} at ${utc(since)}` });

/** Opens the newest request of an operation that succeeded for an instance by a moment of the account. */
const openCause = async key => {
  const [operation, id, since] = key.split(' ');
  const found = await call('GET', `/requests?api_key=${encodeURIComponent(state.account)}&operation=${operation}&text=${id}`);
  const request = found.requests.find(({ carried_out: isDone, account_time: at }) => isDone && at <= Number(since));
  if (!request) {
    throw new Failure(404, 'The journal does not have the request any more.');
  }
  openRequest(request.id);
};

const phaseRow = (phase, index, phases, now, id) => {
  const end = phases[index + 1]?.since ?? now;
  return el(
    'li',
    {},
    time(phase.since),
    el('span', { class: `badge status ${statusTone(phase.status)}` }, statusText(phase.status)),
    el('span', { class: 'quiet' }, `for ${span(end - phase.since)}`),
    el(
      'span',
      {},
      phase.cause && el('span', { class: phase.cause === 'funds_spent' ? 'bad' : '' }, causeText(phase.cause), ' ', byRequest(phase, id), ' '),
      phase.fault && el('span', { class: 'badge', 'data-state': 'warn', title: effectHelp(phase.effect) }, `${phase.fault} ${effectText(phase.effect)}`),
    ),
  );
};

const eventRow = (event, now) =>
  el('li', {}, time(event.due), el('span', {}, eventText(event.kind)), el('span', { class: 'quiet' }, `in ${span(event.due - now)}`));

const drawInstance = instance => {
  const now = accountNow();
  const reason = reasonOf(instance, now);
  const { save_image_status: upload, shutdown_time: timer } = instance;
  text('inspected', nameOf(instance));
  text('inspected-result', statusText(instance.status));
  byId('inspected-result').dataset.state = reason ? 'warn' : '';
  replace(byId('inspection'), [
    el('p', { class: 'note', 'data-state': reason ? 'warn' : isWithoutMoney(instance) ? 'bad' : '' }, reason ? `${reason}. ` : `${stopOf(instance) ? 'Stopped' : 'Next'}: ${nextText(instance, now)}. `, !reason && stopOf(instance) && byRequest(stopOf(instance), instance.instance_uuid), reason && effectHelp(instance.phases.findLast(({ effect }) => effect)?.effect)),
    state.orphans.has(instance.instance_uuid) &&
      el('p', { class: 'note', 'data-state': 'warn' }, 'The response to the request that made it was lost, so the caller may not know this instance. ', quiet('open-request', 'Show the request', { class: 'link', 'data-id': state.orphans.get(instance.instance_uuid) })),
    el('div', { class: 'buttons', role: 'group', 'aria-label': 'Actions' }, actionsOf(instance), plain('its-requests', 'Its requests', { 'data-id': instance.instance_uuid })),
    facts(
      fact('Identifier', instance.instance_uuid),
      fact('Source', [instance.image_name, instance.image_tag].filter(Boolean).join(' ')),
      fact('GPUs', `${instance.gpu_nums} × ${gpuName(instance.gpu_uuid)}`),
      fact('Created', `${longUtc(instance.create_time)} UTC`),
      fact('Per hour', money(hourlyPrice(instance))),
      fact('Spent', money(instance.spent)),
      timer && fact('Timer', `${utc(timer)} UTC`),
      upload && fact('Image', uploadText(upload)),
      !instance.listed && fact('Lists', 'hide it for now'),
    ),
    el('p', { class: 'quiet small', 'data-clocks': '' }, document.querySelector('[data-clocks]')?.textContent),
    instance.events.length > 0 && el('h3', {}, 'Scheduled'),
    instance.events.length > 0 && el('ul', { class: 'history', 'aria-label': 'Scheduled' }, instance.events.map(event => eventRow(event, now))),
    el('h3', {}, 'History'),
    el('ol', { class: 'history', 'aria-label': 'History' }, instance.phases.map((phase, index, phases) => phaseRow(phase, index, phases, now, instance.instance_uuid))),
  ]);
};

const covers = window.matchMedia('(max-width: 48rem)');

/** On a small screen the inspector hides the page, so the focus must not move there. */
const coverPage = () =>
  document.querySelectorAll('header, main').forEach(part => {
    part.inert = isOpen() && covers.matches;
  });

const rowOf = id => document.querySelector(`:is(#requests, #instances) [data-action="open"][data-id="${id}"]`);

/**
 * Makes room for the inspector, or takes it back. The row that was clicked stays where it is on the screen. Messages are in the inspector
 * while it is open, because it may cover the header.
 */
const makeRoom = (id, isNeeded) => {
  const top = () => rowOf(id)?.getBoundingClientRect().top ?? 0;
  const before = top();
  document.body.classList.toggle('inspecting', isNeeded);
  window.scrollBy(0, top() - before);
  if (isNeeded) {
    document.querySelector('.inspector-tools').after(byId('notices'));
  } else {
    document.querySelector('.top-end').before(byId('notices'));
  }
};

const show = kind => {
  byId('inspector').hidden = false;
  byId('inspector').setAttribute('aria-label', kind === 'request' ? 'Request' : 'Instance');
  byId('request-tools').hidden = kind !== 'request' || state.archive !== undefined;
  makeRoom(state.place.request || state.place.instance, true);
  byId('inspection').scrollTop = 0;
  coverPage();
  if (!byId('inspector').contains(document.activeElement)) {
    byId('inspected').focus();
  }
};

const hide = id => {
  byId('inspector').hidden = true;
  makeRoom(id, false);
  coverPage();
  (rowOf(id) ?? byId(id.startsWith('request-') ? 'requests-title' : 'instances-title')).focus();
};

const find = async id =>
  (state.archive?.requests ?? state.requests).find(candidate => candidate.id === id) ??
  (await call('GET', `/requests?id=${encodeURIComponent(id)}`)).requests[0];

const read = async id => {
  try {
    const found = await find(id);
    if (!found) {
      throw new Failure(404, `The journal of this stub has no ${id}.`);
    }
    if (state.place.request === id) {
      request = found;
      state.opened = `${found.method} ${found.path.replace('/api/open/v2', '')}: ${resultOf(found)}`;
      drawRequest();
      show('request');
      notify();
    }
  } catch (failure) {
    tellBad(failure.message);
    go({ request: '' }, false);
  }
};

let shown = '';

const showInstance = id => {
  const instance = findInstance(id);
  if (instance) {
    state.opened = nameOf(instance);
    drawInstance(instance);
  } else if (state.details) {
    if (shown !== id) {
      tellBad(`${state.account} has no instance ${id}.`);
    }
    go({ instance: '' }, false);
  }
  return instance !== undefined;
};

/** Shows the request or the instance that the address names. */
export const showOpened = ({ place, loaded }) => {
  const wanted = place.request || place.instance;
  if (!loaded) {
    return;
  }
  if (!wanted) {
    const before = shown;
    shown = '';
    state.opened = '';
    if (before) {
      hide(before);
    }
  } else if (place.request) {
    if (shown !== wanted) {
      shown = wanted;
      read(wanted);
    }
  } else if (showInstance(wanted) && shown !== wanted) {
    shown = wanted;
    show('instance');
  }
};

export const closeInspector = () => isOpen() && go({ request: '', instance: '' });

const trying = action => (...all) => action(...all).catch(failure => tellBad(failure.message));

export const copyCurl = trying(async () => {
  await copy(curlCommand(request));
  tellGood('The curl command is copied.');
});

export const copyAddress = trying(async () => {
  await copy(location.href);
  tellGood('The address of what you see is copied.');
});

export const prepareInspector = (move, actions) => {
  covers.addEventListener('change', coverPage);
  onAction('inspector', {
    ...actions,
    'close-inspector': closeInspector,
    'copy-curl': copyCurl,
    'copy-address': copyAddress,
    next: () => move(1),
    previous: () => move(-1),
    'open-request': openRequest,
    'open-instance': openInstance,
    'open-cause': trying(openCause),
    'its-requests': id => go({ text: id, result: '', last: '' }),
  });
};
