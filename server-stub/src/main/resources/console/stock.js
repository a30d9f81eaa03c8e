import { accountPath, call } from './api.js';
import { byId, el, numberIn, onAction, quiet, replace, text } from './dom.js';
import { money, shortUtc } from './format.js';
import { attempt, openForm, prepareForm } from './notice.js';
import { accountNow, gpuName, gpuOf, state } from './state.js';

const put = (uuid, stock) => call('PUT', accountPath(state.account), { stock: [{ gpu_uuid: uuid, ...stock }] });

const free = ({ held, stock }) => (stock === undefined ? undefined : Math.max(0, stock - held));

/** How many GPUs of a model are free, in words. */
export const stockText = uuid => {
  const entry = state.details?.stock.find(({ gpu_uuid: gpu }) => gpu === uuid);
  const left = entry && free(entry);
  return left === undefined ? 'available' : left === 0 ? 'sold out' : `${left} free`;
};

const nextChange = ({ schedule }) => schedule.find(({ at }) => at > accountNow());

const changeText = ({ at, stock }) => `${stock === undefined ? 'any number' : stock} from ${shortUtc(at)}`;

const row = entry => {
  const left = free(entry);
  const change = nextChange(entry);
  const name = gpuName(entry.gpu_uuid);
  const held = entry.held > 0 ? `${entry.held} held` : '';
  const sold = left === 0;
  return el(
    'li',
    { class: 'stock-row' },
    el(
      'div',
      {},
      el('strong', {}, name),
      el('span', { class: 'badge', 'data-state': sold ? 'bad' : 'ok' }, left === undefined ? 'any number' : sold ? 'sold out' : `${left} free`),
      el('small', {}, [`${money(gpuOf(entry.gpu_uuid)?.hourly_price ?? 0)} per hour`, held, change && changeText(change)].filter(Boolean).join(' · ')),
    ),
    el(
      'span',
      { class: 'row-buttons' },
      quiet(sold ? 'restock' : 'sell-out', sold ? 'Restock' : 'Sell out', { 'data-id': entry.gpu_uuid, 'aria-label': `${sold ? 'Restock' : 'Sell out'} ${name}` }),
      quiet('edit-stock', 'Edit', { 'data-id': entry.gpu_uuid, 'aria-label': `Edit the stock of ${name}` }),
    ),
  );
};

export const showStock = ({ details }) => details && replace(byId('stock'), details.stock.map(row));

let edited;

const open = uuid => {
  edited = uuid;
  const entry = state.details.stock.find(({ gpu_uuid: gpu }) => gpu === uuid);
  text('stock-gpu', gpuName(uuid));
  openForm('edit-stock', { 'stock-number': entry.stock ?? '' });
};

/** A stock now and, if a time is given, another one later. */
const described = () => {
  const delay = numberIn('stock-delay');
  const later = delay === undefined ? [] : [{ at: accountNow() + delay * 60, stock: numberIn('stock-later') }];
  return { stock: numberIn('stock-number'), schedule: later };
};

export const prepareStock = () => {
  onAction('stock', {
    'sell-out': uuid => attempt(() => put(uuid, { stock: 0 }), `${gpuName(uuid)} is sold out for ${state.account}.`),
    restock: uuid => attempt(() => put(uuid, {}), `${gpuName(uuid)} is available in any number.`),
    'edit-stock': open,
  });
  prepareForm('edit-stock', () => put(edited, described()), () => `The stock of ${gpuName(edited)} is set.`);
};
