/** The colours of a picture: the background gradient's start and end, then three foreground colours. */
export type Palette = [ground: string, depth: string, first: string, second: string, third: string];

export const palettes = {
  gold: ['#fbe8c8', '#f3c98b', '#8a4b2a', '#c9782f', '#5c2f1c'],
  night: ['#1d2547', '#101632', '#f2c14e', '#7d8cd9', '#e9e3d3'],
  wine: ['#f4d9d5', '#d99a9b', '#6d2341', '#a8405f', '#2f1322'],
  copper: ['#f6e0cf', '#dba67c', '#7a3b1d', '#b4622f', '#3a1c10'],
  coral: ['#fdeee6', '#f6c3ae', '#d95d39', '#2f6f73', '#f2b134'],
  blue: ['#e6f1f7', '#a9d0e3', '#1f5f8b', '#e08e45', '#12344d'],
  violet: ['#eadcf0', '#b793c6', '#5b2a6e', '#e0a83c', '#301540'],
  red: ['#fbe3dc', '#e29c8c', '#9c2c2c', '#e3a94f', '#4a1414'],
  amber: ['#fff3d6', '#f7d183', '#c8761b', '#8c3b1f', '#3b2416'],
  teal: ['#e2f3ef', '#a3d6c9', '#1c6e66', '#e3a34b', '#0f3d3b'],
  sky: ['#e5f4fb', '#a7dbf0', '#2b7fa8', '#f0a04b', '#174a63'],
  indigo: ['#e4e7f8', '#a9b4e8', '#3d4fa1', '#e58a5a', '#1d2757'],
  rose: ['#fdeaf0', '#f3b8cb', '#b83b6b', '#f2a541', '#541a35'],
  saffron: ['#fff2cf', '#fbd06a', '#d9861a', '#a33b20', '#4b2612'],
  clay: ['#f5e6da', '#dcb79b', '#8f5a3c', '#4f6d5c', '#3d2619'],
  sand: ['#fbf1dd', '#ecd3a1', '#b98a4a', '#3f7d86', '#5a3f22'],
  green: ['#e8f4e1', '#b3d9a0', '#3f8a4f', '#f0b84a', '#1f4a30'],
  dawn: ['#ffe6d5', '#f8b79a', '#a85a7a', '#f2d06b', '#4a2c55'],
  snow: ['#eef5fa', '#c6dcea', '#6f93ac', '#f0c987', '#2f4a5f'],
  dusk: ['#f6dccf', '#d39aa0', '#4c3a66', '#f3c969', '#2a1f40'],
} satisfies Record<string, Palette>;
