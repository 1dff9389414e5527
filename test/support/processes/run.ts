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
  /** The name of the user whose id stands in the record. */
  author?: string;
}

export interface Told {
  events: ToldEvent[];
  links: number;
}

/** What a script of this folder answers, in a process of its own. */
async function told(script: string, words: string[], env: Environment) {
  const stdout = await node([path.join(__dirname, script), ...words], env);
  const line = stdout.split('\n').find((each) => each.startsWith('ANSWER '));
  return JSON.parse(line?.slice('ANSWER '.length) ?? 'null');
}

/** Another process with a calendar of its own; without an environment, on the tests' database. */
export const elsewhere = (
  words: string[],
  env: Environment = {},
): Promise<Told & { before: Told }> => told('documents.cjs', words, env);

/** How many events what follows a transaction has counted, of a calendar that was ended meanwhile. */
export const endedElsewhere = (env: Environment = {}): Promise<number> =>
  told('ended.cjs', [], env);

interface Login {
  environment: string;
  login: number;
  cookies: string[];
  list: number;
  limit?: string;
}

/** A calendar that runs as a host runs it, over plain HTTP, and a user who logs in. */
export const loginElsewhere = (env: Environment): Promise<Login> => told('login.cjs', [], env);

const PROGRAM = ['config', 'database', 'dist', 'package.json', 'scripts', 'src', 'tsconfig.json'];
const ADMIN_PANEL = path.join(ROOT, 'dist/build');

/** The same program, without its admin panel, in a folder of its own, where an import may empty `public/uploads`. */
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

/** `npm run strapi --` in such a folder: `strapi export`, `strapi import`. */
export const strapiCommand = (folder: string, words: string[], env: Environment = {}) =>
  node(['scripts/strapi.cjs', ...words], env, folder);
