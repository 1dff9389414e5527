import { apiToken, bearer } from '../support/callers';
import { buildOrganizer, buildTag } from '../support/records';
import { withSettings } from '../support/settings';
import { postForm } from './form-poster';

const TRIBE = '/wp-json/tribe/events/v1';

let headers: Record<string, string>;

withSettings({ aliases: [TRIBE] });

beforeAll(async () => {
  headers = bearer(await apiToken('full-access'));
});

const address = (path: string) => `${baseURL}${TRIBE}${path}`;

describe('a client that sends forms', () => {
  it('creates an event with its linked records, and changes it', async () => {
    const organizer = await buildOrganizer({ organizer: 'Ana' });
    const tag = await buildTag({ name: 'Jazz' });
    const made = await postForm(
      address('/events'),
      {
        title: 'Été à Lyon & « fête »',
        start_date: '2041-06-01 20:00:00',
        end_date: '2041-06-01 23:00:00',
        timezone: 'Europe/Paris',
        all_day: false,
        featured: 1,
        cost: ['5', '10'],
        tags: [tag.public_id, 'open air'],
        venue: { venue: 'Les Subsistances', city: 'Lyon', show_map: 'true' },
        organizer: [{ id: organizer.public_id }, { organizer: 'Bruno', phone: '+33 4 00' }],
      },
      headers,
    );
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      title: 'Été à Lyon & « fête »',
      utc_start_date: '2041-06-01 18:00:00',
      featured: true,
      cost: '$5 – $10',
      tags: [{ name: 'Jazz' }, { name: 'open air' }],
      venue: { venue: 'Les Subsistances', city: 'Lyon' },
      organizer: [{ organizer: 'Ana' }, { organizer: 'Bruno', phone: '+33 4 00' }],
    });
    const changed = await postForm(
      address(`/events/${made.body.id}?_method=PATCH`),
      { tags: '', featured: 'false', organizer: [organizer.public_id] },
      headers,
    );
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      title: made.body.title,
      tags: [],
      featured: false,
      organizer: [{ organizer: 'Ana' }],
      venue: { id: made.body.venue.id },
    });
  });

  it('gets 400 naming the invalid fields', async () => {
    const { status, body } = await postForm(
      address('/events'),
      { title: 'x', start_date: '2041-02-30', end_date: '2041-03-01', website: 'foo' },
      headers,
    );
    expect([status, body.code]).toEqual([400, 'rest_invalid_param']);
    expect(Object.keys(body.data.params).sort()).toEqual(['start_date', 'website']);
  });
});
