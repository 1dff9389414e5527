import fs from 'node:fs';
import path from 'node:path';
import ar from '../../../src/admin/translations/ar.json';
import en from '../../../src/admin/translations/en.json';
import es from '../../../src/admin/translations/es.json';
import fr from '../../../src/admin/translations/fr.json';
import { messagesOf } from '../../../src/plugins/calendar/admin/src/messages';

type Words = Record<string, string>;

const OURS: Record<string, Words> = { ar, fr, es };

const STRAPI = path.resolve(__dirname, '../../../node_modules/@strapi');

/** Where Strapi has the words of a package, and what it puts before their names. */
const PACKAGES = [
  ['admin/dist/admin/admin/src/translations', ''],
  ['content-manager/dist/admin/translations', 'content-manager.'],
  ['i18n/dist/admin/translations', 'i18n.'],
  ['upload/dist/admin/translations', 'upload.'],
] as const;

function wordsIn(folder: string, language: string): Words {
  const file = path.join(STRAPI, folder, `${language}.json.js`);
  if (!fs.existsSync(file)) return {};
  const words = require(file);
  return words.default ?? words;
}

/** All that Strapi says in a language, as the admin asks for it. */
const strapis = (language: string): Words =>
  Object.assign(
    {},
    ...PACKAGES.map(([folder, prefix]) =>
      Object.fromEntries(
        Object.entries(wordsIn(folder, language)).map(([key, word]) => [`${prefix}${key}`, word]),
      ),
    ),
  );

/** The pages on which editors work: logging in, home, lists, forms, their own profile. */
const MET =
  /^(?:content-manager\.|i18n\.(?:actions|CMEdit|CMList|components|Field|list-view|Settings\.list\.actions\.\w+AdditionalInfos)|Auth\.|HomePage\.|Settings\.(?:profile|sessions)\.|app\.|clearLabel|components\.|dark$|form\.|global\.|light$|notification\.|or$|selectButtonTitle|skipToContent|submit|widget\.)/;

/** What only those meet who set the application up, and what Strapi sells. */
const NOT_MET =
  /i18n\.CMEditView(?:AI|LocalePicker\.locale\.ai)|HomePage\.widget\.deploy|FreeTrial|Onboarding|BlockLink|GuidedTour|NpsSurvey|Upsell|Official|app\.components\.(?:HomePage|BlogPost|PluginCard|PluginRow|[Ll]istPlugins|ListPluginsPage|InstallPlugin|DownloadInfo|LeftMenu\.trial|UpgradePlan|Marketplace)|components\.(?:Blocks|premium|OverlayBlocker|AutoReload|ProductionBlocker)|global\.plugins|notification\.(?:ee|success\.(?:api|admin|transfer)|error\.(?:token|invalid))|widget\.last-activity/;

/** The media library, without its settings and what AI makes; Strapi does not have it in Arabic at all. */
const MEDIA =
  /^upload\.(?!settings\.|ai\.|plugin\.description|.*(?:create-m|generatingM|[mM]etadata(?:Generated|Skipped|Failed))|asset-details\.replace\.description\.ai$)/;

const english = strapis('en');
const met = Object.keys(english).filter(
  (key) => MEDIA.test(key) || (MET.test(key) && !NOT_MET.test(key)),
);

/** Asked for by Strapi's code, which has the English for it alone, or meant for other pages as well. */
const IN_CODE = [
  'containers.list.displayedFields',
  'content-manager.containers.list.table-headers.status',
  'search.placeholder',
  // The buttons above a description, and what chooses, adds and changes a picture in a form.
  'components.Blocks.modifiers.bold',
  'components.Blocks.modifiers.italic',
  'components.Blocks.modifiers.underline',
  'components.Blocks.modifiers.strikethrough',
  'components.Blocks.blocks.bulletList',
  'components.Blocks.blocks.numberList',
  'components.Blocks.blocks.unorderedList',
  'components.Blocks.blocks.orderedList',
  'components.Blocks.blocks.image',
  'components.Blocks.popover.link',
  'components.Blocks.blocks.quote',
  'upload.modal.upload-list.sub-header.add-folder',
  'view-switch.list',
  'view-switch.grid',
  'upload.header.breadcrumbs.nav.label',
  'upload.header.breadcrumbs.menu.label',
  'upload.modal.folder-notification-edited-success',
  'upload.modal.folder-notification-created-success',
  'upload.modal.folder.create.elements',
  'upload.modal.folder.create.creation-date',
  'upload.form.input.label.folder-name',
  'upload.form.input.label.folder-location',
  'upload.form.input.label.file-location',
  'cancel',
  'upload.modal.folder.create.delete',
  'upload.modal.folder.edit.submit',
  'upload.modal.folder.create.submit',
  'upload.modal.folder.edit.title',
  'upload.modal.folder.create.title',
  'window.confirm.close-modal.files',
  'window.confirm.close-modal.file',
  'upload.settings.section.doc.label',
  'upload.settings.section.image.label',
  'upload.settings.section.video.label',
  'upload.settings.section.audio.label',
  'list.table.content.empty-label',
  'list.table.header.sort',
  'app.utils.toggle',
  'content-manager.plugin.name',
  'content-manager.actions.unpublish.dialog.radio-label',
  'content-manager.containers.ListPage.selectedEntriesModal.title',
  'popUpWarning.bodyMessage.contentType.unpublish.all',
  'i18n.Settings.locales.modal.locales.label',
  'i18n.actions.publish.dialog.title',
  'preview.tabs.label',
  'preview.copy.label',
  'HomePage.addWidget.selectWidget',
  'global.move',
  'list.asset.at.finished',
  'modal.remove.success-label',
  'list.assets-empty.title-withSearch',
  'list.assets.empty',
  'list.assets.empty-upload',
  'header.actions.no-permissions',
  'upload.header.actions.folder-level-up',
  'form.upload-url.error.url.invalid',
  'form.upload-url.error.url.invalids',
  'upload.form.input.label.folder-location-default-label',
  'upload.modal.edit.success-label',
  'upload.modal.url.title',
  'upload.modal.url.upload',
  'upload.config.title',
  'upload.notification.warning.404',
  'upload.table.header.actions',
  // A file that no answer came for; the key is made of Strapi's English message.
  'upload.apiError.Network error occurred',
];

