import { useRBAC } from '@strapi/strapi/admin';
import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from 'react';
import { permissionTo } from '../../permissions';
import { StayWhileBusy } from '../stay-while-busy';
import type { Selected } from '../use-agenda';
import type { BulkAction, Done, Outcome } from './actions';
import { type Failure, useBulk } from './use-bulk';

const ACTIONS = ['create', 'update', 'delete', 'publish'] as const;

/** What a user may do with at least some events. */
export type Right = (typeof ACTIONS)[number];

const RIGHTS = ACTIONS.map((right) => permissionTo(right));

/** The name under which Strapi reports a right: `canUpdate`. */
const allowanceOf = (right: Right) =>
  `can${right.charAt(0).toUpperCase()}${right.slice(1)}` as const;

interface Bulk {
  rights: Right[];
  /** The bar of actions below the list. */
  bar: RefObject<HTMLElement>;
  selected: Selected[];
  isSelected: (id: number) => boolean;
  select: (entries: Selected[], chosen: boolean) => void;
  progress?: number;
  done: Done[];
  /** Results of the last undo. */
  undone?: Outcome[];
  failure?: Failure;
  run: (asked: BulkAction, records: Outcome[]) => Promise<{ again: number[]; why?: Failure }>;
  undo: (done: Done) => Promise<void>;
  stop: () => void;
  forget: (done: Done) => void;
  titleOf: (id: number) => string;
}

const BulkContext = createContext<Bulk | undefined>(undefined);

/** Holds the agenda's selection across pages and views, and runs actions on it. */
export function BulkProvider({
  onChanged,
  children,
}: {
  onChanged: () => void;
  children: ReactNode;
}) {
  const [known, setKnown] = useState(new Map<number, Selected>());
  const [ids, setIds] = useState<number[]>([]);
  const { allowedActions } = useRBAC(RIGHTS);
  const bulk = useBulk(onChanged);
  const bar = useRef<HTMLElement>(null);

  const select = useCallback((entries: Selected[], chosen: boolean) => {
    const given = new Set(entries.map(({ id }) => id));
    setKnown(
      (before) => new Map([...before, ...entries.map((entry) => [entry.id, entry] as const)]),
    );
    setIds((before) => {
      const others = before.filter((id) => !given.has(id));
      return chosen ? [...others, ...given] : others;
    });
  }, []);

  const value = useMemo(
    () => ({
      ...bulk,
      bar,
      rights: ACTIONS.filter((right) => allowedActions[allowanceOf(right)]),
      selected: ids.flatMap((id) => known.get(id) ?? []),
      isSelected: (id: number) => ids.includes(id),
      select,
      titleOf: (id: number) => known.get(id)?.title || `#${id}`,
    }),
    [bulk, allowedActions, ids, known, select],
  );
  return (
    <BulkContext.Provider value={value}>
      {bulk.progress !== undefined && <StayWhileBusy />}
      {children}
    </BulkContext.Provider>
  );
}

export function useBulkContext(): Bulk {
  const bulk = useContext(BulkContext);
  if (!bulk) throw new Error('Outside of the agenda there is nothing to select.');
  return bulk;
}
