/** Words by which the path of a file belongs to an idea: `search-index.ts`, `access/`. */
const IDEAS = {
  terms: /^(terms?|category|categories|tags?)$/,
  'who sees what':
    /^(access|sight|viewer|visible|state|status|open|redact|unlocks|password|caller|rights)$/,
  references: /^(references?|nested|linked|picker|reusable)$/,
  pictures: /^(pictures?|images?)$/,
  search: /^(search|fold|folded|trigram)$/,
};

/** Messages and the OpenAPI document follow every idea and are counted with none. */
const SAID = /^messages\/|openapi\//;

/** Type assertions and loose types, counted by their text. */
const BELIEFS = ['as never', 'as unknown as', 'Record<string, unknown>'];

const isOf = (words) => (file) =>
  file
    .replace(/\.ts$/, '')
    .split(/[/-]/)
    .some((word) => words.test(word));

/** The files of each idea, chosen by their names: idea → paths. */
function filesOfIdeas(sources) {
  const code = [...sources.keys()].filter((file) => !SAID.test(file));
  return Object.fromEntries(
    Object.entries(IDEAS).map(([idea, words]) => [idea, code.filter(isOf(words)).sort()]),
  );
}

/** The figures that can be read from the sources, named as in `goals.cjs`. `sources`: path → text. */
function countsOf(sources) {
  const texts = [...sources.values()];
  const occurrences = (part) => texts.join('\n').split(part).length - 1;
  const rooms = [...sources.keys()].filter((file) => file.includes('/'));
  const ideas = Object.entries(filesOfIdeas(sources));
  return {
    'files of the server': sources.size,
    'lines of the longest file': Math.max(...texts.map((text) => text.split('\n').length - 1)),
    rooms: new Set(rooms.map((file) => file.split('/')[0])).size,
    ...Object.fromEntries(ideas.map(([idea, { length }]) => [`files of ${idea}`, length])),
    ...Object.fromEntries(BELIEFS.map((belief) => [belief, occurrences(belief)])),
  };
}

module.exports = { countsOf, filesOfIdeas };
