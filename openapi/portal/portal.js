'use strict';

const MOST_RESULTS = 12;
const LANGUAGES = { console: 'Console', http: 'HTTP', java: 'Java', json: 'JSON', python: 'Python', sh: 'Shell', ts: 'TypeScript' };

addCopyButtons();
breakNames();
addSearch();

function addCopyButtons() {
  for (const pre of document.querySelectorAll('main pre')) {
    const code = document.createElement('div');
    code.className = 'code';
    pre.replaceWith(code);
    const language = document.createElement('span');
    language.textContent = LANGUAGES[pre.dataset.language] ?? 'Text';
    const button = document.createElement('button');
    button.className = 'copy';
    button.type = 'button';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      button.textContent = (await copied(pre)) ? 'Copied' : 'Press Ctrl+C';
      setTimeout(() => (button.textContent = 'Copy'), 2000);
    });
    const bar = document.createElement('div');
    bar.className = 'bar';
    bar.append(language, button);
    code.append(bar, pre);
  }
}

/** Lets long names in tables break between their words. */
function breakNames() {
  for (const name of document.querySelectorAll('td code')) {
    name.innerHTML = name.innerHTML.replace(/[a-z](?=[A-Z])|_/g, '$&<wbr>');
  }
}

/** Copies the text of an element. If the browser does not allow it, the text stays selected. */
async function copied(element) {
  getSelection().selectAllChildren(element);
  try {
    await navigator.clipboard.writeText(element.textContent);
  } catch {
    return document.execCommand('copy');
  }
  getSelection().removeAllRanges();
  return true;
}

function addSearch() {
  const query = document.querySelector('#query');
  const found = document.querySelector('#found');
  query.addEventListener('input', () => show(found, results(query.value)));
  document.addEventListener('keydown', event => {
    if (event.key === '/' && !(document.activeElement instanceof HTMLInputElement)) {
      event.preventDefault();
      query.focus();
    }
    if (event.key === 'Escape') {
      found.hidden = true;
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      move(event, query, found);
    }
  });
  query.form?.addEventListener('submit', event => event.preventDefault());
  query.addEventListener('keydown', event => {
    if (event.key === 'Enter') {
      found.querySelector('a')?.click();
    }
  });
  found.addEventListener('click', () => (found.hidden = true));
}

/** Entries that contain all words. A word in the title counts as much as the words next to each other in the text. */
function results(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const phrase = words.join(' ');
  if (words.length === 0) {
    return [];
  }
  const score = entry => {
    const title = entry.title.toLowerCase();
    const all = `${title} ${entry.page} ${entry.text}`.toLowerCase();
    if (!words.every(word => all.includes(word))) {
      return 0;
    }
    return 1 + words.filter(word => title.includes(word)).length + (all.includes(phrase) ? 1 : 0);
  };
  return SEARCH_INDEX.map(entry => ({ entry, score: score(entry) }))
    .filter(result => result.score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST_RESULTS)
    .map(result => result.entry);
}

function show(found, entries) {
  found.replaceChildren(
    ...entries.map(entry => {
      const link = document.createElement('a');
      link.href = entry.link;
      const page = document.createElement('small');
      page.textContent = entry.page;
      link.append(entry.title, page);
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
  if (entries.length === 0 && document.querySelector('#query').value.trim()) {
    found.textContent = 'Nothing found';
  }
  found.hidden = !found.hasChildNodes();
}

function move(event, query, found) {
  const stops = [query, ...found.querySelectorAll('a')];
  const at = stops.indexOf(document.activeElement);
  if (found.hidden || at < 0) {
    return;
  }
  event.preventDefault();
  stops[Math.max(0, Math.min(stops.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))].focus();
}
