import { framed } from './canvas';
import * as motifs from './motifs';
import { type Palette, palettes } from './palettes';

export type SamplePicture = {
  motif: motifs.Motif;
  palette: Palette;
  /** The description for people who cannot see the picture. */
  alternativeText: string;
};

export const pictures = {
  'strings-gold': {
    motif: motifs.strings,
    palette: palettes.gold,
    alternativeText: 'Vertical bars in brown and gold, like strings that sound',
  },
  'strings-night': {
    motif: motifs.strings,
    palette: palettes.night,
    alternativeText: 'Bright bars of different height on a night-blue ground',
  },
  'rings-wine': {
    motif: motifs.rings,
    palette: palettes.wine,
    alternativeText: 'A wine-red record and the arm of a record player',
  },
  'rings-copper': {
    motif: motifs.rings,
    palette: palettes.copper,
    alternativeText: 'A copper-coloured record and the arm of a record player',
  },
  'frames-coral': {
    motif: motifs.frames,
    palette: palettes.coral,
    alternativeText: 'Five pictures in golden frames on a light wall',
  },
  'frames-blue': {
    motif: motifs.frames,
    palette: palettes.blue,
    alternativeText: 'Five pictures with sun and mountain on a blue wall',
  },
  'curtain-violet': {
    motif: motifs.curtain,
    palette: palettes.violet,
    alternativeText: 'A violet stage curtain, open, with light on the floor',
  },
  'curtain-red': {
    motif: motifs.curtain,
    palette: palettes.red,
    alternativeText: 'A red stage curtain, open, with light on the floor',
  },
  'beam-night': {
    motif: motifs.beam,
    palette: palettes.night,
    alternativeText: 'A film projector throws its beam on a screen at night',
  },
  'beam-amber': {
    motif: motifs.beam,
    palette: palettes.amber,
    alternativeText: 'A film projector throws its beam on a screen at dusk',
  },
  'books-teal': {
    motif: motifs.books,
    palette: palettes.teal,
    alternativeText: 'Two shelves of books in green and orange',
  },
  'books-amber': {
    motif: motifs.books,
    palette: palettes.amber,
    alternativeText: 'Two shelves of books in warm brown and amber',
  },
  'bubbles-sky': {
    motif: motifs.bubbles,
    palette: palettes.sky,
    alternativeText: 'Two speech bubbles, one blue and one orange',
  },
  'bubbles-coral': {
    motif: motifs.bubbles,
    palette: palettes.coral,
    alternativeText: 'Two speech bubbles, one red and one green',
  },
  'network-indigo': {
    motif: motifs.network,
    palette: palettes.indigo,
    alternativeText: 'Sixteen points joined by lines, in indigo and orange',
  },
  'network-teal': {
    motif: motifs.network,
    palette: palettes.teal,
    alternativeText: 'Sixteen points joined by lines, in green and orange',
  },
  'lanterns-amber': {
    motif: motifs.lanterns,
    palette: palettes.amber,
    alternativeText: 'Seven paper lanterns on a line by day',
  },
  'lanterns-night': {
    motif: motifs.lanterns,
    palette: palettes.night,
    alternativeText: 'Seven glowing paper lanterns on a line at night',
  },
  'balloons-sky': {
    motif: motifs.balloons,
    palette: palettes.sky,
    alternativeText: 'Three hot-air balloons above white clouds',
  },
  'balloons-rose': {
    motif: motifs.balloons,
    palette: palettes.rose,
    alternativeText: 'Three pink and orange balloons above white clouds',
  },
  'bowls-saffron': {
    motif: motifs.bowls,
    palette: palettes.saffron,
    alternativeText: 'Three steaming bowls on a table',
  },
  'bowls-clay': {
    motif: motifs.bowls,
    palette: palettes.clay,
    alternativeText: 'Three clay bowls with steam above them',
  },
  'market-stripes': {
    motif: motifs.market,
    palette: palettes.coral,
    alternativeText: 'A market stall with a striped awning and fruit',
  },
  'hills-green': {
    motif: motifs.hills,
    palette: palettes.green,
    alternativeText: 'A path through green hills under a low sun',
  },
  'hills-dawn': {
    motif: motifs.hills,
    palette: palettes.dawn,
    alternativeText: 'A path through hills at dawn',
  },
  'hills-snow': {
    motif: motifs.hills,
    palette: palettes.snow,
    alternativeText: 'A path through snow-covered hills with fir trees',
  },
  'arches-sand': {
    motif: motifs.arches,
    palette: palettes.sand,
    alternativeText: 'A row of five pointed arches under a band of tiles',
  },
  'arches-clay': {
    motif: motifs.arches,
    palette: palettes.clay,
    alternativeText: 'A courtyard wall with five arches',
  },
  'hall-blue': {
    motif: motifs.hall,
    palette: palettes.blue,
    alternativeText: 'The front of a blue hall with six columns',
  },
  'hall-red': {
    motif: motifs.hall,
    palette: palettes.red,
    alternativeText: 'The front of a red hall with six columns',
  },
  'skyline-dusk': {
    motif: motifs.skyline,
    palette: palettes.dusk,
    alternativeText: 'Houses with lit windows at dusk',
  },
} satisfies Record<string, SamplePicture>;

export type PictureKey = keyof typeof pictures;

/** The picture as an SVG document, identical on every machine. */
export function svgOf(key: PictureKey): string {
  const { motif, palette } = pictures[key];
  return framed(palette, motif(palette));
}
