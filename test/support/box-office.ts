import type { Core } from '@strapi/strapi';
import type { RecordService } from '../../src/plugins/calendar/server/src/records';

/** The service of a third-party plugin that creates events through the calendar's service, without HTTP. */
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

/** Registers the plugin in the booted Strapi, and returns its service. */
export function boxOffice(): Shows {
  const plugins = strapi.get('plugins');
  if (!plugins.getAll()['box-office']) {
    plugins.add('box-office', { services: { shows }, controllers: {}, contentTypes: {} });
  }
  return strapi.plugin('box-office').service('shows');
}
