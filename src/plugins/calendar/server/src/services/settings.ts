import type { Settings } from '../settings/settings';

/** The host's choices, as checked at the start. */
export const settings = (): Settings => strapi.config.get('plugin::calendar');
