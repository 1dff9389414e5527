import { Calendar, Clock, Earth, Eye, Link } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import { AGENDA_PERMISSIONS, WEBHOOKS_PERMISSIONS } from '../permissions';

const NAMES = { next: Calendar, pending: Eye, untranslated: Earth, soon: Clock } as const;

const TITLES = {
  next: 'Next seven days',
  pending: 'Pending',
  untranslated: 'Not translated',
  soon: 'Publishing soon',
} as const;

const COMPONENTS = {
  next: async () => (await import('./widgets')).NextDays,
  pending: async () => (await import('./widgets')).Pending,
  untranslated: async () => (await import('./widgets')).Untranslated,
  soon: async () => (await import('./widgets')).PublishingSoon,
} as const;

type Name = keyof typeof NAMES;

/** D15.14: registers the widgets of Strapi's home page, for users who may open the agenda. */
export function registerWidgets(app: StrapiApp): void {
  const all = (Object.keys(NAMES) as Name[]).map((name) => ({
    id: `calendar-${name}`,
    pluginId: 'calendar',
    icon: NAMES[name],
    title: { id: `calendar.home.${name}`, defaultMessage: TITLES[name] },
    component: COMPONENTS[name],
    permissions: AGENDA_PERMISSIONS,
  }));
  const webhooks = {
    id: 'calendar-webhooks',
    pluginId: 'calendar',
    icon: Link,
    title: { id: 'calendar.webhooks.title', defaultMessage: 'Calendar webhooks' },
    component: async () => (await import('../webhooks/webhooks-widget')).WebhooksWidget,
    permissions: WEBHOOKS_PERMISSIONS,
  };
  app.widgets.register((others) => [...all, ...others, webhooks]);
}
