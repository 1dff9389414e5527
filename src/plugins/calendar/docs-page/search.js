const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** A text folded for comparison: lower case, without accents, Arabic marks and the tatweel. */
const folded = (text) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toLowerCase();

/** The target of a reference; any other part is returned unchanged. */
function meant(document, part) {
  if (!part.$ref) return part;
  return part.$ref
    .replace(/^#\//, '')
    .split('/')
    .reduce((found, name) => found[name], document);
}

/**
 * The names and descriptions of a schema's fields, nested ones included; visits each schema once.
 */
function wordsOf(document, schema, read) {
  const whole = meant(document, schema);
  if (read.has(whole)) return [];
  read.add(whole);
  const { description, items = [], properties = {}, allOf = [], anyOf = [], oneOf = [] } = whole;
  const within = [...Object.values(properties), ...allOf, ...anyOf, ...oneOf].concat(items);
  return [
    description,
    ...Object.keys(properties),
    ...within.flatMap((part) => wordsOf(document, part, read)),
  ];
}

/** The texts by which an operation is found: its own, and those of its parameters and fields. */
function textsOf(document, { summary, description, operationId, tags = [], ...operation }) {
  const parameters = (operation.parameters ?? []).map((part) => meant(document, part));
  const { content = {} } = meant(document, operation.requestBody ?? {});
  const read = new Set();
  return [
    ...[summary, description, operationId, ...tags],
    ...parameters.flatMap((parameter) => [parameter.name, parameter.description]),
    ...Object.values(content).flatMap(({ schema = {} }) => wordsOf(document, schema, read)),
  ];
}

/** The name of an operation in the index: `GET /events`. */
export const nameOf = (path, method) => `${method.toUpperCase()} ${path}`;

/**
 * The operations of an OpenAPI document and the messages of its webhooks: name → folded text by which
 * it is found.
 * @returns {Map<string, string>}
 */
export function indexOf(document) {
  const operations = Object.entries({ ...document.paths, ...document.webhooks }).flatMap(
    ([path, methods]) =>
      METHODS.filter((method) => methods[method]).map((method) => {
        const texts = textsOf(document, methods[method]).filter(Boolean);
        const name = nameOf(path, method);
        return /** @type {const} */ ([name, folded([name, ...texts].join('\n'))]);
      }),
  );
  return new Map(operations);
}

/**
 * The names of the operations that match every word of a phrase; all if it has none. The name of a method
 * only matches operations with that method, since other texts contain such words, too.
 * @returns {Set<string>}
 */
export function found(index, phrase) {
  const words = folded(phrase).split(/\s+/).filter(Boolean);
  const holds = (name, text) => (word) =>
    METHODS.includes(word) ? name.toLowerCase().startsWith(`${word} `) : text.includes(word);
  const matching = [...index].filter(([name, text]) => words.every(holds(name, text)));
  return new Set(matching.map(([name]) => name));
}
