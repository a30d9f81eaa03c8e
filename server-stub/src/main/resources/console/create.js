import { Failure, accountPath, call } from './api.js';
import { byId, on, onAction, options, quiet, text } from './dom.js';
import { money } from './format.js';
import { openInstance } from './instances.js';
import { openForm, prepareForm } from './notice.js';
import { serviceCall } from './service.js';
import { gpuOf, state } from './state.js';
import { stockText } from './stock.js';

const SAVED = 2;

let privateImages = [];

const isFromPod = () => byId('from-pod').checked;

const showSource = () => {
  byId('pod').disabled = !isFromPod();
  byId('pod-tag').disabled = !isFromPod();
  byId('image').disabled = isFromPod();
  byId('pod-fields').hidden = !isFromPod();
  byId('image-fields').hidden = isFromPod();
};

const showTags = () => {
  const pod = state.catalog.pods.find(({ uuid }) => uuid === byId('pod').value);
  options(byId('pod-tag'), [['', `latest${pod ? ` (${pod.pod_tag[0]})` : ''}`], ...(pod?.pod_tag ?? []).map(tag => [tag, tag])]);
};

const showPrice = () => {
  const price = (gpuOf(byId('gpu').value)?.hourly_price ?? 0) * Number(byId('gpu-nums').value) * Number(byId('create-number').value);
  text('create-price', state.catalog.billed ? `${money(price)} per hour` : 'The stub bills nothing.');
};

const fill = () => {
  const { pods, gpus, images } = state.catalog;
  options(byId('pod'), pods.map(({ uuid, title }) => [uuid, title]));
  options(byId('gpu'), gpus.map(({ gpu_uuid: uuid, gpu_name: name, hourly_price: price }) => [uuid, `${name} · ${money(price)}/h · ${stockText(uuid)}`]));
  options(byId('image'), [
    ...privateImages.map(({ uuid, title, save_image_status: status }) => [uuid, `${title} (private${status === SAVED ? '' : ', not saved yet'})`]),
    ...images.map(({ uuid, title }) => [uuid, title]),
  ]);
  showTags();
  showSource();
  showPrice();
};

export const openCreate = async () => {
  openForm('create');
  showOutcome();
  fill();
  privateImages = (await call('GET', accountPath(state.account))).images;
  fill();
};

const createOne = () => {
  const gpu = { gpu_uuid: byId('gpu').value, gpu_nums: Number(byId('gpu-nums').value) };
  return isFromPod()
    ? serviceCall('POST', '/instance/create_by_pod', { pod_uuid: byId('pod').value, pod_tag: byId('pod-tag').value || undefined, ...gpu })
    : serviceCall('POST', '/instance/create_by_image', { image_uuid: byId('image').value, ...gpu });
};

/** Creates as many instances as are wanted, one after the other, and stops at the first failure. */
const create = async () => {
  const number = Number(byId('create-number').value);
  for (let done = 0; ; ) {
    let created;
    try {
      created = await createOne();
    } catch (failure) {
      throw done === 0 ? failure : Object.assign(new Failure(failure.status, `${done} of ${number} are created. ${failure.message}`), { made: failure.made });
    }
    text('submit-create', number > 1 ? `${done + 1} of ${number}` : 'Create');
    if (++done === number) {
      return number === 1 ? `${created?.title || 'The instance'} is created.` : `${number} instances are created.`;
    }
  }
};

/** Once an instance may exist, another one must not be the next step, and the one that does exist is linked. */
const showOutcome = failure => {
  const mayExist = failure?.status === 0 || failure?.made !== undefined;
  byId('submit-create').classList.toggle('primary', !mayExist);
  text('submit-create', mayExist ? 'Create another' : 'Create');
  text('cancel-create', mayExist ? 'Close' : 'Cancel');
  if (failure?.made) {
    document.querySelector('#create .form-error').append(' ', quiet('open', 'Open the instance that it made', { class: 'link', 'data-id': failure.made }));
  }
};

export const prepareCreate = () => {
  on('new-instance', 'click', openCreate);
  on('first-instance', 'click', openCreate);
  ['from-pod', 'from-image'].forEach(id => on(id, 'change', showSource));
  on('pod', 'change', showTags);
  ['gpu', 'gpu-nums', 'create-number'].forEach(id => on(id, 'input', showPrice));
  prepareForm('create', create, words => words, true, showOutcome);
  onAction('create', {
    open: id => {
      byId('create').close();
      openInstance(id);
    },
  });
};
