import fs from 'node:fs';
import path from 'node:path';

/** The component that replaces Strapi's status badge, which only shows Strapi's own status. */
const OURS = path.resolve(__dirname, '../plugins/calendar/admin/src/status/document-status.tsx');

/**
 * Replacements in modules of the content manager and the media library. They pass the server's status to the badge, and
 * the rights to each field to inputs that write several, and show the labels that a host wrote. They also build
 * validation schemas lazily: each field requests the document twice, and each request built the schema of all fields. A
 * second press of *Upload* draws the cards of the files anew: a card sends its file only when it is drawn, so that one
 * that had failed was never sent again.
 */
const CHANGES: Record<string, [found: string, instead: string][]> = {
  'hooks/useDocument.mjs': [
    [
      'return createYupSchema(schema.attributes, components);',
      'let made; return { validateSync: (...given) => (made ??= createYupSchema(schema.attributes, components)).validateSync(...given) };',
    ],
  ],
  'pages/ListView/ListViewPage.mjs': [
    ['status: status,', 'status: status, calendar: row.calendar,'],
    // The state comes first, so that narrow windows show it.
    [
      'formattedHeaders.push({',
      "formattedHeaders[model.startsWith('plugin::calendar.') ? 'unshift' : 'push']({",
    ],
  ],
  'pages/ListView/components/ViewSettingsMenu.mjs': [
    [
      'checkIfAttributeIsDisplayable(attributes[name]))',
      "checkIfAttributeIsDisplayable(attributes[name]) && !(model.startsWith('plugin::calendar.') && ['id', 'documentId', 'password'].includes(name)))",
    ],
  ],
  'pages/EditView/components/InputRenderer.mjs': [
    // A new language of an existing record is governed by the right to read, not to create.
    [
      'const readableFields = idToCheck ? canReadFields : canCreateFields;',
      "const readableFields = idToCheck || (currentDocumentMeta.documentId && currentDocumentMeta.model.startsWith('plugin::calendar.')) ? canReadFields : canCreateFields;",
    ],
    [
      'const canUserReadField = canUserAction(props.name, readableFields, props.type);',
      "const written = props.type?.startsWith('calendar-') && props.attribute.options?.fields || [props.name]; const canUserReadField = props.type === 'calendar-group' || written.some((name) => canUserAction(name, readableFields, props.type));",
    ],
    [
      'const CustomInput = fields[props.type];',
      'const CustomInput = fields[props.type]; props.rights = { read: (name) => canUserAction(name, readableFields), edit: (name) => canUserAction(name, editableFields) && !props.disabled && !isFormDisabled };',
    ],
  ],
  'pages/EditView/components/FormLayout.mjs': [
    [
      'const getLabel = (name, label)=>{',
      'const getLabel = (name, label)=>{ if (label.id) return formatMessage(label);',
    ],
  ],
  'pages/EditView/EditViewPage.mjs': [
    [
      'status: hasDraftAndPublished ? getDocumentStatus(document, meta) : undefined,',
      'status: hasDraftAndPublished ? getDocumentStatus(document, meta) : undefined, calendar: meta?.calendar,',
    ],
  ],
  'pages/EditView/components/Header.mjs': [
    ['({ isCreating, status, title:', '({ isCreating, status, calendar, title:'],
    [
      "status: isCloning ? 'draft' : status",
      "status: isCloning ? 'draft' : status, calendar: isCloning ? undefined : calendar",
    ],
  ],
  'components/UploadAssetDialog/PendingAssetStep/PendingAssetStep.mjs': [
    [
      'setUploadStatus(Status.Uploading);',
      'setUploadStatus(Status.Idle); setTimeout(() => setUploadStatus(Status.Uploading));',
    ],
  ],
};

const ADMIN =
  /@strapi[\\/](?:content-manager|upload)[\\/]dist[\\/]admin[\\/]((?:hooks|components[\\/]UploadAssetDialog|pages[\\/](?:List|Edit)View)[\\/].+\.mjs)$/;

const BADGE = 'pages/EditView/components/DocumentStatus.mjs';

/** The changed source of a module; undefined if it stays as it is. Throws when Strapi's source does not match. */
export function changed(id: string, code: () => string): string | undefined {
  const file = (ADMIN.exec(id)?.[1] ?? '').replaceAll('\\', '/');
  if (file === BADGE) return `export { DocumentStatus } from ${JSON.stringify(OURS)};`;
  return CHANGES[file]?.reduce((text, [found, instead]) => {
    if (text.split(found).length !== 2) {
      throw new Error(`Strapi has changed ${file}: "${found}" must stand there once.`);
    }
    return text.replace(found, instead);
  }, code());
}

/** The Vite plugin for `strapi build`, and for modules that `strapi develop` serves individually. */
export const inBuild = {
  name: 'calendar-status',
  enforce: 'pre' as const,
  transform: (code: string, id: string) => changed(id, () => code),
};

interface Esbuild {
  onLoad(
    where: { filter: RegExp },
    load: (found: { path: string }) => { contents: string; loader: 'js' } | undefined,
  ): void;
}

/** The esbuild plugin for packages that `strapi develop` prebundles, which bypass Vite's plugins. */
export const inDevelopment = {
  name: 'calendar-status',
  setup(build: Esbuild) {
    build.onLoad({ filter: ADMIN }, ({ path: file }) => {
      const contents = changed(file, () => fs.readFileSync(file, 'utf8'));
      return contents === undefined ? undefined : { contents, loader: 'js' };
    });
  },
};
