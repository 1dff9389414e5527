import type { Core } from '@strapi/strapi';
import { readEnvironment } from '../src/plugins/calendar/server/src/settings/environment';

/** Long filter lists travel in the request line, so headers may be larger than Node's 16 kB. */
const LARGEST_HEADER = 64 * 1024;

/**
 * Milliseconds that an idle connection stays open. Proxies keep theirs for 60 seconds: if it were
 * closed here first, as after Node's default of 5 seconds, a request in transit would be lost, with
 * a 502 for the client.
 */
const KEPT_ALIVE = 65_000;

/**
 * Of the addresses in `X-Forwarded-For`, only the last was seen by the proxy. The client may have
 * made up the others, by which Strapi would count failed log-ins.
 */
const MAX_ADDRESSES = 1;

/** Settings that only the calendar reads. */
interface Ours {
  /** Seconds between a supervisor's SIGTERM and the last new connection. */
  shutdown: { delay: number };
  answerWhileStarting: boolean;
}

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Server & Ours => {
  const { HOST, PORT, PUBLIC_URL, TRUST_PROXY, ...rest } = readEnvironment(process.env);
  return {
    host: HOST,
    port: PORT,
    url: PUBLIC_URL,
    proxy: { koa: TRUST_PROXY, maxIpsCount: MAX_ADDRESSES },
    app: { keys: env.array('APP_KEYS', []) },
    http: {
      serverOptions: {
        maxHeaderSize: LARGEST_HEADER,
        keepAliveTimeout: KEPT_ALIVE,
        requireHostHeader: false, // The calendar refuses it itself, with a body.
      },
    },
    shutdown: { delay: rest.SHUTDOWN_DELAY },
    answerWhileStarting: rest.ANSWER_WHILE_STARTING,
    logger: { updates: { enabled: false }, startup: { enabled: false } },
  };
};

export default config;
