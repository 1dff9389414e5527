const { default: Sequencer } = require('@jest/test-sequencer');

/** By path, not by remembered durations: files that share a Strapi meet in the same order everywhere. */
module.exports = class extends Sequencer {
  sort(tests) {
    return [...tests].sort((one, other) => (one.path < other.path ? -1 : 1));
  }
};
