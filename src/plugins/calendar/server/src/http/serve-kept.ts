import type { IncomingMessage, ServerResponse } from 'node:http';
import { dataVersion } from '../database/data-version';
import { CalendarError } from '../messages/errors';
import { isTagged } from '../resources/etag';
import { addressOf, requestIdOf } from './client';
import { consume } from './rate-limit';
import { type KeptAnswer, keptAnswers, keyOf, sharedPolicy } from './response-cache';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

async function holds({ version, until }: KeptAnswer): Promise<boolean> {
  const data = dataVersion();
  const now = data instanceof Promise ? await data : data;
  return now?.number === version && Date.now() < until;
}

/** D10.8: a request counts as every other, and is told so by these headers; nothing for who has nothing left. */
async function counted({ request, response }: Exchange): Promise<string[] | undefined> {
  const told: string[] = [];
  const set = (name: string, value: string) => told.push(name, value);
  try {
    await consume({ set }, addressOf(strapi.server.app.createContext(request, response)));
    return told;
  } catch (error) {
    if (error instanceof CalendarError) return undefined;
    throw error;
  }
}

/** As Strapi's logger writes it. */
function log({ request, response }: Exchange, { url }: KeptAnswer) {
  if (!strapi.log.isLevelEnabled('http')) return;
  strapi.log.http(`${request.method} ${url} (0 ms) ${response.statusCode}`);
}

function send({ request, response }: Exchange, kept: KeptAnswer, told: string[]) {
  const { headers, content, body, until, etag } = kept;
  const policy = ['Cache-Control', sharedPolicy(until) ?? 'public, no-cache'];
  const own = ['X-Request-Id', requestIdOf(request), ...policy, ...told];
  const known = request.headers['if-none-match'];
  if (known !== undefined && isTagged(known, etag)) {
    response.writeHead(304, [...headers, ...own]).end();
    return;
  }
  const length = ['Content-Length', String(body.length)];
  response.writeHead(200, [...headers, ...content, ...length, ...own]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** Whether the kept answer was given; an exchange that is not answered goes the usual way. */
async function answered(exchange: Exchange, kept: KeptAnswer): Promise<boolean> {
  if (!(await holds(kept))) return false;
  const told = await counted(exchange);
  if (!told) return false;
  send(exchange, kept, told);
  log(exchange, kept);
  return true;
}

/**
 * D8.12: what is kept is given out before Koa and all of Strapi's middlewares, which cost ten times as
 * much as sending it. At register, when Strapi's own is the one listener for requests.
 */
export function serveKept(): void {
  const { httpServer } = strapi.server;
  const [koa, ...others] = httpServer.listeners('request') as ((...exchange: unknown[]) => void)[];
  if (!koa || others.length > 0) throw new Error('More than Strapi listens for requests.');
  httpServer.off('request', koa);
  httpServer.on('request', (request, response) => {
    const key = keptAnswers() && keyOf(request);
    const kept = key === undefined ? undefined : keptAnswers()?.get(key);
    if (!kept) return koa(request, response);
    answered({ request, response }, kept).then(
      (done) => done || koa(request, response),
      (error) => {
        strapi.log.error(`An answer from memory: ${error.stack}`);
        if (!response.headersSent) koa(request, response);
      },
    );
  });
}
