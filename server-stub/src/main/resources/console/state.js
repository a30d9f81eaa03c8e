/** What the page knows. Panels read it and are drawn again after every change. */

export const state = {
  /** connecting, live, paused, unreachable or locked */
  connection: 'connecting',
  accounts: [],
  /** Names of all keys; those of accounts that are not open yet as well */
  keys: [],
  account: '',
  /** What the address of the page says, each member a string */
  place: {},
  /** AccountDetails of the selected account */
  details: undefined,
  instances: [],
  spending: [],
  catalog: { pods: [], gpus: [], images: [], statuses: [], billed: true },
  faults: [],
  stubClock: undefined,
  /** Requests of the journal, newest first, how many match the filters of the server, and how many the journal has dropped */
  requests: [],
  total: 0,
  dropped: 0,
  /** Requests that made instances of the account and whose responses were lost: their identifiers by those of the instances */
  orphans: new Map(),
  /** The latest requests of the account, which the timeline shows */
  history: [],
  /** Requests of a HAR file that are shown instead, and the name of the file */
  archive: undefined,
  /** Title of the open request or instance */
  opened: '',
  loaded: false,
};

const listeners = new Set();

export const subscribe = listener => listeners.add(listener);

export const notify = () => listeners.forEach(listener => listener(state));

export const change = values => {
  Object.assign(state, values);
  notify();
};

/** When the clocks were read, in the time of this page. */
const readAt = { account: 0, stub: 0 };

export const clockRead = (which, at) => {
  readAt[which] = at;
};

/** A clock at present: what was read, and what passed since. */
const moment = (clock, at) =>
  clock.frozen ? clock.now : Math.floor(clock.now + ((performance.now() - at) / 1000) * clock.speed);

/** The clock that the account follows. */
export const accountClock = () => (state.details ? moment(state.details.clock, readAt.account) : 0);

/** The present moment of the account. It stands still while its clock is behind it. */
export const accountNow = () => Math.max(accountClock(), state.details?.moment ?? 0);

export const stubNow = () => (state.stubClock ? moment(state.stubClock, readAt.stub) : 0);

export const gpuOf = uuid => state.catalog.gpus.find(gpu => gpu.gpu_uuid === uuid);

export const gpuName = uuid => gpuOf(uuid)?.gpu_name ?? uuid;

/** What the GPUs of an instance cost in an hour. */
export const hourlyPrice = ({ gpu_uuid: uuid, gpu_nums: count }) =>
  state.catalog.billed ? (gpuOf(uuid)?.hourly_price ?? 0) * count : 0;
