import { readFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const read = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');

/** How each sentence of SECURITY.md begins, and the tests that hold it: `file: title`, below `test/`. */
const HELD: Record<string, string[]> = {
  'Each sentence here is verified': [
    'unit/security-document: names tests for each sentence of SECURITY.md that claims a protection',
  ],
  'Unpublished content stays invisible': [
    'http/rights-matrix: gets from %s what the rights say, and no word of what is hidden',
    'http/rights-matrix: finds in lists what the rights say',
    'http/rights-references: looks up only what the caller may open',
    'http/never-served: matches no record, as an unknown one: %s',
    'http/event: counts only events that everybody may open',
  ],
  'For a protected event': [
    'http/rights-matrix: reads in lists only the texts that are open',
    'http/protected-events: is filled in every field that can be written',
    'unit/resources/redact: does not compile while a field of events is neither kept nor blanked',
  ],
  'Its password is in no response': [
    'http/event: opens with its password, which the response does not contain',
    'http/event: never has its password logged',
    'http/secret-statements: logs a statement that failed without a value of it (D10.7)',
    'http/guarded: keeps the password of an event out of webhook events',
  ],
  'Strapi’s own interface shows records': [
    'http/uploads: says of no file which records show it, to %s',
    'http/uploads: says so in no answer of a host’s own, either',
    'http/uploads: tells by no filter and no order of a host’s own what such records say',
    'http/uploads: says so to no editor in the admin’s, either',
    'http/uploads: says so to no editor by way of its folder, either',
    'http/uploads: says not how many they are, either',
  ],
  'A save changes the record': [
    'saves/ids: are not taken from another %s whose documentId is sent, which stays unchanged',
    'admin/roles: cannot take over a record by sending its ids',
  ],
  'In the admin, responses, sort orders and searches': [
    'admin/rights: sees no other field of any language when %s an event',
    'admin/rights: sees no address that contains the slug of a draft',
    'admin/rights: sees no other field in bulk lookups, nor through their order',
    'admin/rights: sorts, filters and searches lists only by readable fields',
    'admin/rights: gets nothing from single-type routes or the non-localized-fields action',
    'admin/rights: searches and filters the agenda only by readable fields',
    'admin/rights: sorts, filters and searches only by fields readable in all events',
    'admin/rights: copies from the agenda only events that they may read whole',
    'admin/rights: finds and sorts no agenda events by an unreadable end',
    'admin/rights: sees only readable fields in the review queue',
    'admin/rights: cannot copy, translate or bulk-read events of others',
    'admin/rights: creates and adds no other language',
  ],
  'Permissions are Strapi': [
    'http/rights-actions: offers the rights of all five types and of the description to API tokens',
    'http/rights-actions: offers them to roles',
  ],
  'Reading published records is public': [
    'http/rights-actions: lets %s read all and do nothing else, but have feeds of their own',
    'http/rights-actions: does not bring back a role that has gone, nor a right that was taken away',
  ],
  'Writing requires a permission per type': [
    'http/rights-matrix: creates each %s only for those with the right',
    'http/rights-matrix: gets from %s what the rights say, and no word of what is hidden',
    'http/write-image: takes pictures from those who hold our own right, and not from those with Strapi’s alone',
  ],
  'The example roles have no members': [
    'http/rights-actions: leaves the example roles without members',
  ],
  'Nodes on one PostgreSQL share': [
    'http/shared-limits: counts the requests of one client at two nodes together, once a second',
    'http/shared-limits: tells nobody about clients who have used up little',
  ],
  'A start warns of secrets': [
    'saves/secrets: a start warns once of a secret that differs from the last start',
    'saves/secrets: stores only a salt and a 16-bit fingerprint of each secret',
  ],
  'Keys of personal feeds give read access': [
    'http/feed-keys: a key opens nothing but feeds',
    'http/feed-keys: follow the current role of its maker',
    'http/feed-keys: end when the user %s',
    'http/feed-keys: follow an API token and end when it is revoked, regenerated or expired',
  ],
  'They are random': [
    'http/feed-keys: a key is shown once, and only its maker can list and delete it',
    'http/feed-keys: a key is never stored in plain text',
    'http/feed-keys: a key never appears in the HTTP log',
  ],
  'No feed contains a draft': [
    'http/feed-keys: a key opens feeds with the permissions of its maker, without drafts or protected contents',
  ],
  'Self-registration is off': [
    'http/rights-actions: lets nobody register alone, until an administrator allows it',
  ],
  'The interface reveals whether a user exists': [
    'http/guarded: reveals whether a user exists only to those who may set other authors',
  ],
  'At Strapi’s own addresses, requests': [
    'http/log-in: gets the same response at %s for known and unknown addresses, even when mail fails',
  ],
  'Floods of requests': [
    'http/rate-limit: charges anonymous callers for what they cost, afterwards',
    'http/floods: does not fail or greatly delay the reads and saves of others',
  ],
  'Cached responses': [
    'http/response-cache: keeps nothing of %s',
    'http/response-cache: keeps nothing of a protected event that was opened',
    'http/response-cache: what the public may not read any more, and may read again',
  ],
  'Lists without a token': [
    'http/queues: reach the database by turns: %s',
    'http/health: returns 200 while every connection of the pool is in use',
  ],
  'A statement and a response': [
    'http/queues: is 503, and what it was to write is not written: %s',
    'http/queues: ends statements that take too long while the calendar serves',
    'http/stopping: keeps no answer for somebody who does not read it',
    'http/stopping: keeps no file for somebody who does not read it',
    'http/unparsed: answers a hundred that are sent at once, and cuts off who sends more',
  ],
  'Behind a trusted proxy': [
    'http/batch: counts requests per forwarded client address',
    'http/log-in: is refused with 429 after repeated requests: %s',
  ],
  'Files that anyone adds': [
    'http/uploads: is refused and not kept: %s',
    'http/uploads: is kept, judged by its bytes: %s',
    'http/uploads: judges what takes the place of another file, and logos of the admin',
    'http/uploads: judges what code keeps',
  ],
  'Camera metadata': [
    'http/uploads: is kept: a %s',
    'http/write-image: shows nothing that a camera wrote into a %s',
  ],
  'Files under `/uploads`': [
    'http/uploads: runs nothing and is saved, not shown: %s',
    'http/uploads: is shown where it is a picture',
  ],
  'Strapi’s own address for uploads is closed': [
    'http/uploads: is closed to the example roles, which send pictures with their records',
    'http/upload-right: trades Strapi’s right for ours once: example roles lose it, the others keep both',
  ],
  'The permission to upload there': [
    'http/uploads: does not let another file be replaced or renamed',
    'http/uploads: does not put files onto records of types that it may not change',
  ],
  'No upload, by anyone': [
    'http/uploads: puts no file onto a record of the calendar past its rules: %s',
  ],
  'Forms with files are read only': [
    'http/multipart: rejects a form with files where none are accepted: %s %s',
    'http/multipart: writes no file of an unauthorised upload (caller: %s) to %s',
    'http/multipart: leaves no temporary file behind, whatever its field and the outcome',
    'http/multipart: leaves no temporary file of an aborted or malformed request',
    'http/multipart: limits uploads to 200 MB in the configuration',
  ],
  'Pictures sent as addresses': [
    'unit/records/fetch-bytes: calls the checked address even if the name resolves differently afterwards',
    'unit/records/fetch-bytes: checks the name again after a redirect to itself',
    'unit/records/fetch-bytes: accepts as many bytes as allowed, but not one more',
    'unit/records/fetch-bytes: stops waiting for %s at the timeout',
    'records/images: is rejected without being fetched for callers who may not upload',
    'records/images: is rejected at a loopback address by the default network',
  ],
  '`CALENDAR_IMAGE_IMPORT=false`': ['records/images: is rejected when image import is turned off'],
  'Input at the interface': [
    'http/bodies: is rejected, whatever the credentials: %s',
    'unit/http/sent-body: is rejected if it is compressed below the limit',
    'http/nasty: refuses each parameter of $path by name or answers right',
  ],
  'Values are bound in SQL': [
    'http/nasty: refuses each parameter of $path by name or answers right',
  ],
  'HTML is sanitised': ['http/event: returns the stored values with sanitised HTML'],
  'Guessing is limited': [
    'http/rate-limit: counts for the address, whatever is sent in the place of a token',
    'http/rate-limit: counts down, then refuses and says when to come back',
    'http/rate-limit: stops looking at them',
  ],
  'An IP address may have 50 refused log-ins': [
    'http/log-in: are refused with 429 for 15 minutes after 50, without ending existing sessions',
  ],
  'A host that sets': [
    'http/log-in: does not limit failed log-ins when rate limits are off',
    'http/rate-limit: counts nothing',
  ],
  'Webhooks report only': [
    'saves/webhooks: are sent once per change of the public record, and never for drafts',
    'saves/webhooks: sends the names of changed fields, but none of their values',
    'admin/webhooks: allows administrators to manage webhooks, but not editors and authors',
    'admin/webhooks: requires the permission webhook.manage over the interface',
  ],
  'Their secrets are random': [
    'admin/webhooks: encrypts the secret, returns it once, and signs with the previous one for a day',
    'admin/webhooks: never logs the secret of a webhook',
    'admin/webhooks: is not called, not even through a host name',
    'admin/webhooks: is not called even if it was stored before',
    'admin/webhooks: sends a test message even while the webhook is disabled',
  ],
  'Pages of other sites': [
    'http/credentials: allows any origin to read without credentials, and exposes its headers',
    'http/event-page: allows any origin to read it without credentials',
    'http/cors: gets no CORS headers from the wildcard origin at %s',
    'http/cors: applies named origins everywhere, with credentials when configured',
  ],
  'Pages of events': [
    'http/event-page: is visible to whoever may read the event in the interface: %s',
    'http/event-page: asks for the password in a form that reveals nothing of the event',
    'http/event-page: allows neither scripts nor inline styles by its content security policy',
  ],
  'A preview': [
    'admin/previews: requires permission to read the draft, and shows only readable fields',
    'admin/previews: shows a protected event, but not its password',
    'admin/previews: expires after ten minutes, and rejects a modified token',
  ],
  'A link that shares a draft': [
    'admin/previews: shows the current draft to anyone until the link is deleted',
    'admin/previews: rejects invalid values, naming them',
    'admin/previews: is created, listed and deleted only by those who may update the draft',
  ],
  'Both act with': [
    'admin/previews: stops working when it expires, the event is trashed or its creator deactivated',
    'admin/previews: returns no URL for trashed records, unknown records and other types',
    'admin/previews: shows a draft venue that would be published along, but no private one',
    'admin/previews: is stored as a hash and never logged',
    'admin/previews: may be framed by this host only, and is neither indexed nor cached',
  ],
  'The links are random': [
    'admin/previews: shows the current draft to anyone until the link is deleted',
    'admin/previews: is stored as a hash and never logged',
  ],
  'The page at `/docs`': [
    'http/docs-page: is sent with %s',
    'browser/docs-page: writes with a token, and stores it nowhere in the browser',
    'browser/docs-page: causes no error, violates no policy and contacts no other host',
  ],
  'Errors never contain': [
    'http/errors: answers 500 with an id and no detail, and logs it once without the query',
    'unit/messages/fault: never exposes the message of an unexpected error',
    'http/secret-statements: logs a statement that failed without a value of it (D10.7)',
  ],
  'Secrets are generated at random': [
    'unit/scripts/env: writes every secret into a file that only its owner reads',
    'unit/container: excludes %s',
    'unit/security-document: keeps secrets out of the repository',
  ],
  'The demo’s administrator': [
    'http/guarded: creates the demo’s administrator once, with a random password',
  ],
  'The container runs as an unprivileged user': [
    'unit/container: runs as the unprivileged user node',
    'unit/container: mounts volumes on the data and upload folders that the image owns',
    'unit/container: publishes only the port of the image, on loopback',
  ],
  'Organizers’ e-mail addresses': ['http/event: shows organizers without their contacts'],
};

const NOT = /^Not protected against /;

/** What stands behind the headings but "Reporting", which promises what people do. */
function sentences(): string[] {
  const sections = read('SECURITY.md').split(/^## /m).slice(1);
  const claims = sections.filter((section) => !section.startsWith('Reporting'));
  expect(claims).toHaveLength(2);
  return claims
    .flatMap((section) => section.split('\n').slice(1))
    .flatMap((line) =>
      line
        .replace(/^- /, '')
        .replaceAll('**', '')
        .split(/(?<=[.!?]) +(?=[A-Z`])/),
    )
    .map((sentence) => sentence.replaceAll("'", '’').trim())
    .filter(Boolean);
}

const rowsOf = (sentence: string) =>
  Object.keys(HELD).filter((beginning) => sentence.startsWith(beginning));

it('names tests for each sentence of SECURITY.md that claims a protection', () => {
  const said = sentences();
  expect(said.length).toBeGreaterThan(40);
  const guarded = said.filter((sentence) => !NOT.test(sentence));
  expect(guarded.filter((sentence) => rowsOf(sentence).length !== 1)).toEqual([]);
  expect(guarded).toHaveLength(Object.keys(HELD).length);
});

it.each(Object.entries(HELD))('%s … is covered by tests that exist', (_, tests) => {
  expect(tests.length).toBeGreaterThan(0);
  const missing = tests.filter((test) => {
    const [file = '', ...title] = test.split(': ');
    return !read(`test/${file}.test.ts`).includes(`'${title.join(': ')}'`);
  });
  expect(missing).toEqual([]);
});

it('keeps secrets out of the repository', () => {
  expect(read('.gitignore')).toMatch(/^\.env$/m);
});
