import type { Core } from '@strapi/strapi';
import type { Chromium } from './chromium';
import type { Kept } from './document/kept';
import type { Counts } from './first-rows';
import type { Right } from './rights';

/** What the global setup passes to test files and the teardown. */
export interface Booted {
  strapi: Core.Strapi;
  baseURL: string;
  adminToken: string;
  firstRights: Right[];
  firstRows: Counts;
  kept: Kept;
  chromium: Chromium;
}

const place = globalThis as { bootedCalendar?: Booted };

export function keepBooted(booted: Booted) {
  place.bootedCalendar = booted;
}

export function booted(): Booted {
  if (!place.bootedCalendar) throw new Error('The calendar is not running: use "npm test".');
  return place.bootedCalendar;
}
