import fs from 'node:fs';
import path from 'node:path';
import { changed } from '../../../src/admin/calendar-status';

const STRAPI = path.resolve(__dirname, '../../../node_modules/@strapi');

const inStrapi = (file: string, alter = (code: string) => code, part = 'content-manager') => {
  const id = path.join(STRAPI, part, 'dist/admin', file);
  return changed(id, () => alter(fs.readFileSync(id, 'utf8')));
};

describe("the changes to Strapi's admin pages in the build (D6.8, D10.10)", () => {
  it.each([
    ['hooks/useDocument.mjs', 'made ??= createYupSchema('],
    ['pages/ListView/ListViewPage.mjs', 'calendar: row.calendar'],
    ['pages/ListView/ListViewPage.mjs', "'unshift'"],
    ['pages/ListView/components/ViewSettingsMenu.mjs', "'documentId'"],
    ['pages/EditView/EditViewPage.mjs', 'calendar: meta?.calendar'],
    ['pages/EditView/components/Header.mjs', '({ isCreating, status, calendar, title:'],
    ['pages/EditView/components/InputRenderer.mjs', 'idToCheck || (currentDocumentMeta.documentId'],
    ['pages/EditView/components/FormLayout.mjs', 'if (label.id)'],
    ['pages/EditView/components/InputRenderer.mjs', 'written.some('],
    ['pages/EditView/components/InputRenderer.mjs', 'props.rights = {'],
    ['pages/EditView/components/DocumentStatus.mjs', 'status/document-status.tsx'],
  ])('are made in %s: %s', (file, change) => {
    expect(inStrapi(file)).toContain(change);
  });

  it('are made where the media library sends files', () => {
    const file = 'components/UploadAssetDialog/PendingAssetStep/PendingAssetStep.mjs';
    expect(inStrapi(file, undefined, 'upload')).toContain(
      'setUploadStatus(Status.Idle); setTimeout(',
    );
  });

  it('leave other files unchanged', () => {
    expect(inStrapi('pages/EditView/components/Panels.mjs')).toBeUndefined();
    expect(changed('/elsewhere/pages/ListView/ListViewPage.mjs', () => '')).toBeUndefined();
  });

  it('stop the build if Strapi no longer has the line', () => {
    const renamed = (code: string) => code.replace('status: status,', 'state: status,');
    expect(() => inStrapi('pages/ListView/ListViewPage.mjs', renamed)).toThrow(
      'Strapi has changed pages/ListView/ListViewPage.mjs',
    );
  });
});