/** The values that a message is given, and what it chooses by; what it chooses from are words. */
const valuesIn = (message: string): string[] => {
  const found = message.matchAll(/(?<!(?:one|other|true|undefined|=\d+)\s*)\{\s*(\w+)\s*[,}]/g);
  return [...new Set([...found].map(([, name]) => name ?? ''))];
};

/** Values that a translation may do without: only their plural is in words. */
const mayLack = (key: string, language: string) =>
  /\{(?:number|count|entities|publishedCount|draftCount|withErrorsCount|maxValue|item),/.test(
    english[key] ?? '',
  ) ||
  (key.startsWith('content-manager.widget.chart') && language === 'ar');

describe('the texts that editors see in the admin (D7.7)', () => {
  it('number more than 900 and include the common actions', () => {
    expect(met.length).toBeGreaterThan(900);
    expect(met).toEqual(
      expect.arrayContaining([
        'content-manager.actions.delete.label',
        'i18n.CMEditViewCopyLocale.copy-text',
        'upload.list.filters.trigger',
        'global.save',
        'Auth.form.button.login',
      ]),
    );
  });

  it.each(Object.entries(OURS))('are all translated into %s', (language, ours) => {
    const said = { ...strapis(language), ...ours };
    expect([...met, ...IN_CODE].filter((key) => !said[key])).toEqual([]);
  });

  it.each(Object.entries(OURS))(
    'are overridden in %s only if Strapi lacks them or says something else',
    (language, ours) => {
      const theirs = strapis(language);
      const known = [...Object.keys(english), ...IN_CODE];
      expect(Object.keys(ours).filter((key) => !known.includes(key))).toEqual([]);
      expect(Object.entries(ours).filter(([key, word]) => theirs[key] === word)).toEqual([]);
    },
  );

  it.each(Object.entries(OURS))('have the placeholders of English in %s', (language, ours) => {
    const wrong = Object.entries(ours).filter(([key, word]) => {
      const [theirs, given] = [valuesIn(english[key] ?? word), valuesIn(word)];
      const unknown = given.filter((name) => !theirs.includes(name));
      const lacking = theirs.filter((name) => !given.includes(name));
      return unknown.length > 0 || (lacking.length > 0 && !mayLack(key, language));
    });
    expect(wrong).toEqual([]);
  });

  it('tell what the calendar keeps when a session ends (D9.9)', () => {
    const key = 'app.session.ended.unsaved';
    expect(english[key]).toMatch(/will be lost/);
    expect([en, ar, fr, es].map((words) => words[key])).toEqual([
      expect.stringMatching(/a form of the calendar is there/),
      expect.stringMatching(/نموذج من نماذج التقويم تجده/),
      expect.stringMatching(/un formulaire du calendrier s’y trouve/),
      expect.stringMatching(/un formulario del calendario sigue ahí/),
    ]);
  });

  it('use the same words for yes and no, save and publish', () => {
    const keys = ['ToggleCheckbox.on-label', 'ToggleCheckbox.off-label'].map(
      (key) => `app.components.${key}`,
    );
    expect(Object.values(OURS).map((words) => keys.map((key) => words[key]))).toEqual([
      ['نعم', 'لا'],
      ['Oui', 'Non'],
      ['Sí', 'No'],
    ]);
    expect([ar['global.save'], ar['app.utils.publish']]).toEqual(['حفظ', 'نشر']);
  });

  it.each(['ar', 'es', 'fr'] as const)(
    'name filters and menus in %s as ours do',
    async (language) => {
      const said = { ...strapis(language), ...OURS[language] };
      const agenda = await messagesOf(language);
      const menu = said['content-manager.containers.edit.header.more-actions'] ?? '';
      expect(agenda['calendar.agenda.filters']).toBe(said['app.utils.filters']);
      expect(agenda['calendar.status.trash']).toContain(menu.replace("'", '’'));
    },
  );
});
