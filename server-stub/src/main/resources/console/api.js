/** Calls of /__admin, and calls of the public API for the selected account. */

const TOKEN = 'gpu-cloud-stub.token';

let token = sessionStorage.getItem(TOKEN) ?? '';

/** Keeps the admin token until the tab is closed. It is sent in a header only. */
export const setToken = value => {
  token = value;
  sessionStorage.setItem(TOKEN, value);
};

export const hasToken = () => token !== '';

/** A call that failed. Status 0 means that no response arrived. */
export class Failure extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const problemText = ({ member, detail, title }) => [member, detail ?? title].filter(Boolean).join(': ');

const send = async (method, path, { body, tag, signal } = {}) => {
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...(tag && { 'If-None-Match': tag }),
  };
  let response;
  try {
    response = await fetch(`/__admin${path}`, { method, headers, body, signal, cache: 'no-store' });
  } catch (failed) {
    throw failed.name === 'AbortError' ? failed : new Failure(0, 'The stub does not respond.');
  }
  if (!response.ok && response.status !== 304) {
    const problem = await response.json().catch(() => ({ title: `HTTP ${response.status}` }));
    throw new Failure(response.status, problemText(problem));
  }
  return response;
};

/** Calls /__admin. Returns the body, or undefined if there is none. */
export const call = async (method, path, body) => {
  const response = await send(method, path, { body: body === undefined ? undefined : JSON.stringify(body) });
  return response.status === 204 ? undefined : response.json();
};

/** Sends a file as it is: numbers of JavaScript have fewer digits than those of a snapshot. */
export const upload = (path, file) => send('PUT', path, { body: file });

export const download = async path => (await send('GET', path)).blob();

/** The last body and ETag of each path, and when the body arrived. */
const known = new Map();

const KNOWN_PATHS = 50;

/**
 * Reads a path with If-None-Match.
 *
 * @returns the body, when it arrived in the time of this page, and whether it is new
 */
export const read = async (path, signal, key = path) => {
  const before = known.get(key);
  const response = await send('GET', path, { tag: before?.tag, signal });
  if (response.status === 304) {
    return { body: before.body, at: before.at, changed: false };
  }
  const at = performance.now();
  const body = await response.json();
  known.delete(key);
  known.set(key, { tag: response.headers.get('ETag'), body, at });
  if (known.size > KNOWN_PATHS) {
    known.delete(known.keys().next().value);
  }
  return { body, at, changed: true };
};

/** Forgets what was read, so that the next read has a body. */
export const forget = () => known.clear();

export const accountPath = account => `/accounts/${encodeURIComponent(account)}`;

/** The query that selects an account, or the whole stub if there is none. */
export const forAccount = account => (account ? `?account=${encodeURIComponent(account)}` : '');

/** The message of an error, with the details of the alternative form. */
const reason = ({ msg, message, data }) => {
  const details = [data?.field, data?.details].filter(Boolean).join(' ');
  return [msg ?? message ?? 'no message', details && `(${details})`].filter(Boolean).join(' ');
};

/** Calls the public API with the key of an account, as a program would. Faults and rate limits apply. */
export const callService = async (account, method, path, body) => {
  let response;
  try {
    response = await fetch(`/api/open/v2${path}`, {
      method,
      headers: { Authorization: `Bearer ${account}`, ...(body && { 'Content-Type': 'application/json' }) },
      body: body && JSON.stringify(body),
      cache: 'no-store',
    });
  } catch {
    throw new Failure(0, 'The connection broke before the response came. The operation may have happened.');
  }
  const said = await response.text().catch(() => {
    throw new Failure(0, 'The response broke off. The operation may have happened.');
  });
  let envelope;
  try {
    envelope = JSON.parse(said);
  } catch {
    throw new Failure(response.status, `HTTP ${response.status}: the response is not JSON.`);
  }
  if (response.status !== 200 || envelope.code !== 0) {
    throw new Failure(response.status, `HTTP ${response.status}, code ${envelope.code}: ${reason(envelope)}`);
  }
  return envelope.data;
};
