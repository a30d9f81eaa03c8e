import { call } from './api.js';
import { byId, copy, el, onAction, quiet, replace, text } from './dom.js';
import { prettyJson, utc } from './format.js';
import { tellBad, tellGood, tellWarning } from './notice.js';
import { refreshAll } from './poll.js';
import { hasFailed } from './requests.js';
import { effectOf, notify, state } from './state.js';

let shown;

export const selectedRequest = () => shown?.id;

export const isOpen = () => shown !== undefined;

const fact = (name, value) => value !== undefined && el('div', {}, el('dt', {}, name), el('dd', {}, value));

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

export const resultOf = ({ status, code }) =>
  [status === 0 ? 'connection reset' : `HTTP ${status}`, code !== undefined && `code ${code}`].filter(Boolean).join(', ');

/** Whether a request that got no response was carried out: true, false, or undefined if this page has not seen its fault. */
export const wasDone = ([fault]) =>
  ({ reset_after_effect: true, lose_response: true, reset_connection: false })[effectOf(fault)];

const resetText = ({ faults }) => {
  const done = wasDone(faults);
  if (done === undefined) {
    return 'The connection was reset. There was no response, and the operation may have been carried out.';
  }
  return done
    ? `The stub carried out the operation, then ${faults[0]} reset the connection. The caller got no response.`
    : `${faults[0]} reset the connection. The operation was not carried out.`;
};

const compare = request => {
  const original = state.requests.find(({ id }) => id === request.replay_of);
  return el(
    'p',
    { class: 'replayed' },
    'Replay of ',
    quiet('open-request', request.replay_of, { class: 'link', 'data-id': request.replay_of }),
    original && (resultOf(original) === resultOf(request) ? ' with the same result' : ` (before: ${resultOf(original)})`),
  );
};

const draw = request => {
  text('inspected', `${request.method} ${request.path}${request.query ? `?${request.query}` : ''}`);
  const result = byId('inspected-result');
  text(result, resultOf(request));
  result.dataset.state = hasFailed(request) ? 'bad' : 'ok';
  replace(byId('inspection'), [
    request.replay_of && compare(request),
    el(
      'dl',
      { class: 'facts' },
      fact('Operation', request.operation ?? 'unknown path'),
      fact('Time of the stub', `${utc(request.time)} UTC`),
      fact('Took', `${request.duration_ms.toLocaleString('en-US')} ms`),
      fact('Account', request.api_key ?? 'no key'),
      fact('Request', request.id),
      request.faults.length > 0 && fact(request.faults.length === 1 ? 'Fault' : 'Faults', request.faults.join(', ')),
    ),
    el('h3', {}, 'Request'),
    body(request.body, request.body_truncated, 'No body.', 'Body of the request'),
    headers('Headers', request.headers),
    el('h3', {}, 'Response'),
    body(request.response_body, request.response_body_truncated, request.status === 0 ? resetText(request) : 'No body.', 'Body of the response'),
    headers('Headers', request.response_headers),
  ]);
};

const find = async id => state.requests.find(request => request.id === id) ?? call('GET', `/requests/${id}`);

const covers = window.matchMedia('(max-width: 48rem)');

/** On a small screen the open request hides the page, so the focus must not move there. */
const coverPage = () =>
  document.querySelectorAll('header, main').forEach(part => {
    part.inert = isOpen() && covers.matches;
  });

/** Opens a request in the inspector. */
export const showRequest = async id => {
  try {
    const request = await find(id);
    shown = request;
    draw(request);
    byId('inspector').hidden = false;
    document.body.classList.add('inspecting');
    byId('inspection').scrollTop = 0;
    coverPage();
    if (!byId('inspector').contains(document.activeElement)) {
      byId('inspected').focus();
    }
    notify();
  } catch (failure) {
    tellBad(failure.message);
  }
};

export const closeInspector = () => {
  if (isOpen()) {
    const { id } = shown;
    shown = undefined;
    byId('inspector').hidden = true;
    document.body.classList.remove('inspecting');
    coverPage();
    notify();
    (byId('requests').querySelector(`[data-id="${id}"]`) ?? byId('requests-title')).focus();
  }
};

export const copyCurl = async () => {
  try {
    const { command } = await call('GET', `/requests/${shown.id}/curl`);
    await copy(command);
    tellGood('The curl command is copied.');
  } catch (failure) {
    tellBad(failure.message);
  }
};

export const replay = async () => {
  try {
    const again = await call('POST', `/requests/${shown.id}/replay`, {});
    const show = hasFailed(again) ? tellWarning : tellGood;
    show(`Replayed: ${resultOf(again)}.`);
    await refreshAll();
    await showRequest(again.id);
  } catch (failure) {
    tellBad(failure.message);
  }
};

export const prepareInspector = move => {
  covers.addEventListener('change', coverPage);
  onAction('inspector', {
    'close-inspector': closeInspector,
    'copy-curl': copyCurl,
    replay,
    next: () => move(1),
    previous: () => move(-1),
    'open-request': showRequest,
  });
};
