const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Orders files by path instead of recorded durations, so that files sharing a Strapi run in the
 * same order everywhere.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    return [...tests].sort((one, other) => (one.path < other.path ? -1 : 1));
  }
};
