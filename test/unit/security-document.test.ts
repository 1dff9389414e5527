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
    'http/rights-matrix: gets from %s what their permissions allow, and no hidden text',
    'http/rights-matrix: finds in default lists what their permissions allow',
    'http/rights-references: accepts in the venue filter only venues that the caller may read',
    'http/never-served: is answered like an unknown slug when that language is %s',
    'http/event: counts only events that everybody may open',
  ],
  'For a protected event': [
    'http/rights-matrix: reads only the texts that are open to them',
    'http/protected-events: the test event has a value for every writable field',
    'unit/resources/redact: does not compile while a field of events is neither kept nor blanked',
  ],
  'Its password is in no response': [
    'http/event: opens with its password, which the response does not contain',
    'http/event: never has its password logged',
    'http/secret-statements: logs a failed SQL statement without its values (D10.7)',
    'http/guarded: keeps the password of an event out of webhook events',
  ],
  'Strapi’s own interface shows records': [
    'http/uploads: omits the records that use a file, for %s',
    'http/uploads: omits calendar records, but no others, from sanitized files',
    'http/uploads: rejects filters and orders by calendar records in other content types',
    'http/uploads: omits the records that use a file in the admin API',
    'http/uploads: omits the records that use a file in folders of the admin API',
    'http/uploads: omits the number of records that use a file',
  ],
  'Strapi’s MCP server': [
    'http/credentials: offers no tool for records at Strapi’s MCP server, and deletes no folder there',
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
    'admin/rights: sees and finds no other field of languages of languages',
    'admin/rights: offer nothing but the titles of events that the user may read',
    'admin/rights: show only readable fields of an event, in every language, and of none to others only its ids',
    'admin/rights: name in another language only events whose titles may be read',
    'admin/rights: cannot copy, translate or bulk-read events of others',
    'admin/rights: creates and adds no other language',
  ],
  'Permissions are Strapi': [
    'http/rights-actions: offers the actions of every resource to API tokens',
    'http/rights-actions: offers the same actions to roles',
  ],
  'Reading published records is public': [
    'http/rights-actions: grants the role %s reading, its users their own feeds, and nothing else',
    'http/rights-actions: does not recreate a removed role or restore a revoked permission',
  ],
  'Writing requires a permission per type': [
    'http/rights-matrix: lets only callers with the permission create each %s',
    'http/rights-matrix: gets from %s what their permissions allow, and no hidden text',
    'http/write-image: accepts images with the calendar’s upload permission, not with Strapi’s alone',
  ],
  'The example roles have no members': [
    'http/rights-actions: assigns no users to the example roles',
  ],
  'Nodes on one PostgreSQL share': [
    'http/shared-limits: adds up the requests of one client at two nodes with each exchange',
    'http/shared-limits: does not share the counters of clients with few requests',
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
    'http/rights-actions: rejects registration until an administrator allows it',
  ],
  'The interface reveals whether a user exists': [
    'http/guarded: reveals whether a user exists only to those who may set other authors',
  ],
  'At Strapi’s own addresses, requests': [
    'http/log-in: gets the same response at %s for known and unknown addresses, even when mail fails',
  ],
  'Floods of requests': [
    'http/rate-limit: charges anonymous callers afterwards for the database time they used',
    'http/floods: does not fail or greatly delay the reads and saves of others',
  ],
  'Cached responses': [
    'http/response-cache: are not cached for %s',
    'http/response-cache: are not cached when a password opened a protected event',
    'http/response-cache: a permission revoked from the public, and granted again',
  ],
  'Lists without a token': [
    'http/queues: use a limited number of database slots: %s',
    'http/health: returns 200 while every connection of the pool is in use',
  ],
  'A statement and a response': [
    'http/queues: gets 503 with Retry-After, and stores nothing: %s',
    'http/queues: sets the configured statement timeout on serving connections',
    'http/stopping: drops pending responses of a client that stops reading',
    'http/stopping: drops a file download of a client that stops reading',
    'http/unparsed: answers 100 pipelined requests, and closes the connection for more',
  ],
  'Behind a trusted proxy': [
    'http/batch: counts requests per forwarded client address',
    'http/log-in: is refused with 429 after repeated requests: %s',
  ],
  'Files that anyone adds': [
    'http/uploads: is rejected and not stored: %s',
    'http/uploads: is accepted by its content, and not by its name and type: %s',
    'http/uploads: checks replacements of files, and logos of the admin panel',
    'http/uploads: checks files uploaded by code',
  ],
  'Camera metadata': [
    'http/uploads: is stored without camera metadata: %s',
    'http/write-image: removes camera metadata from an uploaded %s',
  ],
  'Files under `/uploads`': [
    'http/uploads: has headers that prevent scripts and force a download: %s',
    'http/uploads: is displayed, not downloaded, if it is an image',
  ],
  'Strapi’s own address for uploads is closed': [
    'http/uploads: is forbidden for example roles, which upload images with their records',
    'http/upload-right: migrates Strapi’s upload permission once: example roles lose it, others keep both',
  ],
  'The permission to upload there': [
    'http/uploads: rejects replacing or renaming another file',
    'http/uploads: rejects attaching files to records of other types',
  ],
  'In the admin, deleting and moving files': [
    'admin/roles: deletes and moves own files, but no other, alone, with own ones or in a folder',
  ],
  'No upload, by anyone': [
    'http/uploads: rejects attaching a file to a calendar record directly: %s',
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
    'records/images: is rejected at a private address, also after a redirect: %s',
  ],
  '`CALENDAR_IMAGE_IMPORT=false`': ['records/images: is rejected when image import is turned off'],
  'Input at the interface': [
    'http/bodies: is rejected, whatever the credentials: %s',
    'unit/http/sent-body: is rejected if it is compressed below the limit',
    'http/nasty: a list of $path answers 200 or names the invalid parameter, for any value',
  ],
  'Values are bound in SQL': [
    'http/nasty: a list of $path answers 200 or names the invalid parameter, for any value',
  ],
  'HTML is sanitised': ['http/event: returns the stored values with sanitised HTML'],
  'Guessing is limited': [
    'http/rate-limit: counts by address, even with another token in each header',
    'http/rate-limit: counts down, then answers 429 with Retry-After',
    'http/rate-limit: answers 429 instead of 401 after three wrong tokens',
  ],
  'An IP address may have 50 refused log-ins': [
    'http/log-in: are refused with 429 for 15 minutes after 50, without ending existing sessions',
  ],
  'A host that sets': [
    'http/log-in: does not limit failed log-ins when rate limits are off',
    'http/rate-limit: sends no rate limit headers',
  ],
  'Webhooks report only': [
    'saves/webhooks: sends no message about them, and names them in none',
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
    'admin/previews: shows a draft venue or organizer that would be published along, but no private one',
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
    'http/secret-statements: logs a failed SQL statement without its values (D10.7)',
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
  'Organizers’ e-mail addresses': [
    'http/event: shows organizers without their contacts',
    'http/nested-reuse: whether an organizer is reused tells nobody the contacts of one they may not change',
  ],
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
