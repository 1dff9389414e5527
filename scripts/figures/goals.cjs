/** Upper bounds for the figures of the server's code. */
const GOALS = {
  'files of a list request': 45,
  'functions of a list request': 150,
  'files of a write with a new venue': 60,
  'files of the server': 200,
  'lines of the longest file': 250,
  rooms: 12,
  'files of terms': 8,
  'files of who sees what': 7,
  'files of references': 5,
  'files of pictures': 5,
  'files of search': 4,
  'as never': 0,
  'as unknown as': 0,
  'Record<string, unknown>': 10,
};

/** Interim bounds for figures of the sources that miss their goal; they may only be lowered. */
const ALLOWED = {};

module.exports = { ALLOWED, GOALS };
