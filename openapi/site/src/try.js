// Sends the request of a form to a stub on the reader's machine. Base URL and key are remembered.
const REMEMBERED = ['base', 'key'];
const storage = (name) => `gpu-cloud-try-${name}`;

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** The address of the request: path parameters are filled in, those of the query are appended if they have a value. */
function target(form) {
  const query = new URLSearchParams();
  let { path } = form.dataset;
  for (const { dataset, value } of form.querySelectorAll('[data-parameter]')) {
    if (dataset.in === 'path') path = path.replace(`{${dataset.parameter}}`, encodeURIComponent(value));
    else if (value) query.set(dataset.parameter, value);
  }
  return `${form.elements.base.value.replace(/\/$/, '')}${path}${query.size ? `?${query}` : ''}`;
}

async function sent(form) {
  const { base, key, body } = form.elements;
  const headers = { Authorization: `Bearer ${key.value}`, ...(body && { 'Content-Type': 'application/json' }) };
  let response;
  try {
    response = await fetch(target(form), { method: form.dataset.method, headers, body: body?.value });
  } catch {
    return { title: 'No response', text: `No stub responds at ${base.value}, it does not accept this page, or it lost the response. The text above says how to start it.` };
  }
  const text = await response.text().catch(() => 'The response broke off.');
  return { title: `HTTP ${response.status}`, text: pretty(text), isGood: response.ok && /"code": ?0\b/.test(text) };
}

function show(output, { title, text, isGood }) {
  const heading = Object.assign(document.createElement('strong'), { textContent: title });
  const body = Object.assign(document.createElement('pre'), { textContent: text, tabIndex: 0 });
  output.replaceChildren(heading, body);
  output.dataset.state = isGood ? 'good' : 'bad';
}

for (const form of document.querySelectorAll('.try form')) {
  form.querySelector('[data-origin]').textContent = location.origin === 'null' ? '*' : location.origin;
  for (const name of REMEMBERED) form.elements[name].value = localStorage.getItem(storage(name)) ?? form.elements[name].value;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    for (const name of REMEMBERED) localStorage.setItem(storage(name), form.elements[name].value);
    const [button, output] = form.querySelectorAll('button, output');
    button.disabled = true;
    show(output, await sent(form));
    button.disabled = false;
  });
}
