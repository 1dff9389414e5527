import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { admin } from '../support/admin';
import { adminWith } from '../support/admin-roles';
import { apiToken, bearer, grant, type Member, member } from '../support/callers';
import { api, get, send } from '../support/http';
import { buildPicture } from '../support/pictures';
import { withoutLog } from '../support/quiet';
import { buildEvent, type Stored } from '../support/records';
import { CAMERA, formOf, pictureBytes, type Sent } from '../support/uploads';

const SCRIPT = '<script>fetch("/admin/access-token")</script>';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`;
const HTML = `<!doctype html><title>Poster</title>${SCRIPT}`;

const PDF = { bytes: '%PDF-1.7\n%…', name: 'a.pdf', type: 'application/pdf' };

/** Files that execute code or are not allowed, under true and false names and types. */
const HOSTILE: Record<string, Sent> = {
  HTML: { bytes: HTML, name: 'poster.html', type: 'text/html' },
  SVG: { bytes: SVG, name: 'poster.svg', type: 'image/svg+xml' },
  'SVG with a declaration': { bytes: `<?xml version="1.0"?>${SVG}`, name: 'a.svg' },
  XHTML: { bytes: HTML, name: 'poster.xhtml', type: 'application/xhtml+xml' },
  JavaScript: { bytes: 'alert(1)', name: 'p.js', type: 'text/javascript' },
  XML: { bytes: '<?xml version="1.0"?><a/>', name: 'a.xml', type: 'application/xml' },
  ZIP: { bytes: Buffer.from('504b0304140000000000', 'hex'), name: 'a.zip' },
  program: { bytes: Buffer.from('4d5a9000030000000400', 'hex'), name: 'a.exe' },
  'HTML as a picture': { bytes: HTML, name: 'poster.png', type: 'image/png' },
  'HTML of no type': { bytes: HTML, name: 'poster.png', type: 'application/octet-stream' },
  'HTML as a PDF': { bytes: HTML, name: 'poster.pdf', type: 'application/pdf' },
  'HTML behind blanks': { bytes: `\n  ${HTML}`, name: 'poster.mp3', type: 'audio/mpeg' },
  'half a picture': { bytes: '\x89PNG\r\n', name: 'poster.png', type: 'image/png' },
  nothing: { bytes: 'x', name: 'poster', type: '' },
};

const START: Record<string, [Buffer | string, string]> = {
  'application/pdf': ['%PDF-1.7\n%…', 'a.pdf'],
  'audio/mpeg': ['ID3\x03\x00…', 'a.mp3'],
  'audio/ogg': ['OggS\x00…', 'a.ogg'],
  'audio/wav': ['RIFF....WAVEfmt ', 'a.wav'],
  'audio/flac': ['fLaC\x00…', 'a.flac'],
  'audio/mp4': ['\x00\x00\x00\x20ftypM4A \x00…', 'a.m4a'],
  'video/mp4': ['\x00\x00\x00\x20ftypisom\x00…', 'a.mp4'],
  'video/quicktime': ['\x00\x00\x00\x14ftypqt  \x00…', 'a.mov'],
  'video/webm': [
    Buffer.from('1a45dfa3a34286810142f7810142f2810442f381084282847765626d42878104', 'hex'),
    'a.webm',
  ],
};

/** A picture that no format makes small. */
const noise = (width: number) =>
  sharp({
    create: {
      ...{ width, height: width, channels: 3, background: '#1a7f64' },
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

let full: Record<string, string>;
let author: Member;

beforeAll(async () => {
  full = bearer(await apiToken('full-access'));
  author = await member('author');
});

const files = () => strapi.db.query('plugin::upload.file').findMany({ orderBy: 'id' });
const fileOf = (id: number) => strapi.db.query('plugin::upload.file').findOne({ where: { id } });
const kept = () => fs.readdirSync(path.join(strapi.dirs.static.public, 'uploads')).sort();

/**
 * Routes for uploading files to the media library. Files that it fetches by URL use the same
 * service (`checks files uploaded by code`).
 */
const DOORS: [string, (form: FormData) => ReturnType<typeof send>][] = [
  ['the media library', (form) => admin('POST', '/upload', form)],
  ['the media library, one by one', (form) => admin('POST', '/upload/files', form)],
  ['Strapi’s own interface', (form) => send('POST', '/api/upload', form, full)],
];

describe.each(DOORS)('a file uploaded to %s', (_, door) => {
  it.each(Object.entries(HOSTILE))('is rejected and not stored: %s', async (_name, sent) => {
    const before = [await files(), kept()];
    const { status, body } = await door(formOf([sent]));
    expect([status, body.error?.name]).toEqual([400, 'ValidationError']);
    expect(body.error.message).toMatch(/^[^<]*JPEG.*PDF/);
    expect([await files(), kept()]).toEqual(before);
  });

  it.each(Object.entries(START))(
    'is accepted by its content, and not by its name and type: %s',
    async (type, [start, name]) => {
      const first = typeof start === 'string' ? Buffer.from(start, 'latin1') : start;
      const bytes = Buffer.concat([first, Buffer.alloc(5000)]);
      const lying = { bytes, name: 'poster.png', type: 'image/png' };
      const { status, body } = await door(formOf([lying]));
      expect(status).toBe(201);
      const [file] = [body].flat();
      expect(file).toMatchObject({ mime: type, ext: path.extname(name) });
      expect(path.extname(file.url)).toBe(path.extname(name));
    },
  );

  it.each(['png', 'jpeg', 'gif', 'webp', 'avif'] as const)(
    'is stored without camera metadata: %s',
    async (format) => {
      const bytes = await pictureBytes(format);
      const { status, body } = await door(formOf([{ bytes, name: `a.${format}`, type: '' }]));
      const [file] = [body].flat();
      expect([status, file.mime]).toEqual([201, `image/${format}`]);
      expect(bytes.includes(CAMERA)).toBe(format !== 'gif');
      expect((await get(file.url)).text).not.toContain(CAMERA);
    },
  );

  it('gets its extension and type from its content', async () => {
    const gif = Buffer.concat([await pictureBytes('gif'), Buffer.from(HTML)]);
    const sent = { bytes: gif, name: 'poster.html', type: 'application/octet-stream' };
    const { status, body } = await door(formOf([sent]));
    const [file] = [body].flat();
    expect([status, file.ext, file.mime]).toEqual([201, '.gif', 'image/gif']);
    expect((await get(file.url)).headers['content-type']).toBe('image/gif');
  });
});

it('stores a picture whose name is as long as file systems allow', async () => {
  const sent = { bytes: await pictureBytes('png', 300), name: `${'Ж'.repeat(125)}.png` };
  const { status, body } = await admin('POST', '/upload', formOf([sent]));
  expect([status, body[0]?.name]).toEqual([201, sent.name]);
  expect((await get(body[0].formats.thumbnail.url)).status).toBe(200);
});

it('refuses an interlaced picture of which the end is missing, and says so', async () => {
  const whole = await noise(300).png({ progressive: true }).toBuffer();
  const sent = { bytes: whole.subarray(0, whole.length * 0.9), name: 'poster.png' };
  const { status, body } = await admin('POST', '/upload', formOf([sent]));
  expect([status, body.error.message]).toEqual([400, expect.stringMatching(/poster.*damaged/)]);
});

it('refuses a picture of more than 64 million pixels, and says so at every door', async () => {
  const create = { width: 8100, height: 8100, channels: 3, background: '#fff' } as const;
  const bytes = await sharp({ create }).png().toBuffer();
  const before = [await files(), kept()];
  for (const [, door] of DOORS) {
    const { status, body } = await door(formOf([{ bytes, name: 'sky.png' }]));
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(/sky.*64 million/)]);
  }
  const fields = { title: 'Fair', start_date: '2040-05-01', end_date: '2040-05-02' };
  const image = formOf([{ bytes, name: 'sky.png', field: 'image' }], fields);
  const { status, body } = await send('POST', api('/events'), image, full);
  expect([status, body.data.params.image]).toEqual([400, expect.stringContaining('64 million')]);
  expect([await files(), kept()]).toEqual(before);
});

it('decodes concurrent pictures one at a time, small ones first', async () => {
  const large = { bytes: await noise(900).jpeg().toBuffer(), name: 'poster.jpg' };
  const small = { bytes: await noise(300).jpeg().toBuffer(), name: 'small.jpg' };
  const stored: string[] = [];
  const upload = async (sent: Sent) => {
    const { status } = await admin('POST', '/upload', formOf([sent]));
    expect(status).toBe(201);
    stored.push(sent.name);
  };
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, sharp.counters().process);
  }, 5);
  try {
    await Promise.all([large, large, large, large, large, small].map(upload));
  } finally {
    clearInterval(timer);
  }
  expect(most).toBe(1);
  expect(stored.indexOf(small.name)).toBeLessThanOrEqual(1); // The first may be decoded before the small one has arrived.
});

it('stores concurrent first uploads to Strapi’s content API in one folder', async () => {
  await strapi.db.query('plugin::upload.folder').deleteMany({}); // The upload creates its folder.
  const sent = { bytes: await pictureBytes(), name: 'poster.png' };
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => send('POST', '/api/upload', formOf([sent]), full)),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(await strapi.db.query('plugin::upload.folder').count()).toBe(1);
});

describe('while the upload folder is missing', () => {
  withoutLog();
  const folder = () => path.join(strapi.dirs.static.public, 'uploads');
  const bytes = pictureBytes();
  let event: Stored;

  beforeAll(async () => {
    event = await buildEvent();
    fs.renameSync(folder(), `${folder()}-away`);
  });

  afterAll(() => fs.renameSync(`${folder()}-away`, folder()));

  it.each([
    ...DOORS,
    [
      'an event',
      (form: FormData) => send('POST', api(`/events/${event.public_id}`), form, full),
    ] as const,
  ])('a file sent to %s gets 503, and nothing changes', async (_, door) => {
    const stored = async () => [await files(), (await get(api(`/events/${event.public_id}`))).body];
    const before = await stored();
    const sent = { bytes: await bytes, name: 'a.png', type: 'image/png' };
    const form = formOf([sent, { ...sent, field: 'image' }], { cost: '7' });
    const { status, headers } = await door(form);
    expect([status, headers['retry-after']]).toEqual([503, '10']);
    expect(await stored()).toEqual(before);
  });
});

describe('a file is rejected in the language', () => {
  const told = async (headers = {}) =>
    (await admin('POST', '/upload', formOf([HOSTILE.SVG!]), headers)).body.error.message;
  const prefer = (preferedLanguage: string | null) =>
    admin('PUT', '/admin/users/me', { preferedLanguage });
  let before: string | null;

  beforeAll(async () => {
    before = (await admin('GET', '/admin/users/me')).body.data.preferedLanguage;
  });
  afterAll(() => prefer(before));

  it('of the editor’s profile', async () => {
    await prefer('fr');
    expect(await told({ 'accept-language': 'es' })).toMatch(/^« poster\.svg »/);
  });

  it('of the request without one in the profile, otherwise in English', async () => {
    await strapi.db
      .query('admin::user')
      .updateMany({ where: {}, data: { preferedLanguage: null } });
    expect(await told({ 'accept-language': 'de, fr-CA;q=0.8' })).toMatch(/^« poster\.svg »/);
    const inEnglish = await told();
    expect(inEnglish).toMatch(/^“poster\.svg”/);
    expect(await told({ 'accept-language': 'de' })).toBe(inEnglish);
  });
});

it('stores no file of a form when one of them is rejected', async () => {
  const before = await files();
  const picture = { bytes: await pictureBytes(), name: 'a.png', type: 'image/png' };
  const { status, body } = await admin('POST', '/upload', formOf([picture, HOSTILE.HTML!]));
  expect([status, body.error.message]).toEqual([400, expect.stringContaining('poster.html')]);
  expect(await files()).toEqual(before);
});

it('checks replacements of files, and logos of the admin panel', async () => {
  const id = await buildPicture();
  const { url } = await fileOf(id);
  const before = (await get(url)).text;
  for (const answer of [
    await admin('POST', `/upload?id=${id}`, formOf([HOSTILE.SVG!])),
    await admin('POST', `/upload/files/${id}/replace`, formOf([HOSTILE['HTML as a picture']!])),
    await send('POST', `/api/upload?id=${id}`, formOf([HOSTILE.HTML!]), full),
    await admin('POST', `/upload?id=${id}`, formOf([PDF])),
    await send('POST', `/api/upload?id=${id}`, formOf([PDF]), full),
    await admin(
      'POST',
      '/admin/project-settings',
      formOf([{ ...HOSTILE.SVG!, field: 'menuLogo' }]),
    ),
  ]) {
    expect([answer.status, answer.body.error.name]).toEqual([400, 'ValidationError']);
  }
  expect((await get(url)).text).toBe(before);
  const picture = { bytes: await pictureBytes('png', 30), name: 'b.png', type: 'image/png' };
  expect((await admin('POST', `/upload?id=${id}`, formOf([picture]))).status).toBe(200);
  expect(await fileOf(id)).toMatchObject({ url, width: 30 });
  const logo = await admin(
    'POST',
    '/admin/project-settings',
    formOf([{ ...picture, field: 'menuLogo' }]),
  );
  expect([logo.status, logo.body.menuLogo.ext]).toEqual([200, '.png']);
  const none = await admin('POST', '/admin/project-settings', formOf([], { menuLogo: '' }));
  expect(none.body.menuLogo).toBeNull();
});

it('stores what an editor writes about a file in the media library, sent as a form', async () => {
  const id = await buildPicture();
  const info = { name: 'poster', alternativeText: 'A poster', caption: 'By a child' };
  const form = () => formOf([], { fileInfo: JSON.stringify(info) });
  const { status } = await admin('PUT', `/upload/files/${id}`, form());
  expect(status).toBe(200);
  expect(await fileOf(id)).toMatchObject(info);
  const stranger = await send('PUT', `/upload/files/${id}`, form(), full);
  expect(stranger.status).toBe(401);
});

it('checks files uploaded by code', async () => {
  const folder = fs.mkdtempSync(path.join(process.env.TEST_FOLDER!, 'sent-'));
  const filepath = path.join(folder, 'a.png');
  fs.writeFileSync(filepath, HTML);
  const given = { filepath, originalFilename: 'a.png', mimetype: 'image/png', size: HTML.length };
  const keeping = strapi.plugin('upload').service('upload').upload({ data: {}, files: given });
  await expect(keeping).rejects.toThrow(/a\.png/);
});

describe('the upload route of Strapi’s content API', () => {
  const picture = async () => formOf([{ bytes: await pictureBytes(), name: 'a.png' }]);

  it('is forbidden for example roles, which upload images with their records', async () => {
    const before = await files();
    for (const form of [await picture(), formOf([HOSTILE.SVG!]), formOf([HOSTILE.JavaScript!])]) {
      expect((await send('POST', '/api/upload', form, author.headers)).status).toBe(403);
    }
    expect(await files()).toEqual(before);
    const fields = { title: 'Fair', start_date: '2040-05-01', end_date: '2040-05-02' };
    const image = { bytes: await pictureBytes(), name: 'a.png', field: 'image' };
    const made = await send('POST', api('/events'), formOf([image], fields), author.headers);
    expect([made.status, made.body.image.extension]).toEqual([201, 'png']);
    const svg = formOf([{ ...HOSTILE.SVG!, field: 'image' }], fields);
    expect((await send('POST', api('/events'), svg, author.headers)).status).toBe(400);
  });

  describe('with a token for uploads alone', () => {
    let uploading: Record<string, string>;

    beforeAll(async () => {
      const { accessKey } = await strapi.service('admin::api-token').create({
        name: 'uploading',
        description: '',
        type: 'custom',
        lifespan: null,
        permissions: ['plugin::upload.content-api.upload'],
      });
      uploading = bearer(accessKey);
    });

    it('accepts new files', async () => {
      expect((await send('POST', '/api/upload', await picture(), uploading)).status).toBe(201);
    });

    it('rejects replacing or renaming another file', async () => {
      const id = await buildPicture();
      const before = await fileOf(id);
      const info = { fileInfo: { name: 'other', alternativeText: 'other' } };
      for (const path of [`/api/upload?id=${id}`, `/API/Upload/?id=${id}`]) {
        for (const sent of [info, await picture()]) {
          const { status } = await send('POST', path, sent, uploading);
          expect([403, 415]).toContain(status);
        }
      }
      expect((await send('POST', `/api/upload?id=${id}`, info, uploading)).status).toBe(403);
      expect(await fileOf(id)).toEqual(before);
      expect((await send('POST', `/api/upload?id=${id}`, info, full)).status).toBe(200);
    });

    it('rejects attaching files to records of other types', async () => {
      for (const ref of ['plugin::users-permissions.user', 'admin::user', 'plugin::upload.file']) {
        const form = await picture();
        for (const [name, value] of Object.entries({ ref, refId: '1', field: 'image' })) {
          form.append(name, value);
        }
        expect((await send('POST', '/api/upload', form, uploading)).status).toBe(403);
      }
    });
  });

  it.each([
    ['full access', () => full, '/api/upload'],
    ['an administrator', () => ({ authorization: `Bearer ${adminToken}` }), '/upload'],
  ])('rejects attaching a file to a calendar record directly: %s', async (_, headers, path) => {
    const { id, public_id } = await buildEvent({ title: 'Fair' });
    for (const ref of [['plugin::calendar.event'], ['x', 'plugin::calendar.event']]) {
      const form = await picture();
      for (const each of ref) form.append('ref', each);
      form.append('refId', String(id));
      form.append('field', 'image');
      const { status, body } = await send('POST', path, form, headers());
      expect([status, body.error.name]).toEqual([400, 'ValidationError']);
      expect(body.error.message).toMatch(/save/i);
    }
    expect((await get(api(`/events/${public_id}`))).body.image).toBe(false);
  });
});

/** Permissions to read the media library through Strapi's own interface. */
const LOOKING = ['find', 'findOne'].flatMap((action) => [
  `plugin::upload.content-api.${action}`,
  `plugin::calendar.event.${action}`,
]);

async function grantPublic() {
  const type = 'plugin::users-permissions.permission';
  const rights = await Promise.all(
    LOOKING.filter((action) => action.includes('upload')).map((action) => grant('public', action)),
  );
  return () => strapi.db.query(type).deleteMany({ where: { id: rights.map(({ id }) => id) } });
}

describe('the media library in Strapi’s content API', () => {
  const SHOWN = 'populate[related]=true';
  const WAYS = [SHOWN, 'populate=related', 'populate=*', 'populate[related][populate]=*'];
  const FIELDS = 'populate[related][on][plugin::calendar.event][fields][0]=title';
  let image: number;

  beforeAll(async () => {
    image = await buildPicture();
    const hidden = { title: 'Hushed', description: 'Hushed', image };
    await buildEvent(hidden, { publish: false });
    await buildEvent({ ...hidden, post_status: 'private' });
    await buildEvent({ ...hidden, title: 'Protected', password: 'sesame' });
  });

  const seen = async (headers: Record<string, string>) => {
    const answers = [];
    for (const way of [...WAYS, FIELDS]) {
      for (const path of ['/api/upload/files', `/api/upload/files/${image}`]) {
        answers.push(await get(`${path}?${way}`, headers));
      }
    }
    return answers;
  };

  it.each([
    ['a token that only reads', async () => bearer(await apiToken('read-only'))],
    ['a token with the rights', async () => bearer(await lookingToken())],
    ['everybody, where a host has opened it', async () => ({})],
  ])('omits the records that use a file, for %s', async (_, headers) => {
    const close = await grantPublic();
    try {
      for (const { status, text } of await seen(await headers())) {
        expect([status, text]).toEqual([200, expect.not.stringMatching(/Hushed|Protected/)]);
        expect(text).toContain('picture.png');
      }
    } finally {
      await close();
    }
  });

  it('omits the records that use a file in the admin API', async () => {
    const looking = await adminWith('event', [], { actions: ['plugin::upload.read'] });
    for (const ask of [admin, looking]) {
      for (const way of [...WAYS, FIELDS, FIELDS.replace('title', 'password')]) {
        const { status, text } = await ask('GET', `/upload/files?filters[id]=${image}&${way}`);
        expect(text).not.toMatch(/Hushed|Protected|sesame/);
        if (status !== 400) expect(text).toContain('picture.png'); // Strapi does not accept all of them here.
      }
    }
  });

  it('omits the records that use a file in folders of the admin API', async () => {
    const looking = await adminWith('event', [], { actions: ['plugin::upload.read'] });
    const folder = async (name: string, parent: number | null) =>
      (await admin('POST', '/upload/folders', { name, parent })).body.data.id;
    const above = await folder('Above', null);
    const below = await folder('Below', above);
    const move = { fileIds: [image], folderIds: [], destinationFolderId: above };
    await admin('POST', '/upload/actions/bulk-move', move);
    const WAY = 'populate[parent][populate][files][populate]=related';
    for (const ask of [admin, looking]) {
      for (const way of [
        WAY,
        WAY.replace('=related', '[related][on][plugin::calendar.event][fields][0]=password'),
      ]) {
        for (const path of ['/upload/folders', `/upload/folders/${below}`]) {
          const { status, text } = await ask('GET', `${path}?${way}`);
          expect([status, text]).toEqual([200, expect.not.stringMatching(/Hushed|sesame/)]);
          expect(text).toContain('picture.png');
        }
      }
    }
  });

  it('omits the number of records that use a file', async () => {
    const headers = bearer(await apiToken('read-only'));
    for (const path of ['/api/upload/files', `/api/upload/files/${image}`]) {
      const { status, text } = await get(`${path}?populate[related][count]=true`, headers);
      expect([status, text]).toEqual([200, expect.not.stringContaining('"count"')]);
    }
  });

  it('includes the records that use a file for a full-access token', async () => {
    const { text } = await get(`/api/upload/files/${image}?${SHOWN}`, full);
    expect(text).toContain('Hushed');
  });

  it('omits calendar records, but no others, from sanitized files', async () => {
    const schema = strapi.getModel('plugin::upload.file');
    const [related] = await strapi.db.query('plugin::calendar.event').findMany({ limit: 1 });
    const file = { id: image, related: [{ ...related, __type: 'plugin::calendar.event' }] };
    const other = { id: 1, __type: 'plugin::users-permissions.role' };
    const shown = await strapi.contentAPI.sanitize.output(
      { ...file, related: [...file.related, other] },
      schema,
    );
    expect(shown).toMatchObject({ id: image, related: [other] });
  });

  it('omits the records that use a file for a user whose own field `type` says full-access', async () => {
    const { id, headers } = await member('public');
    const service = strapi.plugin('users-permissions').service('user');
    const fetching = jest.spyOn(service, 'fetchAuthenticatedUser');
    const user = await strapi.db
      .query('plugin::users-permissions.user')
      .findOne({ where: { id }, populate: ['role'] });
    fetching.mockResolvedValue({ ...user, type: 'full-access' });
    const close = await grantPublic();
    try {
      for (const { status, text } of await seen(headers)) {
        expect([status, text]).toEqual([200, expect.not.stringMatching(/Hushed|Protected/)]);
      }
    } finally {
      await close();
      fetching.mockRestore();
    }
  });

  const components = strapi.get('components').getAll();
  afterAll(() => {
    delete components['posters.slot'];
  });

  it('rejects filters and orders by calendar records in other content types', async () => {
    const event = { type: 'relation', relation: 'oneToOne', target: 'plugin::calendar.event' };
    const filters = { type: 'component', component: 'posters.slot', repeatable: true };
    const blocks = { type: 'dynamiczone', components: ['posters.slot'] };
    const attributes = { event, filters, slots: filters, blocks };
    const host = { uid: 'api::poster.poster', modelType: 'contentType', attributes };
    const inner = { event, more: filters };
    const slot = { uid: 'posters.slot', modelType: 'component', attributes: inner };
    components[slot.uid] = slot;
    const schema = host as unknown as Parameters<typeof strapi.contentAPI.validate.query>[1];
    const ask = (query: Record<string, unknown>, type: string, name = 'content-api-token') =>
      strapi.contentAPI.validate.query(query, schema, {
        auth: {
          strategy: { name },
          credentials: { type },
          ability: { can: () => true },
        },
      } as object);
    const begins = { event: { title: { $startsWith: 'Hus' } } };
    for (const query of [
      { filters: begins },
      { filters: { $or: [{ $not: begins }] } },
      { filters: { event: { id: 1 } } },
      { filters: { event: 1 } },
      { sort: 'event.title' },
      { sort: [{ event: { title: 'asc' } }] },
      { populate: { slots: { filters: begins } } },
      { populate: { slots: { filters: { $not: begins } } } },
      { populate: { filters: { filters: begins } } },
      { populate: { blocks: { on: { 'posters.slot': { filters: begins } } } } },
      { populate: { slots: { populate: { more: { filters: begins } } } } },
    ]) {
      await expect(ask(query, 'custom')).rejects.toThrow('Invalid key event');
      await expect(ask(query, 'full-access')).resolves.toBeUndefined();
      // A host may add a field `type` to users.
      const asUser = ask(query, 'full-access', 'users-permissions');
      await expect(asUser).rejects.toThrow('Invalid key event');
    }
    for (const query of [
      { filters: { id: 1 }, sort: 'id' },
      { populate: { slots: { filters: { id: 1 }, sort: 'id' } } },
      { populate: { filters: true } },
      { populate: ['slots', 'event'] },
      { populate: '*' },
    ]) {
      await expect(ask(query, 'custom')).resolves.toBeUndefined();
    }
    const sorted = { populate: { slots: { sort: 'event.title' } } };
    await expect(ask(sorted, 'custom')).rejects.toThrow('Invalid key event');
  });
});

async function lookingToken(): Promise<string> {
  const about = { name: 'looking', description: '', type: 'custom', lifespan: null };
  const made = await strapi.service('admin::api-token').create({ ...about, permissions: LOOKING });
  return made.accessKey;
}

describe('a stored file', () => {
  const FOLDER = () => path.join(strapi.dirs.static.public, 'uploads');
  const STORED = {
    'old.svg': SVG,
    'old.html': HTML,
    'old.js': 'alert(1)',
    'old.pdf': '%PDF-1.7',
    'old.mp4': 'x',
    old: HTML,
  };

  beforeAll(() => {
    for (const [name, text] of Object.entries(STORED)) {
      fs.writeFileSync(path.join(FOLDER(), name), text);
    }
  });

  afterAll(() => {
    for (const name of Object.keys(STORED)) fs.rmSync(path.join(FOLDER(), name));
  });

  const spellings = (name: string) => [
    `/uploads/${name}`,
    `/%75ploads/${name}`,
    `/uploads/%6f${name.slice(1)}`,
    `//uploads/${name}`,
    `/./uploads/${name}`,
    `/uploads//${name}`,
    `/UPLOADS/${name}`,
  ];

  it.each(Object.keys(STORED))(
    'has headers that prevent scripts and force a download: %s',
    async (name) => {
      const answers = await Promise.all(spellings(name).map((address) => get(address)));
      expect(answers[0]?.status).toBe(200);
      for (const { headers } of answers.filter(({ status }) => status === 200)) {
        expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'");
        expect(headers['x-content-type-options']).toBe('nosniff');
        expect(headers['content-disposition']).toBe('attachment');
      }
    },
  );

  it('is displayed, not downloaded, if it is an image', async () => {
    const { url } = await fileOf(await buildPicture());
    const { status, headers } = await get(url);
    expect([status, headers['content-type']]).toEqual([200, 'image/png']);
    expect(headers['content-disposition']).toBeUndefined();
    expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'");
  });

  const LETTERS = 'abcdefghij';

  describe('requested in parts', () => {
    const name = 'letters.png';
    beforeAll(() => fs.writeFileSync(path.join(FOLDER(), name), LETTERS));
    afterAll(() => fs.rmSync(path.join(FOLDER(), name)));
    const asked = (headers: Record<string, string>) => get(`/uploads/${name}`, headers);

    it.each([
      ['bytes=0-3', 206, 'abcd', '0-3/10'],
      ['bytes=4-', 206, 'efghij', '4-9/10'],
      ['bytes=-3', 206, 'hij', '7-9/10'],
      ['bytes=-30', 206, LETTERS, '0-9/10'],
      ['bytes=8-999999', 206, 'ij', '8-9/10'],
      ['bytes=0-99999999999999999999', 206, LETTERS, '0-9/10'],
      ['bytes=10-', 416, '', '*/10'],
      ['bytes=999-1000', 416, '', '*/10'],
      ['bytes=-0', 416, '', '*/10'],
      ['bytes=5-2', 200, LETTERS, undefined],
      ['bytes=0-1,4-5', 200, LETTERS, undefined],
      ['bytes=a-b', 200, LETTERS, undefined],
      ['bytes=-', 200, LETTERS, undefined],
      ['lines=1-2', 200, LETTERS, undefined],
    ])('answers %s with the bytes in range and their length', async (range, status, text, told) => {
      const answer = await asked({ range });
      expect([answer.status, answer.text]).toEqual([status, text]);
      expect(answer.headers['content-range']).toBe(told && `bytes ${told}`);
      expect(answer.headers['content-length']).toBe(String(text.length));
    });

    it('is sent whole if it changed since If-Range', async () => {
      const { headers } = await asked({});
      const modified = headers['last-modified'] ?? '';
      const part = { range: 'bytes=4-5' };
      expect((await asked({ ...part, 'if-range': modified })).text).toBe('ef');
      for (const other of ['Thu, 01 Jan 1970 00:00:00 GMT', '"tag"', 'nonsense']) {
        const { status, text } = await asked({ ...part, 'if-range': other });
        expect([status, text]).toEqual([200, LETTERS]);
      }
    });

    it('is 304 for its date in If-Modified-Since', async () => {
      const { headers } = await asked({});
      const modified = headers['last-modified'] ?? '';
      const { status, text } = await asked({ 'if-modified-since': modified });
      expect([status, text]).toEqual([304, '']);
      for (const other of ['Thu, 01 Jan 1970 00:00:00 GMT', 'nonsense', '-1']) {
        const again = await asked({ 'if-modified-since': other });
        expect([again.status, again.text]).toEqual([200, LETTERS]);
      }
    });
  });

  it('has the same security headers in partial responses', async () => {
    const { status, headers, text } = await get('/uploads/old.html', { range: 'bytes=0-8' });
    expect([status, text]).toEqual([206, '<!doctype']);
    expect(headers['content-security-policy']).toBe("sandbox; default-src 'none'");
    expect(headers['content-disposition']).toBe('attachment');
  });
});
