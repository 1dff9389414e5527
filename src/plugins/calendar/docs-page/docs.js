import { found, indexOf, keyOf } from './search.js';

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const page = element('docs');
const told = element('found');
const words = /** @type {HTMLInputElement} */ (element('words'));

/** @type {Map<string, string> | undefined} */
let index;
let shown = new Set();

/** Leaves the operations that were found, and their tags; the whole when there is no index yet. */
function opsFilter(tagged) {
  if (!index) return tagged;
  const isFound = (one) => shown.has(keyOf(one.get('path'), one.get('method')));
  return tagged
    .map((tag) => tag.update('operations', (operations) => operations.filter(isFound)))
    .filter((tag) => tag.get('operations').size > 0);
}

/** Swagger UI's own search looks at tags only: ours stands in its place, and its box goes. */
const search = () => ({ fn: { opsFilter }, components: { FilterContainer: () => null } });

function seek() {
  if (!index) return;
  const phrase = words.value.trim();
  shown = found(index, phrase);
  const sentence = shown.size > 0 ? told.dataset.found : told.dataset.nothing;
  told.textContent = phrase ? sentence.replace('{count}', String(shown.size)) : '';
  page.classList.toggle('empty', shown.size === 0);
  ui.layoutActions.updateFilter(phrase);
}

const ui = window.SwaggerUIBundle({
  domNode: page,
  url: page.dataset.document,
  plugins: [search],
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  onComplete() {
    index = indexOf(ui.specSelectors.specJson().toJS());
    seek();
  },
});

words.addEventListener('input', seek);
