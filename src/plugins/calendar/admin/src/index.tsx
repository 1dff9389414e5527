import { Calendar, CheckCircle } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import { watchPointer } from './after-click';
import { Prefill } from './agenda/calendar/prefill';
import { CUSTOM_FIELDS } from './custom-fields';
import { setDirectionByLanguage } from './direction';
import { keepFocusAboveActions } from './focus-above-actions';
import { showStatesInForcedColors } from './forced-colors';
import { FORM_INPUTS } from './form-inputs';
import { arrangeForm, withoutRepeats } from './form-layout';
import { registerWidgets } from './home/register-widgets';
import { inForms } from './in-forms';
import { leavePickersByTab } from './leave-pickers';
import { AgendaLink, withOwnLabels, withoutInternalFilters, withVenues } from './list/list-view';
import { messagesOf } from './messages';
import { ReviewNote } from './moderation/review-note';
import { AGENDA_PERMISSIONS, permissionTo, WEBHOOKS_PERMISSIONS } from './permissions';
import { printWholePages } from './print';
import { PublishedAlong } from './published-along';
import { sendLanguage } from './request-language';
import { restoreFocusBehindDialogs } from './return-focus';
import { forgetChanged } from './saves/forget-loaded';
import { KeepEdits } from './saves/keep-edits';
import { blockOptimisticUpdates } from './saves/save-answers';
import { blockOtherUser } from './saves/session-guard';
import { saveInAnyScript } from './saves/shortcut-letters';
import { checkConflicts } from './saves/submit-actions';
import { SharedDrafts } from './shared-drafts';
import { StatusPanel } from './status/status-panel';
import { addStatusRegion } from './status-message';
import { translateHints } from './translate-hints';
import { confirmBulkDelete, confirmDelete } from './trash/confirm-delete';
import { TrashAction } from './trash/trash-action';

/** The part used here; Strapi does not type the APIs of plugins. */
interface ContentManager {
  addBulkAction(change: typeof confirmBulkDelete): void;
  addDocumentAction(actions: unknown[] | typeof confirmDelete | typeof checkConflicts): void;
  addEditViewSidePanel(panels: unknown[]): void;
}

export default {
  register(app: StrapiApp) {
    // Strapi types inputs as components without properties.
    app.customFields.register(CUSTOM_FIELDS as Parameters<typeof app.customFields.register>[0]);
    app.addFields(FORM_INPUTS as unknown as Parameters<typeof app.addFields>[0]);
    app.registerPlugin({ id: 'calendar', name: 'calendar' });
    app.addMenuLink({
      to: 'agenda',
      icon: Calendar,
      intlLabel: { id: 'calendar.agenda.title', defaultMessage: 'Agenda' },
      permissions: AGENDA_PERMISSIONS,
      position: 0.5, // Below the home page, above the content manager.
      Component: () => import('./agenda/agenda-page'),
    });
    app.addMenuLink({
      to: 'moderation',
      icon: CheckCircle,
      intlLabel: { id: 'calendar.moderation.title', defaultMessage: 'Moderation' },
      // Strapi shows a link to users with any one of its permissions.
      permissions: [permissionTo('publish')],
      position: 0.6,
      Component: () => import('./moderation/moderation-page'),
    });
    app.addSettingsLink(
      { id: 'calendar', intlLabel: { id: 'calendar.settings.title', defaultMessage: 'Calendar' } },
      {
        id: 'calendar-webhooks',
        to: 'calendar-webhooks',
        intlLabel: { id: 'calendar.webhooks.title', defaultMessage: 'Calendar webhooks' },
        permissions: WEBHOOKS_PERMISSIONS,
        Component: () => import('./webhooks/webhooks-page'),
      },
    );
    registerWidgets(app);
    sendLanguage();
    const middlewares: unknown = [blockOtherUser, blockOptimisticUpdates, forgetChanged];
    app.addMiddlewares(middlewares as Parameters<typeof app.addMiddlewares>[0]);
  },
  bootstrap(app: StrapiApp) {
    setDirectionByLanguage();
    showStatesInForcedColors();
    keepFocusAboveActions();
    printWholePages();
    restoreFocusBehindDialogs();
    addStatusRegion();
    leavePickersByTab();
    watchPointer();
    saveInAnyScript();
    for (const hook of [withoutRepeats, inForms(translateHints), inForms(arrangeForm)])
      app.registerHook('Admin/CM/pages/EditView/mutate-edit-view-layout', hook);
    for (const hook of [withVenues, withOwnLabels])
      app.registerHook('Admin/CM/pages/ListView/inject-column-in-table', hook);
    app.registerHook('Admin/CM/pages/ListView/inject-in-filters', withoutInternalFilters);
    const contentManager = app.getPlugin('content-manager');
    contentManager.injectComponent('listView', 'actions', {
      name: 'calendar-agenda',
      Component: AgendaLink,
    });
    const { addBulkAction, addDocumentAction, addEditViewSidePanel } =
      contentManager.apis as unknown as ContentManager;
    addDocumentAction([TrashAction]);
    addEditViewSidePanel([
      ReviewNote,
      StatusPanel,
      PublishedAlong,
      SharedDrafts,
      Prefill,
      KeepEdits, // After Prefill: what was typed before replaces what the address says.
    ]);
    addDocumentAction(confirmDelete);
    addDocumentAction(checkConflicts);
    addBulkAction(confirmBulkDelete);
  },
  registerTrads: ({ locales }: { locales: string[] }) =>
    Promise.all(locales.map(async (locale) => ({ locale, data: await messagesOf(locale) }))),
};
