import { admin } from '../support/admin';
import { apiToken, bearer, type Member, member } from '../support/callers';
import { type Answer, api, get, send } from '../support/http';
import { inTurn } from '../support/in-turn';
import { buildPicture } from '../support/pictures';
import { buildCategory, buildEvent, buildTag, buildVenue, type Stored } from '../support/records';

const times = { start_date: '2040-05-01 18:00:00', end_date: '2040-05-01 20:00:00' };

let full: Record<string, string>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
});

const write = (method: string, path: string, body?: unknown, headers = full, language?: string) =>
  send(method, api(path, language), body, headers);

const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status);

const pathOf = ({ public_id }: Stored) => `/events/${public_id}`;
const nameOf = ({ documentId }: Stored) => `event:${documentId}`;

describe('concurrent writers of one event', () => {
  let contributor: Member;
  let draft: Stored;

  beforeAll(async () => {
    contributor = await member('contributor');
  });

  beforeEach(async () => {
    draft = await buildEvent({ title: 'Mine', author: contributor.id }, { publish: false });
  });

  const publish = () => write('PATCH', pathOf(draft), { status: 'publish' });

  it('are authorised by the state of the event when their turn comes', async () => {
    const answers = await inTurn(nameOf(draft), [
      publish,
      () => write('PATCH', pathOf(draft), { title: 'Unseen' }, contributor.headers),
      () => write('DELETE', pathOf(draft), undefined, contributor.headers),
    ]);
    expect(statusesOf(answers)).toEqual([200, 403, 403]);
    expect((await get(api(pathOf(draft)))).body.title).toBe('Mine');
  });

  it('are forbidden to write an event whose author was changed meanwhile', async () => {
    const pending = await buildEvent(
      { title: 'Mine', author: contributor.id, post_status: 'pending' },
      { publish: false },
    );
    const answers = await inTurn(nameOf(pending), [
      () => write('PATCH', pathOf(pending), { author: 0 }),
      () =>
        write('PATCH', pathOf(pending), { status: 'pending', excerpt: 'x' }, contributor.headers),
    ]);
    expect(statusesOf(answers)).toEqual([200, 403]);
  });

  it('get 410 when the event is in the trash by then', async () => {
    const removing = () => write('DELETE', pathOf(draft));
    const answers = await inTurn(nameOf(draft), [removing, removing]);
    expect(statusesOf(answers)).toEqual([200, 410]);
  });

  it('get 404 when the event is deleted by then', async () => {
    const answers = await inTurn(nameOf(draft), [
      () =>
        admin(
          'DELETE',
          `/content-manager/collection-types/plugin::calendar.event/${draft.documentId}?locale=*`,
        ),
      () => write('PATCH', pathOf(draft), { title: 'Late' }),
      () => write('PATCH', pathOf(draft), {}),
      () => write('DELETE', pathOf(draft)),
    ]);
    expect(statusesOf(answers)).toEqual([200, 404, 404, 404]);
    expect(answers[1]?.body.code).toBe('rest-event-not-found');
  });

  it('never mix their values, and the last request is stored as sent', async () => {
    const event = await buildEvent({ title: 'First', ...times, timezone: 'UTC' });
    const body = { title: 'First', excerpt: '', ...times };
    const later = { start_date: '2040-05-01 21:00:00', end_date: '2040-05-01 22:00:00' };
    const answers = await inTurn(nameOf(event), [
      () => write('PUT', pathOf(event), { ...body, ...later, excerpt: '<p>One</p>' }),
      () =>
        write('PUT', pathOf(event), { ...body, title: 'Second', end_date: '2040-05-01 19:00:00' }),
    ]);
    expect(statusesOf(answers)).toEqual([200, 200]);
    expect((await get(api(pathOf(event)), full)).body).toMatchObject({
      ...{ title: 'Second', excerpt: '' },
      ...{ start_date: times.start_date, end_date: '2040-05-01 19:00:00' },
    });
  });

  it('restore the venue and picture that they send back as they were read', async () => {
    const [venue, other] = [await buildVenue(), await buildVenue()];
    const image = await buildPicture();
    const event = await buildEvent({ venue: [venue.public_id], image });
    const shown = (await get(api(pathOf(event)), full)).body;
    const answers = await inTurn(nameOf(event), [
      () => write('PATCH', pathOf(event), { venue: [other.public_id], image: false }),
      () => write('PUT', pathOf(event), { ...shown, title: 'Whole' }),
    ]);
    expect(statusesOf(answers)).toEqual([200, 200]);
    const { body } = await get(api(pathOf(event)), full);
    expect([body.title, body.venue.id, body.image.id]).toEqual(['Whole', venue.public_id, image]);
  });

  it('store the same instant when the time zone was changed meanwhile', async () => {
    const event = await buildEvent({ ...times, timezone: 'Europe/Paris' });
    const instants = { start_date: '2040-05-01T16:30:00Z', end_date: '2040-05-01T17:30:00Z' };
    await inTurn(nameOf(event), [
      () => write('PATCH', pathOf(event), { timezone: 'America/New_York' }),
      () => write('PATCH', pathOf(event), instants),
    ]);
    const { body } = await get(api(pathOf(event)), full);
    expect(body.utc_start_date).toBe('2040-05-01 16:30:00');
  });
});

describe.each([
  ['tags', buildTag],
  ['categories', buildCategory],
] as const)('concurrent writers of %s', (path, build) => {
  it('keep each other’s texts in a language that both create', async () => {
    const { public_id: id } = await build({ name: 'Music', description: 'English' });
    const answers = await inTurn(`references:${path}`, [
      () => write('PATCH', `/${path}/${id}`, { name: 'Musique' }, full, 'fr'),
      () => write('PATCH', `/${path}/${id}`, { description: 'Français' }, full, 'fr'),
    ]);
    expect(statusesOf(answers)).toEqual([200, 200]);
    const { body } = await get(api(`/${path}/${id}`, 'fr'));
    expect(body).toMatchObject({ name: 'Musique', description: 'Français' });
  });

  it('store the values that were sent last', async () => {
    const { public_id: id } = await build({ name: 'Music', description: 'Old' });
    await inTurn(`references:${path}`, [
      () => write('PUT', `/${path}/${id}`, { name: 'Music', description: 'New' }),
      () => write('PUT', `/${path}/${id}`, { name: 'Sound', description: 'Old' }),
    ]);
    const { body } = await get(api(`/${path}/${id}`));
    expect(body).toMatchObject({ name: 'Sound', description: 'Old' });
  });

  it('get 404 when the term is deleted by then', async () => {
    const { public_id: id } = await build({ name: 'Gone' });
    const answers = await inTurn(`references:${path}`, [
      () => write('DELETE', `/${path}/${id}`),
      () => write('DELETE', `/${path}/${id}`),
      () => write('PATCH', `/${path}/${id}`, { name: 'Late' }),
    ]);
    expect(statusesOf(answers)).toEqual([200, 404, 404]);
  });
});
