import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CalendarError } from '../../src/plugins/calendar/server/src/messages/errors';
import { INTERNET } from '../../src/plugins/calendar/server/src/records/fetch-bytes';
import { type Picture, pictureOf } from '../../src/plugins/calendar/server/src/records/pictures';
import { withPictures } from '../../src/plugins/calendar/server/src/records/write-request';
import { ANYBODY } from '../support/anybody';
import { apiToken, bearer } from '../support/callers';
import { api, send } from '../support/http';
import { sends, startPictureServer, testNetwork } from '../support/picture-server';
import { buildEvent } from '../support/records';
import { pictureBytes } from '../support/uploads';

const caller = { ...ANYBODY, mayUpload: async () => true };
const network = testNetwork(INTERNET);

let server: Awaited<ReturnType<typeof startPictureServer>>;

beforeAll(async () => {
  server = await startPictureServer({ '/a.png': sends(await pictureBytes('png')) });
});

afterAll(() => server.stop());

beforeEach(async () => {
  server.asked.splice(0);
  for (const one of await strapi.db.query('plugin::upload.file').findMany())
    await strapi.plugin('upload').service('upload').remove(one);
});

const url = () => server.url('/a.png');
const fetchPicture = () => pictureOf(url(), { caller, origin: baseURL }, network);
const file = (id: number | null) =>
  strapi.db.query('plugin::upload.file').findOne({ where: { id } });

/** Saves an event with the picture, as a write does. */
const save = (picture: Picture, before = async () => {}) =>
  strapi.db.transaction(async () => {
    await picture.hold();
    await before();
    return buildEvent({ title: 'Fair', image: picture.fileId });
  });

/** A failed write removes its picture outside of transactions. */
const outside = AsyncLocalStorage.snapshot();

/** For a removal to get as far as it does while a write is in progress. */
const AWHILE = 300;

describe('a picture that a failed write has fetched', () => {
  it('is kept if another write is about to refer to it', async () => {
    const [failed, other] = [await fetchPicture(), await fetchPicture()];
    expect(other.fileId).toBe(failed.fileId);
    let undone: Promise<void> | undefined;
    await save(other, async () => {
      undone = outside(() => failed.undo());
      await sleep(AWHILE);
    });
    await undone;
    expect(await file(failed.fileId)).toBeTruthy();
  });

  it('is fetched again by another write that has chosen it, but not referred to it', async () => {
    const failed = await fetchPicture();
    const chosen: (number | null)[] = [];
    const event = await withPictures(async (pictures) => {
      const picture = await fetchPicture();
      pictures.push(picture);
      chosen.push(picture.fileId);
      if (chosen.length === 1) await failed.undo();
      return save(picture);
    });
    const [gone, kept] = chosen;
    expect([chosen.length, await file(gone ?? 0)]).toEqual([2, null]);
    const stored = await strapi.db
      .query('plugin::calendar.event')
      .findOne({ where: { id: event.id }, populate: ['image'] });
    expect(stored.image.id).toBe(kept);
    expect(server.asked).toHaveLength(2);
  });

  it('makes another write 503 if it is removed again and again', async () => {
    const writing = withPictures(async (pictures) => {
      const picture = await fetchPicture();
      pictures.push(picture);
      await picture.undo();
      return save(picture);
    });
    const error = await writing.catch((thrown: CalendarError) => thrown);
    expect(error).toMatchObject({ refusal: { status: 503, code: 'rest_unavailable' } });
    expect(await strapi.db.query('plugin::upload.file').count()).toBe(0);
  });
});

describe('a picture that is removed during a write', () => {
  const times = { start_date: '2040-05-01 18:00:00', end_date: '2040-05-01 20:00:00' };

  it('is held from the beginning of the transaction, also one for a venue', async () => {
    const full = bearer(await apiToken('full-access'));
    const failed = await fetchPicture();
    let undone: Promise<void> | undefined;
    const unsubscribe = strapi.db.lifecycles.subscribe({
      models: ['plugin::calendar.venue'],
      beforeCreate: async () => {
        undone = outside(() => failed.undo());
        await sleep(AWHILE);
      },
    });
    try {
      const venue = { venue: 'Hall', image: url() };
      const body = { title: 'Fair', ...times, venue, image: failed.fileId };
      const answer = await send('POST', api('/events'), body, full);
      expect(answer.status).toBe(201);
      expect(answer.body.venue.image.id).toBe(failed.fileId);
    } finally {
      unsubscribe();
    }
    await undone;
    expect(await file(failed.fileId)).toBeTruthy();
  });
});
