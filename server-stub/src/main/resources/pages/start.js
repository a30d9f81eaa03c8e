/** The start page: copy buttons, tabs of snippets, and the state of the stub. Without scripts all snippets are shown. */

const TOKEN = 'gpu-cloud-stub.token';
const SHOWN_MS = 2000;
const REFRESH_MS = 5000;

const byId = id => document.getElementById(id);

const make = (name, attributes, words) => {
  const element = document.createElement(name);
  Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
  element.textContent = words ?? '';
  return element;
};

/** Selects the text where the page may not use the clipboard, as on other hosts without HTTPS. */
const copy = async code => {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return 'Copied';
  } catch {
    getSelection().selectAllChildren(code);
    return 'Selected';
  }
};

const addCopy = (parent, code, what) => {
  const button = make('button', { type: 'button', class: 'copy', 'aria-label': `Copy ${what}` }, 'Copy');
  button.addEventListener('click', async () => {
    const done = await copy(code);
    button.textContent = done;
    byId('copied').textContent = `${done}: ${what}`;
    setTimeout(() => {
      button.textContent = 'Copy';
    }, SHOWN_MS);
  });
  parent.append(button);
};

const prepareCopying = () => {
  document.querySelectorAll('.copyable').forEach(fact => addCopy(fact, fact.querySelector('code'), fact.previousElementSibling.textContent));
  document.querySelectorAll('#snippets section').forEach(section => {
    const box = make('div', { class: 'snippet' });
    const snippet = section.querySelector('pre');
    snippet.replaceWith(box);
    box.append(snippet);
    addCopy(box, snippet, `the ${section.querySelector('h3').textContent} snippet`);
  });
};

const select = (tabs, selected) =>
  tabs.forEach(tab => {
    const isSelected = tab === selected;
    tab.setAttribute('aria-selected', isSelected);
    tab.tabIndex = isSelected ? 0 : -1;
    byId(tab.getAttribute('aria-controls')).hidden = !isSelected;
  });

/** Makes tabs of the sections, with the keyboard of the ARIA tabs pattern. */
const prepareTabs = () => {
  const sections = [...document.querySelectorAll('#snippets section')];
  const list = make('div', { role: 'tablist', 'aria-labelledby': 'first' });
  const tabs = sections.map(section => {
    section.setAttribute('role', 'tabpanel');
    section.setAttribute('aria-labelledby', `tab-${section.id}`);
    return make('button', { type: 'button', role: 'tab', id: `tab-${section.id}`, 'aria-controls': section.id }, section.querySelector('h3').textContent);
  });
  list.append(...tabs);
  list.addEventListener('click', ({ target }) => tabs.includes(target) && select(tabs, target));
  list.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (step) {
      const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
      select(tabs, next);
      next.focus();
    }
  });
  byId('snippets').prepend(list);
  select(tabs, tabs[0]);
};

const read = async path => {
  const token = sessionStorage.getItem(TOKEN);
  const response = await fetch(`/__admin${path}`, { headers: token ? { Authorization: `Bearer ${token}` } : {} });
  if (!response.ok) {
    throw new Error(response.status === 401 ? 'This needs the admin token:' : 'The stub does not respond.');
  }
  return response.json();
};

const utc = seconds => new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 19);

const pace = ({ frozen, speed }) => (frozen ? 'frozen' : speed === 1 ? 'runs' : `runs ${speed} times as fast`);

const listed = (names, none) => (names.length === 0 ? none : names.length > 5 ? `${names.length}, among them ${names.slice(0, 3).join(', ')}` : names.join(', '));

const showState = async () => {
  try {
    const [clock, { accounts }, { faults }] = await Promise.all(['/clock', '/accounts', '/faults'].map(read));
    byId('unknown').textContent = '';
    byId('clock').textContent = `${utc(clock.now)} UTC, ${pace(clock)}`;
    byId('accounts').textContent = listed(accounts, 'none is open yet');
    byId('faults').textContent = faults.length === 0 ? 'none is on' : `${faults.length} on`;
  } catch (failure) {
    byId('unknown').textContent = failure.message;
    ['clock', 'accounts', 'faults'].forEach(id => {
      byId(id).textContent = '–';
    });
  }
};

prepareCopying();
prepareTabs();
showState();
setInterval(() => document.hidden || showState(), REFRESH_MS);
