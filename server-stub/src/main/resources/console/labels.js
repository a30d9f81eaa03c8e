import { state } from './state.js';

/** Words that the stub serves: statuses from its catalog; events, effects of faults and operations from its documents. */

const API = '/openapi/gpu-cloud-v2.json';
const ADMIN = '/openapi/stub-admin-v1.json';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

const schemas = { uploads: [API, 'SaveImageStatus'], events: [ADMIN, 'EventKind'], causes: [ADMIN, 'PhaseCause'], effects: [ADMIN, 'FaultEffect'] };

const labels = { uploads: new Map(), events: new Map(), causes: new Map(), effects: new Map(), operations: [] };

const entries = ({ enum: closed, 'x-extensible-enum': open, 'x-enum-varnames': names, 'x-enum-descriptions': help }) =>
  (closed ?? open).map((value, index) => [value, { name: names[index].toLowerCase().replaceAll('_', ' '), help: help?.[index] }]);

const operationsOf = ({ paths }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter(method => item[method]).map(method => ({ id: item[method].operationId, method: method.toUpperCase(), path })),
  );

/** Reads the documents once. */
export const loadLabels = async () => {
  const [api, admin] = await Promise.all([API, ADMIN].map(async path => (await fetch(path)).json()));
  Object.entries(schemas).forEach(([kind, [document, name]]) => {
    labels[kind] = new Map(entries((document === API ? api : admin).components.schemas[name]));
  });
  labels.operations = operationsOf(api);
};

/** Causes whose names in the document say less than a tester needs to know. */
const CAUSES = {
  startup: 'start request',
  restart: 'restart request',
  shutdown: 'shutdown request',
  image_saved: 'request to save an image',
  funds_spent: 'no money left',
};

/** What a tester sees of an effect. The document has the names of the JSON, which testers of a program need as well. */
const EFFECTS = {
  respond: 'response replaced',
  respond_after_effect: 'carried out, response replaced',
  reset_connection: 'connection reset',
  reset_after_effect: 'carried out, connection reset',
  lose_response: 'response lost',
  truncate_body: 'response cut off',
  html_body: 'HTML page',
  fail_upload: 'upload fails',
  never_boot: 'never boots',
  boot_fails: 'boot fails',
  boot_ends_abnormally: 'boot ends abnormally',
  no_server_url: 'no addresses for a while',
  list_lag: 'missing in lists for a while',
  stale_status: 'old status in lists',
  ignore_timer: 'timer ignored',
  refuse_destroy: 'destroy rejected',
  listed_again: 'destroyed, but runs on',
};

const nameOf = (kind, value) => labels[kind].get(value)?.name ?? `${value}`;

export const statuses = () => state.catalog.statuses.map(({ status }) => status);

/** The number of colours of statuses in the style sheet */
const TONES = 8;

/** The class that colours a status: by its place in the catalog, so that each status of a stub has a colour of its own. */
export const statusTone = code => {
  const index = state.catalog.statuses.findIndex(({ status }) => status === code);
  return index < 0 ? 'tone-other' : `tone-${index % TONES}`;
};

/** A status as a number with its name, as in 2 running. */
export const statusText = code => [code, state.catalog.statuses.find(({ status }) => status === code)?.name].filter(Boolean).join(' ');

export const uploadText = status => `image: ${nameOf('uploads', status)}`;

/** Whether an event is the bill of an hour, which changes nothing but money. */
export const isBill = kind => kind === 'settlement';

/** The contract calls it a settlement, which says nothing to a tester. */
export const eventText = kind => (isBill(kind) ? 'hourly bill' : nameOf('events', kind));

/** Why a phase began. */
export const causeText = cause => CAUSES[cause] ?? nameOf('causes', cause);

export const effectText = effect => (effect === undefined ? 'delay' : EFFECTS[effect] ?? nameOf('effects', effect));

export const effectHelp = effect => labels.effects.get(effect)?.help ?? 'The stub waits, then serves the request.';

export const effects = () => [...labels.effects.keys()];

export const operations = () => labels.operations.map(({ id }) => id);

/** The operation of a request that is known by its method and path only. */
export const operationAt = (method, path) => labels.operations.find(operation => operation.method === method && path.endsWith(operation.path))?.id;
