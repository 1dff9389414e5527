import { CHANGE_ROUTES } from './changes';
import { FEED_ROUTES } from './feed-key';
import { RESOURCES } from './index';
import { PAGE_FILES, PAGE_ROUTES } from './page-routes';
import { ROUTES } from './routes';

const PATTERNS = {
  '{id}': String.raw`\d+`,
  '{slug}': '[^/]+',
  '{file}': `(?:${Object.keys(PAGE_FILES).join('|').replaceAll('.', String.raw`\.`)})`,
} as const;

const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/\{(?:id|slug|file)\}/g, (hole) => PATTERNS[hole as '{id}'])}$`);

const TABLE = [...ROUTES, ...CHANGE_ROUTES, ...FEED_ROUTES, ...PAGE_ROUTES].map((route) => ({
  route,
  pattern: patternOf(route.path),
}));

/** Whether a path below the interface's root is that of a list of records. */
export const isList = (path: string) => RESOURCES.some((resource) => path === `/${resource.path}`);

/** The methods that a path below the interface's root answers to; no such path: none. The root is `/` or nothing. */
export function methodsOf(path: string, routes = TABLE): string[] {
  const methods = routes
    .filter(({ pattern }) => pattern.test(path || '/'))
    .map(({ route }) => route.method);
  if (methods.length === 0) return [];
  return [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])];
}
