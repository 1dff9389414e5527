import { arts } from './arts';
import { family } from './family';
import { food } from './food';
import { learning } from './learning';
import { music } from './music';
import type { SampleEvent } from './sample-event';
import { sport } from './sport';
import { technology } from './technology';

export const events: SampleEvent[] = [
  ...music,
  ...arts,
  ...learning,
  ...technology,
  ...family,
  ...food,
  ...sport,
];
