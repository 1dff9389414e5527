import type { Core } from '@strapi/strapi';
import { readEnvironment } from '../src/plugins/calendar/server/src/settings/environment';

/** Long filter lists travel in the request line, so headers may be larger than Node's 16 kB. */
const LARGEST_HEADER = 64 * 1024;

/**
 * Milliseconds for which an idle connection stays open. Proxies keep theirs for 60 seconds: were it
 * closed here first, as after Node's 5, a request already on its way would be lost (502 to clients).
 */
const KEPT_ALIVE = 65_000;

/**
 * Of `X-Forwarded-For` the last address is what the proxy has seen; those before it are whatever the caller
 * claims, by which Strapi would count who guesses passwords.
 */
const MAX_ADDRESSES = 1;

/** What only the calendar reads. */
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
