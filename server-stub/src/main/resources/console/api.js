/** The calls of the administration, and the token that they carry where the stub wants one. */

let token = '';

export const setToken = value => {
  token = value;
};

/** A refusal, with the reason that the stub gives. */
export class Refused extends Error {
  constructor(status, problem) {
    super([problem.member, problem.detail ?? problem.title].filter(Boolean).join(': '));
    this.status = status;
  }
}

const ask = async (method, path, body, tag) => {
  const headers = {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(body && { 'Content-Type': 'application/json' }),
    ...(tag && { 'If-None-Match': tag }),
  };
  const response = await fetch(`/__admin${path}`, { method, headers, body: body && JSON.stringify(body) }).catch(() => {
    throw new Error('The stub does not answer.');
  });
  if (!response.ok && response.status !== 304) {
    throw new Refused(response.status, await response.json().catch(() => ({ title: `HTTP ${response.status}` })));
  }
  return response;
};

/** Calls the administration; answers what it answers, or null where that is nothing. */
export const call = async (...request) => {
  const response = await ask(...request);
  return response.status === 204 ? null : response.json();
};

/** The last body of each path that has revisions, with its tag. */
const known = new Map();

/** Reads a path that has revisions. The stub sends the body again only after a change. */
export const read = async path => {
  const before = known.get(path);
  const response = await ask('GET', path, undefined, before?.tag);
  if (response.status !== 304) {
    known.set(path, { tag: response.headers.get('ETag'), body: await response.json() });
  }
  return known.get(path).body;
};

/** What the administration answers, to the byte: numbers here hold fewer digits than those of a snapshot. */
export const bytes = async path => (await ask('GET', path)).blob();

export const accountPath = account => `/accounts/${encodeURIComponent(account)}`;
