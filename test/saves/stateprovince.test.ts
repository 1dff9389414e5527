import { allDoors } from '../support/doors';
import { split } from '../support/extent';
import { rowsOf } from '../support/rows';

describe.each(split(allDoors))('stateprovince through %s', (_name, door) => {
  const made = (data: object) => door.create('venue', { venue: 'A place', ...data });

  it.each([
    [{ state: 'DC', province: 'ON', country: 'US' }, 'DC'],
    [{ state: 'DC', province: 'ON', country: ' united states ' }, 'DC'],
    [{ state: 'DC', province: 'ON', country: 'Estados Unidos' }, 'DC'],
    [{ state: 'DC', province: 'ON', country: 'Etats-Unis' }, 'DC'],
    [{ state: 'DC', province: 'ON', country: 'الولايات المتحدة' }, 'DC'],
    [{ state: 'DC', province: 'ON', country: 'USA' }, 'DC'],
    [{ state: 'DC', province: 'ON' }, 'DC'],
    [{ state: 'DC', province: 'ON', country: 'Canada' }, 'ON'],
    [{ state: 'DC', country: 'Canada' }, null],
    [{ state: 'DC', country: 'US', stateprovince: 'Mine' }, 'Mine'],
    [{ stateprovince: 'Alone' }, 'Alone'],
  ])('for %j is %s', async (data, stateprovince) => {
    expect((await made(data)).stateprovince ?? null).toBe(stateprovince);
  });

  it('is left unchanged by a save that sends none of its parts', async () => {
    const { documentId: id } = await made({ province: 'ON', country: 'Canada' });
    expect(await door.update('venue', id, { city: 'Ottawa' })).toMatchObject({
      stateprovince: 'ON',
    });
  });

  it('follows a changed province even if the whole form sends back the old value', async () => {
    const form = { venue: 'A place', province: 'ON', country: 'Canada' };
    const { documentId: id } = await made(form);
    const whole = { ...form, stateprovince: 'ON', province: 'QC' };
    expect(await door.update('venue', id, whole)).toMatchObject({ stateprovince: 'QC' });
  });

  it('keeps a custom value that the whole form sends back, until it is cleared', async () => {
    const form = { venue: 'A place', province: 'ON', country: 'Canada', stateprovince: 'Mine' };
    const { documentId: id } = await made(form);
    const whole = { ...form, province: 'QC' };
    expect(await door.update('venue', id, whole)).toMatchObject({ stateprovince: 'Mine' });
    const cleared = { ...whole, stateprovince: '' };
    expect(await door.update('venue', id, cleared)).toMatchObject({ stateprovince: 'QC' });
  });

  it('keeps a custom value when only a part is sent, until it is cleared', async () => {
    const custom = { state: 'NY', country: 'US', stateprovince: 'Mine' };
    const { documentId: id } = await made(custom);
    for (const part of [{ state: 'DC' }, { country: 'Canada' }, { province: 'QC' }]) {
      expect(await door.update('venue', id, part)).toMatchObject({ stateprovince: 'Mine' });
    }
    const cleared = { stateprovince: '' };
    expect(await door.update('venue', id, cleared)).toMatchObject({ stateprovince: 'QC' });
  });

  it('is in the search text of drafts and published rows, separately per language', async () => {
    const { documentId: id } = await made({ province: 'Catalonia', country: 'Spain' });
    await door.publish('venue', id);
    await door.update('venue', id, { venue: 'Lieu', province: 'Catalogne', country: 'x' }, 'fr');
    const rows = await rowsOf('venue', id);
    const texts = rows.map(({ locale, stateprovince }) => `${locale} ${stateprovince}`);
    expect(new Set(texts)).toEqual(new Set(['en Catalonia', 'fr Catalogne']));
    for (const { search_text, province } of rows) {
      expect(search_text).toContain(`${province}\n${province}`.toLowerCase());
    }
  });
});
