import { settleAgenda } from '../store/agenda-table';
import { lock } from '../store/lock';
import { isMade, rememberMade, unhurried } from '../store/repair-marks';
import { countOutdatedAgenda, projectAgenda, wantedAgenda } from './agenda';
import { TREE } from './projections';
import { EVERY } from './wanted';

const AGENDA = 'agenda';

/** Whether the agenda's rows were made as they would be today. */
export const isAgendaMade = (): Promise<boolean> => isMade(AGENDA, wantedAgenda(EVERY));

/** No save is projected meanwhile. */
const mendAgenda = () =>
  unhurried(async (trx) => {
    await lock(TREE, trx);
    await projectAgenda(EVERY);
  });

/** D15.1: compares the agenda with all events and mends what differs, or with `check` only counts it. */
export async function repairAgenda({ check = false } = {}): Promise<number> {
  const differing = await unhurried(() => countOutdatedAgenda(EVERY));
  if (check) return differing;
  if (differing > 0) {
    await mendAgenda();
    await settleAgenda();
  }
  await rememberMade(AGENDA, wantedAgenda(EVERY));
  return differing;
}
