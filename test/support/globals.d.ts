import type { Core } from '@strapi/strapi';
import type { Chromium } from './chromium';
import type { Kept } from './document/kept';
import type { Counts } from './first-rows';
import type { Right } from './rights';

declare global {
  /** The booted calendar, in test files that run once per database. */
  var strapi: Core.Strapi;
  /** Where it listens, without a slash at the end. */
  var baseURL: string;
  /** The first administrator's access token. */
  var adminToken: string;
  /** What the roles might do after the first start. */
  var firstRights: Right[];
  /** How many rows the first start has left. */
  var firstRows: Counts;
  /** How what was answered compares with the document. */
  var kept: Kept;
  /** What `openBrowser` opens. */
  var chromium: Chromium;
}
