/** @typedef {{ [key: string]: any }} Part A part of an OpenAPI document. */

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * A text as it is compared: without case, accents, Arabic marks and the stroke that only lengthens.
 * @param {string} text
 */
const folded = (text) =>
  text
    .normalize('NFD')
    .replace(/[\p{M}\u0640]/gu, '')
    .toLowerCase();

/**
 * The part that a reference of the document means; other parts are themselves.
 * @param {Part} document @param {Part} part @returns {Part}
 */
function meant(document, part) {
  if (!part.$ref) return part;
  const names = part.$ref.replace(/^#\//, '').split('/');
  return names.reduce((/** @type {Part} */ found, /** @type {string} */ name) => found[name], document);
}

/**
 * Names and descriptions of the fields of a schema, also within; each schema is read once.
 * @param {Part} document @param {Part} schema @param {Set<Part>} read @returns {string[]}
 */
function wordsOf(document, schema, read) {
  const whole = meant(document, schema);
  if (read.has(whole)) return [];
  read.add(whole);
  const within = [whole.items, ...['allOf', 'anyOf', 'oneOf'].flatMap((key) => whole[key] ?? [])];
  const fields = Object.entries(whole.properties ?? {});
  return [
    whole.description ?? '',
    ...fields.map(([name]) => name),
    ...[...fields.map(([, field]) => field), ...within]
      .filter((part) => typeof part === 'object')
      .flatMap((part) => wordsOf(document, part, read)),
  ];
}

/**
 * What an operation can be found by: path, method, names, tags, and its parameters and fields.
 * @param {Part} document @param {Part} operation @returns {string[]}
 */
function textsOf(document, operation) {
  const parameters = (operation.parameters ?? []).map((/** @type {Part} */ one) => meant(document, one));
  const body = meant(document, operation.requestBody ?? {});
  const read = new Set();
  return [
    ...[operation.summary, operation.description, operation.operationId, ...(operation.tags ?? [])],
    ...parameters.flatMap((/** @type {Part} */ { name, description }) => [name, description]),
    ...Object.values(body.content ?? {}).flatMap(({ schema }) => wordsOf(document, schema ?? {}, read)),
  ];
}

/** @param {string} path @param {string} method */
export const keyOf = (path, method) => `${method.toUpperCase()} ${path}`;

/**
 * Every operation of an OpenAPI document, by `GET /events`, with all that it can be found by.
 * @param {Part} document @returns {Map<string, string>}
 */
export function indexOf(document) {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method]).map((method) => ({ path, method, operation: methods[method] })),
  );
  return new Map(
    operations.map(({ path, method, operation }) => {
      const key = keyOf(path, method);
      return [key, folded([key, ...textsOf(document, operation)].join('\n'))];
    }),
  );
}

/**
 * The operations that say every word; without a word all of them.
 * @param {Map<string, string>} index @param {string} phrase @returns {Set<string>}
 */
export function found(index, phrase) {
  const words = folded(phrase).split(/\s+/).filter(Boolean);
  const matching = [...index].filter(([, text]) => words.every((word) => text.includes(word)));
  return new Set(matching.map(([key]) => key));
}
