import type { Core } from '@strapi/strapi';
import type { Chromium } from './chromium';
import type { Kept } from './document/kept';
import type { Counts } from './first-rows';
import type { Right } from './rights';

declare global {
  /** The booted calendar, in test files that run once per database. */
  var strapi: Core.Strapi;
  /** Its origin, without a trailing slash. */
  var baseURL: string;
  /** The first administrator's access token. */
  var adminToken: string;
  /** The roles' permissions after the first start. */
  var firstRights: Right[];
  /** Row counts after the first start. */
  var firstRows: Counts;
  /** The results of comparing responses with the document. */
  var kept: Kept;
  /** The shared browser. */
  var chromium: Chromium;
}
