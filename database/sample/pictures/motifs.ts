import { box, circle, HEIGHT, path, scattered, steps, WIDTH } from './canvas';
import type { Palette } from './palettes';

/** Draws SVG shapes in a palette's colours, without text, so that no font affects a picture. */
export type Motif = (palette: Palette) => string[];

export const rings: Motif = ([ground, , first, second, third]) => [
  ...steps(9).map((ring) =>
    circle(330, 270, 236 - ring * 22, ring % 2 ? first : third, `opacity="${0.92 - ring * 0.02}"`),
  ),
  circle(330, 270, 60, second),
  circle(330, 270, 10, ground),
  path('M760 90 L760 330 L600 402', 'none', `stroke="${third}" stroke-width="12"`),
  circle(760, 90, 34, first),
  box(570, 384, 62, 30, second, 'rx="6" transform="rotate(-24 600 400)"'),
];

export const strings: Motif = ([, , first, second, third]) => {
  const heights = scattered(31, 7);
  return heights.flatMap((height, bar) => {
    const tall = 60 + height * 210 * Math.sin(((bar + 1) / 32) * Math.PI) + 40;
    const colour = [first, second, third][bar % 3] ?? first;
    return [box(26 + bar * 29.5, HEIGHT / 2 - tall / 2, 15, tall, colour, 'rx="7.5"')];
  });
};

export const frames: Motif = ([ground, depth, first, second, third]) =>
  [
    { x: 90, y: 110, wide: 220, high: 290 },
    { x: 370, y: 70, wide: 260, high: 190 },
    { x: 370, y: 300, wide: 120, high: 150 },
    { x: 520, y: 300, wide: 110, high: 150 },
    { x: 690, y: 120, wide: 190, high: 260 },
  ].flatMap(({ x, y, wide, high }, at) => [
    box(x, y, wide, high, third),
    box(x + 12, y + 12, wide - 24, high - 24, at % 2 ? depth : ground),
    circle(x + wide * 0.36, y + high * 0.42, wide * 0.18, at % 2 ? first : second),
    path(
      `M${x + 12} ${y + high - 12} L${x + wide * 0.45} ${y + high * 0.55} L${x + wide - 12} ${y + high - 12} Z`,
      at % 2 ? second : first,
    ),
  ]);

export const curtain: Motif = ([ground, , first, second, third]) => [
  path('M0 470 L960 470 L960 540 L0 540 Z', third),
  path('M300 470 L420 60 L540 60 L660 470 Z', ground, 'opacity="0.75"'),
  circle(480, 452, 70, second, 'opacity="0.9"'),
  ...steps(7).flatMap((fold) => {
    const shade = fold % 2 ? third : first;
    const reach = 60 + fold * 46;
    return [
      path(
        `M${fold * 48} 0 h52 Q${reach * 0.9} 260 ${fold * 30 + 30} 480 H${fold * 30} Q${reach * 0.7} 260 ${fold * 48} 0`,
        shade,
      ),
      path(
        `M${WIDTH - fold * 48} 0 h-52 Q${WIDTH - reach * 0.9} 260 ${WIDTH - fold * 30 - 30} 480 H${WIDTH - fold * 30} Q${WIDTH - reach * 0.7} 260 ${WIDTH - fold * 48} 0`,
        shade,
      ),
    ];
  }),
  ...steps(12).map((drop) => circle(40 + drop * 80, 0, 52, drop % 2 ? first : second)),
];

export const beam: Motif = ([ground, depth, first, second, third]) => [
  path('M120 400 L860 90 L860 450 Z', first, 'opacity="0.35"'),
  path('M120 400 L860 150 L860 390 Z', first, 'opacity="0.45"'),
  box(846, 70, 34, 400, third, 'rx="4"'),
  box(60, 360, 120, 86, second, 'rx="10"'),
  circle(92, 330, 44, second),
  circle(92, 330, 14, depth),
  circle(168, 316, 34, second),
  circle(168, 316, 11, depth),
  ...scattered(22, 21).map((at, dust) =>
    circle(
      220 + dust * 28,
      400 - dust * 9 + (at - 0.5) * (40 + dust * 9),
      2 + at * 3,
      ground,
      'opacity="0.7"',
    ),
  ),
];

