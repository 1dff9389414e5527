import type { ReadContext } from '../kinds/kind';
import { namespaceOf } from '../settings/aliases';
import type { Language } from '../settings/languages';

/** For whom the interface is described, and at which address. */
export interface DescribeContext extends ReadContext {
  language: Language;
  /** `https://host`, without a slash at the end. */
  origin: string;
  /** The path of the interface, without language: `/calendar/events/v1`. */
  base: string;
  /** The interface's root, language included, without a slash at the end. */
  root: string;
}

/** What stands before the namespace in the root: `https://host/fr/`. */
export const siteRoot = ({ root, base }: Pick<DescribeContext, 'root' | 'base'>): string =>
  root.slice(0, -namespaceOf(base).length);
