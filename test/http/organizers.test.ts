import { apiToken, bearer } from '../support/callers';
import { api, get, send } from '../support/http';
import { withSettings } from '../support/settings';

let full: Record<string, string>;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
});

const post = (body: object) => send('POST', api('/organizers'), body, full);

const found = async (search: string) => {
  const { body } = await get(api(`/organizers?search=${encodeURIComponent(search)}`));
  expect(body.total).toBe(body.organizers.length);
  return body.organizers.map(({ organizer }: { organizer: string }) => organizer);
};

it.each(['ana@example.org', 'first.last+tag@sub.example.co.uk'])(
  'trims and stores the e-mail address %s, and clears it with an empty one',
  async (email) => {
    const { status, body } = await post({ organizer: 'Ana', email: ` ${email} ` });
    expect([status, body.email]).toEqual([201, email]);
    const cleared = await send('PATCH', api(`/organizers/${body.id}`), { email: '' }, full);
    expect(cleared.body).not.toHaveProperty('email');
  },
);

it.each(['foo', 'foo@', '@example.org', 'a b@example.org', 'a@b', ['a@example.org'], 12])(
  'rejects the e-mail address %j by the name of the field',
  async (email) => {
    const { status, body } = await post({ organizer: 'Ana', email });
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['email']]);
  },
);

describe('organizers with contact details', () => {
  beforeAll(async () => {
    const contacts = { email: 'choir@secret.example', phone: '+49 555 0199' };
    const open = { description: 'Sings at choir.example', website: 'https://choir.example/' };
    await post({ organizer: 'Choir', ...contacts, ...open });
    await post({ organizer: 'Band', email: 'band@secret.example' });
  });

  it('are found by their contact details', async () => {
    expect(await found('@secret.example')).toEqual(['Band', 'Choir']);
    expect(await found('0199 sings')).toEqual(['Choir']);
  });

  describe('that are not public', () => {
    withSettings({ publicContacts: false });

    it('neither show nor match contact details, not even in excluded words', async () => {
      const { body, text } = await get(api('/organizers?per_page=50'));
      expect(body.organizers.length).toBeGreaterThan(1);
      expect(text).not.toMatch(/secret\.example|555 0199/);
      for (const search of ['secret', '@secret.example', '0199', 'choir@', 'secret -band']) {
        expect([search, await found(search)]).toEqual([search, []]);
      }
      expect(await found('choir -secret')).toEqual(['Choir']);
    });

    it('are found by their other fields', async () => {
      expect(await found('choir.example')).toEqual(['Choir']);
      expect(await found('CHOIR sings')).toEqual(['Choir']);
      expect(await found('"sings at"')).toEqual(['Choir']);
      expect(await found('band')).toEqual(['Band']);
    });

    it('keep their contact details when an answer is sent back', async () => {
      const [choir] = (await get(api('/organizers?search=choir'), full)).body.organizers;
      const sent = await send('PUT', api(`/organizers/${choir.id}`), choir, full);
      expect([sent.status, sent.body]).toEqual([200, choir]);
    });
  });

  it('show contact details and are found by them once these are public again', async () => {
    const { body } = await get(api('/organizers?search=0199'));
    expect(body.organizers[0]).toMatchObject({
      email: 'choir@secret.example',
      phone: '+49 555 0199',
    });
  });
});