export const books: Motif = ([, , first, second, third]) =>
  [0, 1].flatMap((shelf) => [
    ...scattered(19, 11 + shelf).map((size, at) =>
      box(
        58 + at * 45,
        234 + shelf * 232 - (110 + size * 90),
        30 + size * 13,
        110 + size * 90,
        [first, second, third][(at * 2 + shelf) % 3] ?? first,
        `rx="4" ${at % 7 === 5 ? `transform="rotate(7 ${70 + at * 45} ${234 + shelf * 232})"` : ''}`,
      ),
    ),
    box(30, 234 + shelf * 232, 900, 16, third),
  ]);

export const bubbles: Motif = ([ground, , first, second, third]) => [
  box(90, 80, 430, 230, first, 'rx="60"'),
  path('M180 290 L150 400 L280 300 Z', first),
  box(430, 220, 440, 220, second, 'rx="60"'),
  path('M770 420 L820 510 L680 430 Z', second),
  ...steps(3).map((dot) => circle(215 + dot * 90, 195, 24, ground)),
  ...steps(3).map((line) =>
    box(500, 278 + line * 40, 300 - line * 70, 18, line ? ground : third, 'rx="9"'),
  ),
];

export const network: Motif = ([ground, , first, second, third]) => {
  const across = scattered(16, 5);
  const down = scattered(16, 93);
  const nodes = steps(16).map((at) => ({
    x: 80 + ((at % 4) + (across[at] ?? 0) * 0.8) * 215,
    y: 70 + (Math.floor(at / 4) + (down[at] ?? 0) * 0.7) * 110,
  }));
  const near = nodes.flatMap((one, at) =>
    nodes
      .slice(at + 1)
      .filter((other) => Math.hypot(one.x - other.x, one.y - other.y) < 250)
      .map(
        (other) =>
          `<line x1="${one.x}" y1="${one.y}" x2="${other.x}" y2="${other.y}" stroke="${third}" stroke-width="3" opacity="0.45"/>`,
      ),
  );
  return [
    ...near,
    ...nodes.flatMap(({ x, y }, at) => [
      circle(x, y, 16 + (across[at] ?? 0) * 22, at % 3 ? first : second),
      circle(x, y, 7, ground),
    ]),
  ];
};

export const lanterns: Motif = ([ground, , first, second, third]) => [
  path('M0 60 Q480 170 960 40', 'none', `stroke="${third}" stroke-width="5"`),
  ...steps(7).flatMap((at) => {
    const x = 90 + at * 130;
    const y = 190 + (at % 3) * 62;
    return [
      box(x - 2, 84 + (at % 2) * 14, 4, y - 130, third),
      circle(x, y, 84, second, 'opacity="0.18"'),
      path(
        `M${x - 44} ${y} Q${x} ${y - 92} ${x + 44} ${y} Q${x} ${y + 92} ${x - 44} ${y} Z`,
        at % 2 ? first : second,
      ),
      path(
        `M${x - 18} ${y} Q${x} ${y - 60} ${x + 18} ${y} Q${x} ${y + 60} ${x - 18} ${y} Z`,
        ground,
        'opacity="0.7"',
      ),
      box(x - 16, y - 56, 32, 10, third, 'rx="3"'),
      box(x - 16, y + 46, 32, 10, third, 'rx="3"'),
    ];
  }),
];

export const balloons: Motif = ([ground, , first, second, third]) => [
  ...steps(4).map((at) =>
    circle(120 + at * 260, 470 + (at % 2) * 40, 130, ground, 'opacity="0.8"'),
  ),
  ...[
    { x: 260, y: 200, size: 120 },
    { x: 560, y: 150, size: 84 },
    { x: 760, y: 260, size: 104 },
  ].flatMap(({ x, y, size }, at) => [
    path(
      `M${x - size * 0.5} ${y + size * 0.8} L${x} ${y + size * 1.5} L${x + size * 0.5} ${y + size * 0.8}`,
      'none',
      `stroke="${third}" stroke-width="4"`,
    ),
    circle(x, y, size, at === 1 ? second : first),
    path(
      `M${x} ${y - size} Q${x - size} ${y} ${x} ${y + size} Q${x + size} ${y} ${x} ${y - size}`,
      at === 1 ? first : second,
    ),
    path(
      `M${x} ${y - size} Q${x - size * 0.4} ${y} ${x} ${y + size} Q${x + size * 0.4} ${y} ${x} ${y - size}`,
      ground,
    ),
    box(x - size * 0.2, y + size * 1.4, size * 0.4, size * 0.3, third, 'rx="6"'),
  ]),
];

