import type { Core } from '@strapi/strapi';
import type { RecordService } from '../../src/plugins/calendar/server/src/records';

/** A plugin of somebody else's, which announces shows in the calendar and never speaks HTTP. */
const shows = ({ strapi }: { strapi: Core.Strapi }) => {
  const events: RecordService = strapi.plugin('calendar').service('event');
  return {
    announce: (title: string, hall: string) =>
      events.create({
        title,
        start_date: '2031-05-01 20:00:00',
        end_date: '2031-05-01 22:00:00',
        venue: { venue: hall },
      }),
    coming: () => events.find({ start_date: '2031-01-01', end_date: '2031-12-31', per_page: 5 }),
    shown: (id: number) => events.findOne(id, { language: 'fr' }),
    postpone: (id: number) => events.update(id, { event_status: 'postponed' }),
    callOff: (id: number) => events.remove(id),
  };
};

export type Shows = ReturnType<typeof shows>;

/** The plugin's service, in the Strapi that is booted. */
export function boxOffice(): Shows {
  const plugins = strapi.get('plugins');
  if (!plugins.getAll()['box-office']) {
    plugins.add('box-office', { services: { shows }, controllers: {}, contentTypes: {} });
  }
  return strapi.plugin('box-office').service('shows');
}
