/** The lower bound of a row in milliseconds: an empty route and the bare statement. */
const bound = ({ empty, bare }) => empty.p50 + bare.p50;

/**
 * The goals: the ratio that is compared, whether it reaches the goal, and the rows to which the
 * goal applies.
 */
const GOALS = [
  {
    title: 'cold at most 1.3 × (empty + bare)',
    ratio: (row) => row.cold.p50 / bound(row),
    holds: (ratio) => ratio <= 1.3,
    asked: (row) => row.warm !== undefined,
  },
  {
    title: 'cold at most half of Strapi’s way',
    ratio: (row) => row.cold.p50 / row.documents.p50,
    holds: (ratio) => ratio <= 0.5,
    asked: (row) => row.warm !== undefined && row.documents !== undefined,
  },
  {
    title: 'warm at least half of the bytes from memory',
    ratio: (row) => row.warm.perSecond / row.bareWarm.perSecond,
    holds: (ratio) => ratio >= 0.5,
    asked: (row) => row.warm !== undefined,
  },
  {
    title: 'writes at most 1.2 × the same calls by hand',
    ratio: (row) => row.cold.p50 / row.documents.p50,
    holds: (ratio) => ratio <= 1.2,
    asked: (row) => row.warm === undefined,
  },
];

/** The rows that reach each goal and those that miss it, with their ratios. */
const standing = (rows) =>
  GOALS.map(({ title, ratio, holds, asked }) => {
    const judged = rows.filter(asked).map((row) => ({ name: row.name, ratio: ratio(row) }));
    return {
      title,
      reached: judged.filter((each) => holds(each.ratio)),
      missed: judged.filter((each) => !holds(each.ratio)),
    };
  });

module.exports = { bound, standing };
