import type { Palette } from './palettes';

export const WIDTH = 960;
export const HEIGHT = 540;

export const steps = (count: number): number[] => Array.from({ length: count }, (_, step) => step);

/** Pseudo-random numbers from 0 to 1, the same on every machine. */
export function scattered(count: number, seed: number): number[] {
  let state = seed;
  return steps(count).map(() => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  });
}

export const circle = (x: number, y: number, radius: number, fill: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" ${more}/>`;

export const box = (x: number, y: number, width: number, height: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`;

export const path = (d: string, fill: string, more = '') =>
  `<path d="${d}" fill="${fill}" ${more}/>`;

/** An SVG document with the shapes on a gradient background. */
export const framed = ([ground, depth]: Palette, shapes: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
<defs><linearGradient id="ground" x1="0" y1="0" x2="0.3" y2="1"><stop offset="0" stop-color="${ground}"/><stop offset="1" stop-color="${depth}"/></linearGradient></defs>
${box(0, 0, WIDTH, HEIGHT, 'url(#ground)')}
${shapes.join('\n')}
</svg>`;
