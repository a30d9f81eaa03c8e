import { byId, element, moment, replace, row } from './dom.js';

const shown = (request, detail) =>
  element('span', {}, `${request.method} ${request.path}${request.query ? `?${request.query}` : ''}`, detail);

const requestRow = request => {
  const good = request.status === 200 && request.code === 0;
  const status = request.status === 0 ? 'reset' : String(request.status);
  return row(
    String(request.sequence),
    moment(request.time),
    shown(request, request.body && element('small', {}, element('code', {}, request.body))),
    element('span', { class: 'badge', 'data-state': good ? 'ok' : 'failed' }, status),
    request.code === undefined ? '–' : String(request.code),
    request.api_key ?? '–',
    `${request.duration_ms} ms`,
    request.faults.join(', ') || '–',
  );
};

export const showJournal = ({ requests, total }) => {
  byId('total').textContent = total === 0 ? 'No requests yet.' : `${total} requests, newest first${total > requests.length ? `; the latest ${requests.length} are shown` : ''}.`;
  replace(byId('journal').tBodies[0], requests.map(requestRow));
};
