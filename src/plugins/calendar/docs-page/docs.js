import { found, indexOf, nameOf } from './search.js';

const page = /** @type {HTMLElement} */ (document.getElementById('docs'));
const told = /** @type {HTMLElement} */ (document.getElementById('found'));
const words = /** @type {HTMLInputElement} */ (document.getElementById('words'));

/** There once the document is loaded. */
let index;
let shown = new Set();

/** Leaves the operations that were found, and the tags that have one. */
function opsFilter(tags) {
  const isShown = (operation) => shown.has(nameOf(operation.get('path'), operation.get('method')));
  return tags
    .map((tag) => tag.update('operations', (operations) => operations.filter(isShown)))
    .filter((tag) => tag.get('operations').size > 0);
}

/** Swagger UI's own search looks at tags and paths: ours stands in its place, and its box goes. */
const search = () => ({ fn: { opsFilter }, components: { FilterContainer: () => null } });

function tell(phrase) {
  const sentence = (shown.size > 0 ? told.dataset.found : told.dataset.nothing) ?? '';
  told.textContent = phrase && sentence.replace('{count}', String(shown.size));
  page.classList.toggle('empty', shown.size === 0);
}

function seek() {
  if (!index) return;
  const phrase = words.value.trim();
  shown = found(index, phrase);
  tell(phrase);
  ui.layoutActions.updateFilter(phrase);
}

const { SwaggerUIBundle } = /** @type {any} */ (window);

const ui = SwaggerUIBundle({
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
