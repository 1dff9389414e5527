import fs from 'node:fs';
import path from 'node:path';

/** Strapi's badge of a record's status knows Strapi's word for it and nothing else; ours is in its place. */
const OURS = path.resolve(__dirname, '../plugins/calendar/admin/src/status/document-status.tsx');

/**
 * Where Strapi has the server's answer at hand, what it says of our records goes along to the badge; an
 * input of ours that writes several fields is told of the rights over each. Each field asks for the record,
 * twice, and with it for rules of validation of all fields: those are made when something is to be judged.
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
    // The state first, where a narrow window still shows it.
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
    // A record of which a language is new is there already: what may be read of it is read.
    [
      'const readableFields = idToCheck ? canReadFields : canCreateFields;',
      "const readableFields = idToCheck || (currentDocumentMeta.documentId && currentDocumentMeta.model.startsWith('plugin::calendar.')) ? canReadFields : canCreateFields;",
    ],
    [
      'const canUserReadField = canUserAction(props.name, readableFields, props.type);',
      "const written = props.type?.startsWith('calendar-') && props.attribute.options?.fields || [props.name]; const canUserReadField = written.some((name) => canUserAction(name, readableFields, props.type));",
    ],
    [
      'const CustomInput = fields[props.type];',
      'const CustomInput = fields[props.type]; props.rights = { read: (name) => canUserAction(name, readableFields), edit: (name) => canUserAction(name, editableFields) && !props.disabled && !isFormDisabled };',
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
};

const ADMIN =
  /@strapi[\\/]content-manager[\\/]dist[\\/]admin[\\/]((?:hooks|pages[\\/](?:List|Edit)View)[\\/].+\.mjs)$/;

const BADGE = 'pages/EditView/components/DocumentStatus.mjs';

/** The module of the content manager as the calendar needs it; nothing where it stays as it is. */
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

/** For `strapi build`, and for what `strapi develop` serves file by file. */
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

/** For the packages that `strapi develop` puts together beforehand, past the plugins of Vite. */
export const inDevelopment = {
  name: 'calendar-status',
  setup(build: Esbuild) {
    build.onLoad({ filter: ADMIN }, ({ path: file }) => {
      const contents = changed(file, () => fs.readFileSync(file, 'utf8'));
      return contents === undefined ? undefined : { contents, loader: 'js' };
    });
  },
};
