const LANGUAGES = {
  en: require('./en.cjs'),
  fr: require('./fr.cjs'),
  es: require('./es.cjs'),
  ar: require('./ar.cjs'),
};

/** Words that scenarios search for: in a third of the events, and in one of a thousand. */
const SHARE = { common: 1 / 3, rare: 1 / 1000 };

/** A word that only one event contains. */
const uniqueWord = (number) => `ref${String(number).padStart(8, '0')}`;

const paragraph = (text) => `<p>${text}</p>`;

/** The choices that all languages of an event share: which sentences, without their words. */
function chooseSentences(random, number) {
  return {
    kind: random.below(20),
    place: random.below(6),
    opening: random.below(5),
    common: random.chance(SHARE.common) ? random.below(2) : undefined,
    rare: random.chance(SHARE.rare),
    sentences: random.several(4, () => random.below(12)),
    excerpt: random.chance(0.5),
    number,
  };
}

const titleOf = (language, { kind, place, number }) => {
  const { kinds, places } = LANGUAGES[language];
  return `${kinds[kind]} ${places[place]} ${number}`;
};

/** A description of about sixty words, a unique title, and often an excerpt. */
function textsOf(language, chosen) {
  const words = LANGUAGES[language];
  const [first, ...others] = chosen.sentences.map((place) => words.sentences[place]);
  const begin = [words.openings[chosen.opening], first];
  if (chosen.common !== undefined) begin.push(words.common[chosen.common]);
  if (chosen.rare) begin.push(words.rare);
  const end = [...others, `${uniqueWord(chosen.number)}.`];
  return {
    title: titleOf(language, chosen),
    description: paragraph(begin.join(' ')) + paragraph(end.join(' ')),
    ...(chosen.excerpt ? { excerpt: paragraph(words.openings[chosen.opening]) } : {}),
  };
}

module.exports = { LANGUAGES, chooseSentences, textsOf, uniqueWord };