export const bowls: Motif = ([ground, , first, second, third]) => [
  box(0, 430, WIDTH, 110, third),
  ...steps(3).flatMap((at) => {
    const x = 190 + at * 290;
    const colour = [first, second, first][at] ?? first;
    return [
      path(
        `M${x - 120} 300 H${x + 120} Q${x + 110} 440 ${x} 440 Q${x - 110} 440 ${x - 120} 300 Z`,
        colour,
      ),
      `<ellipse cx="${x}" cy="300" rx="120" ry="28" fill="${at === 1 ? first : second}"/>`,
      ...steps(5).map((grain) => circle(x - 64 + grain * 32, 296 + (grain % 2) * 8, 9, ground)),
      ...steps(3).map((wisp) =>
        path(
          `M${x - 40 + wisp * 40} 240 q-22 -34 0 -66 q22 -32 0 -64`,
          'none',
          `stroke="${ground}" stroke-width="9" stroke-linecap="round" opacity="0.85"`,
        ),
      ),
    ];
  }),
];

export const market: Motif = ([ground, , first, second, third]) => [
  box(100, 230, 16, 270, third),
  box(844, 230, 16, 270, third),
  ...steps(10).flatMap((stripe) => {
    const x = 80 + stripe * 80;
    const colour = stripe % 2 ? ground : first;
    return [path(`M${x} 110 h80 v110 a40 40 0 0 1 -80 0 Z`, colour)];
  }),
  box(80, 400, 800, 120, third, 'rx="8"'),
  ...scattered(16, 44).map((size, fruit) =>
    circle(120 + fruit * 48, 388 - size * 14, 22 + size * 10, fruit % 3 ? second : first),
  ),
];

export const hills: Motif = ([ground, depth, first, second, third]) => [
  circle(690, 170, 84, second),
  path('M0 360 Q200 210 420 330 T960 260 V540 H0 Z', depth),
  path('M0 420 Q260 280 500 400 T960 350 V540 H0 Z', first, 'opacity="0.8"'),
  path('M0 490 Q300 380 620 470 T960 440 V540 H0 Z', third),
  path('M430 540 Q520 480 470 440 T560 372 L578 374 Q500 430 520 450 T520 540 Z', ground),
  ...scattered(9, 3).map((at, tree) =>
    path(`M${60 + tree * 100} ${470 - at * 40} l26 70 h-52 Z`, first),
  ),
];

export const arches: Motif = ([ground, depth, first, second, third]) => [
  box(0, 470, WIDTH, 70, third),
  ...steps(5).flatMap((at) => {
    const x = 24 + at * 186;
    return [
      path(`M${x} 480 V230 Q${x} 110 ${x + 84} 90 Q${x + 168} 110 ${x + 168} 230 V480 Z`, first),
      path(
        `M${x + 20} 480 V240 Q${x + 20} 140 ${x + 84} 120 Q${x + 148} 140 ${x + 148} 240 V480 Z`,
        at % 2 ? depth : ground,
      ),
      path(`M${x + 84} 200 l26 30 l-26 30 l-26 -30 Z`, second),
      circle(x + 84, 340, 14, second),
    ];
  }),
  ...steps(24).map((tile) =>
    path(`M${tile * 40 + 20} 40 l20 20 l-20 20 l-20 -20 Z`, tile % 2 ? second : first),
  ),
];

export const hall: Motif = ([ground, , first, second, third]) => [
  path('M120 250 L480 90 L840 250 Z', third),
  box(150, 250, 660, 220, first),
  ...steps(6).map((column) => box(186 + column * 110, 268, 38, 202, ground, 'rx="4"')),
  box(110, 470, 740, 26, third),
  box(70, 496, 820, 44, second),
  circle(480, 190, 32, second),
];

export const skyline: Motif = ([, depth, first, second, third]) => [
  circle(720, 150, 70, second),
  ...scattered(14, 17).map((tall, at) =>
    box(at * 70, 330 - tall * 150, 64, 400, first, 'opacity="0.55"'),
  ),
  ...scattered(12, 29).flatMap((tall, at) => {
    const top = 400 - tall * 170;
    return [
      box(at * 82, top, 74, 400, third),
      ...steps(6).map((pane) =>
        box(
          at * 82 + 14 + (pane % 2) * 28,
          top + 20 + Math.floor(pane / 2) * 34,
          16,
          20,
          (at + pane) % 3 ? depth : second,
        ),
      ),
    ];
  }),
];
