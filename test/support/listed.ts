import { eventsWithIds, project } from '../../src/plugins/calendar/server/src/listing/project';
import {
  projectAgenda,
  projectTexts,
} from '../../src/plugins/calendar/server/src/listing/projections';
import {
  repairAgenda,
  repairListing,
  repairTexts,
} from '../../src/plugins/calendar/server/src/listing/repair';

/** Updates the listing after events were written without hooks: these events, or all. */
export async function listAnew(...publicIds: number[]): Promise<void> {
  if (publicIds.length > 0) {
    await project(eventsWithIds(publicIds));
    await projectTexts(eventsWithIds(publicIds));
    await projectAgenda(eventsWithIds(publicIds));
  } else {
    await repairListing();
    await repairTexts();
    await repairAgenda();
  }
}
