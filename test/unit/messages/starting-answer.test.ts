import { startingAnswer } from '../../../src/plugins/calendar/server/src/messages/starting-answer';
import { t } from '../../../src/plugins/calendar/server/src/messages/t';

const site = { aliases: ['/wp-json/tribe/events/v1'], defaultLanguage: 'es' as const };

const BODY = { code: 'rest_starting', data: { status: 503 } };

it.each([
  ['/calendar/events/v1/health', 'es'],
  ['/calendar/events/v1', 'es'],
  ['/fr/calendar/events/v1/health', 'fr'],
  ['/ar/wp-json/tribe/events/v1/events/?page=2', 'ar'],
  ['/fr/calendar/events/v1/events?i18n_language=en', 'en'],
  ['/calendar/events/v1/events?i18n_language=%ff&a=?b', 'es'],
  ['/calendar/events/v1/%', 'es'],
])('answers %s with a 503 error body in %s', (url, language) => {
  const { status, headers, body } = startingAnswer(url, site);
  expect(status).toBe(503);
  expect(JSON.parse(body)).toEqual({ ...BODY, message: expect.any(String) });
  expect(headers).toMatchObject({
    'Retry-After': '10',
    'Cache-Control': 'no-store',
    'Content-Language': language,
    'Content-Type': 'application/json; charset=utf-8',
  });
});

it.each(['/', '/admin', '/calendar/events/v2', '/api/calendar/events/v1', '*', ''])(
  'answers %s, outside the interface, with plain text that browsers reload',
  (url) => {
    const { status, headers, body } = startingAnswer(url, site);
    expect([status, headers['Retry-After'], headers.Refresh]).toEqual([503, '10', '3']);
    expect([headers['Content-Type'], body]).toEqual([
      'text/plain; charset=utf-8',
      'El calendario está arrancando. Inténtelo de nuevo en un momento.\n',
    ]);
  },
);

it.each(['/fr/calendar/event/ubu', '/calendar/event/ubu?i18n_language=fr', '/fr/calendar/preview'])(
  'answers %s, a page for people, with plain text in its language that browsers reload (D16.1)',
  (url) => {
    const { status, headers, body } = startingAnswer(url, site, 'application/problem+json');
    expect([status, headers['Retry-After'], headers.Refresh]).toEqual([503, '10', '3']);
    expect(headers).toMatchObject({
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Language': 'fr',
    });
    expect(body).toBe(`${t('fr', 'rest_starting')}\n`);
  },
);
