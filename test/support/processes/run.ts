import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(__dirname, '../../..');

export type Environment = Record<string, string | undefined>;

const execute = promisify(execFile);

async function node(words: string[], env: Environment, cwd = ROOT) {
  const { stdout } = await execute(process.execPath, words, {
    cwd,
    env: { ...process.env, ...env } as NodeJS.ProcessEnv,
    maxBuffer: 1e8,
  });
  return stdout;
}

interface ToldEvent {
  documentId: string;
  public_id: number;
  slug: string;
  locale: string;
  /** The name of the user whose id is stored as author. */
  author?: string;
}

export interface Told {
  events: ToldEvent[];
  links: number;
}

/** Runs a script of this folder in a process of its own; returns its answer. */
async function told(script: string, words: string[], env: Environment, cwd = ROOT) {
  const stdout = await node([path.join(__dirname, script), ...words], env, cwd);
  const line = stdout.split('\n').find((each) => each.startsWith('ANSWER '));
  return JSON.parse(line?.slice('ANSWER '.length) ?? 'null');
}

/** Runs a task in another process with its own calendar; by default on the tests' database. */
export const elsewhere = (
  words: string[],
  env: Environment = {},
): Promise<Told & { before: Told }> => told('documents.cjs', words, env);

/** The number of events counted by a callback after a transaction, in a calendar that was ended meanwhile. */
export const endedElsewhere = (env: Environment = {}): Promise<number> =>
  told('ended.cjs', [], env);

/** The milliseconds in which a calendar is destroyed without a signal, while a connection is a WebSocket. */
export const destroyedElsewhere = (env: Environment = {}): Promise<number> =>
  told('upgraded.cjs', [], env);

interface Login {
  environment: string;
  login: number;
  cookies: string[];
  list: number;
  limit?: string;
}

/** Runs a calendar over plain HTTP and logs a user in, in another process. */
export const loginElsewhere = (env: Environment): Promise<Login> => told('login.cjs', [], env);

/** What an admin token gets from Strapi's MCP server, in another process. */
export const toolsElsewhere = (
  env: Environment,
): Promise<{ tools: string[]; refused: boolean; folders: number }> => told('tools.cjs', [], env);

const PROGRAM = ['config', 'database', 'dist', 'package.json', 'scripts', 'src', 'tsconfig.json'];
const ADMIN_PANEL = path.join(ROOT, 'dist/build');

/** Copies the program, without its admin panel, to a folder where an import may empty `public/uploads`. */
export function checkout(folder: string) {
  for (const name of PROGRAM) {
    fs.cpSync(path.join(ROOT, name), path.join(folder, name), {
      recursive: true,
      filter: (file) => file !== ADMIN_PANEL,
    });
  }
  fs.mkdirSync(path.join(folder, 'public/uploads'), { recursive: true });
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
}

/** Writes files into the compiled half of such a folder, as the Content-Type Builder and a build do. */
export function extend(folder: string, files: Record<string, object>) {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, 'dist/src', name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, JSON.stringify(content));
  }
}

/** Changes an event that has a host's own fields, in such a folder. */
export const ownFields = (folder: string, env: Environment = {}) =>
  told('own-fields.cjs', [], env, folder);

/** Runs `npm run strapi --` in such a folder, for `strapi export` and `strapi import`. */
export const strapiCommand = (folder: string, words: string[], env: Environment = {}) =>
  node(['scripts/strapi.cjs', ...words], env, folder);
