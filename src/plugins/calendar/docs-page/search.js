const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** A text as it is compared: without case, accents, Arabic marks, and the stroke that only lengthens. */
const folded = (text) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toLowerCase();

/** The part of the document that a reference means; any other part is itself. */
function meant(document, part) {
  if (!part.$ref) return part;
  return part.$ref
    .replace(/^#\//, '')
    .split('/')
    .reduce((found, name) => found[name], document);
}

/** Names and descriptions of a schema's fields, also within; each schema is read once. */
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

/** What an operation can be found by: its names and tags, and its parameters and fields. */
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

/** What an operation is called here: `GET /events`. */
export const nameOf = (path, method) => `${method.toUpperCase()} ${path}`;

/**
 * Every operation of an OpenAPI document, and every message of its webhooks, with all that it can be found by.
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
 * The operations that have every word of a phrase; all of them when it has none. The name of a
 * method means that method alone: the texts of others speak of it, too.
 * @returns {Set<string>}
 */
export function found(index, phrase) {
  const words = folded(phrase).split(/\s+/).filter(Boolean);
  const holds = (name, text) => (word) =>
    METHODS.includes(word) ? name.toLowerCase().startsWith(`${word} `) : text.includes(word);
  const matching = [...index].filter(([name, text]) => words.every(holds(name, text)));
  return new Set(matching.map(([name]) => name));
}
