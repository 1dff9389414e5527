import { useFetchClient, useForm, useNotification } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useIntl } from 'react-intl';
import { useContentLanguage } from '../languages';
import { useFieldLabel, useText } from '../use-text';
import { changesIn, keepTakenOver, only, takenOver, type Values } from './changes';
import { useSaves } from './save-answers';
import { type Answered, useUnansweredSaves } from './unanswered-saves';

interface Form {
  initialValues: Values;
  getValues(): Values;
  setValues(values: Values): void;
}

/** What Strapi passes to a document action. */
export interface ActionProps {
  model: string;
  documentId?: string;
  /** The record as the server last returned it. */
  document?: Values | null;
  meta?: Answered['meta'] | null;
}

/** Fields written or derived by the server, which are no conflict. */
const WRITTEN = ['id', 'documentId', 'locale', 'localizations', 'status'];
const STAMPED = ['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy'];
const DERIVED = ['utc_start_date', 'utc_end_date', 'search_text'];
const NOT_TYPED = new Set([...WRITTEN, ...STAMPED, ...DERIVED]);

/** Strapi's status for a record that does not exist. */
export const GONE = 404;

/** Milliseconds that the notification stays: time to read it and look at the fields it names. */
const NOTIFICATION_TIMEOUT = 60_000;

/**
 * Ignores that the record was deleted for good; otherwise Strapi would replace the form, and its edits, by an error.
 */
function ignoreDeleted(error: { status?: number }) {
  if (error.status !== GONE) throw error;
}

/** Strapi's answer for a record's language; `data` is empty if the record lacks it. */
interface Stored extends Answered {
  meta: Answered['meta'] & { availableLocales: Values[] };
}

/** The stored values; of a language that the record lacks, the shared ones, with which Strapi fills its form. */
const valuesOf = ({ data, meta }: Stored): Values =>
  data.documentId ? data : (meta.availableLocales[0] ?? {});

/**
 * Returns a function that checks whether somebody else saved the record since the form was opened. If so, their
 * changes are merged into fields not edited here, and announced: Strapi's form sends every field and would revert
 * them. If the record was deleted, the form stays, so that its text can be copied. If only its language was, saving
 * creates it again, which the person must know first.
 */
export function useConflictCheck({ model, documentId, document, meta }: ActionProps) {
  const text = useText();
  const labelOf = useFieldLabel(model);
  const { formatList } = useIntl();
  const { get } = useFetchClient();
  const { toggleNotification } = useNotification();
  const locale = useContentLanguage();
  const of = `${documentId} ${locale}`;
  const form = useForm('EditConflicts', (state) => state) as unknown as Form;
  const known = useRef<Values>();
  const isKnownRemoved = useRef(false);
  const unanswered = useUnansweredSaves({ model, documentId, meta }, form);

  useEffect(() => {
    known.current = undefined;
    unanswered.forget();
    isKnownRemoved.current = false;
    keepTakenOver(of, {}); // The form now begins with them.
  }, [of, document?.updatedAt]);

  useSaves({ model, documentId }, (save) => {
    if (!save.document) return;
    known.current = save.document; // Set before the form's own reset.
    keepTakenOver(of, {});
  });

  const labelsOf = (names: string[]) => formatList(names.map(labelOf));

  return async () => {
    const isNew = document && !document.documentId; // In this language.
    const begun = known.current ?? (isNew ? form.initialValues : document);
    if (!begun) return false;
    const base = { ...begun, ...takenOver(of) }; // The other button may have told of these.
    const path = `/content-manager/collection-types/${model}/${documentId}`;
    const stored = await get<Stored>(path, { params: { locale } }).catch(ignoreDeleted);
    const timeout = NOTIFICATION_TIMEOUT;
    if (!stored) {
      toggleNotification({ type: 'danger', message: text('meanwhile.gone'), timeout });
      return true;
    }
    const isRemoved = Boolean(document?.documentId) && !stored.data.data.documentId;
    if (isRemoved && !isKnownRemoved.current) {
      isKnownRemoved.current = true;
      toggleNotification({ type: 'warning', message: text('meanwhile.removed'), timeout });
      return true;
    }
    const latest = valuesOf(stored.data);
    const values = form.getValues(); // Read now: fields may have been edited during the request.
    const names = Object.keys(base).filter(
      (name) => name in latest && name in values && !NOT_TYPED.has(name),
    );
    const changed = changesIn(only(latest, names), base);
    const { written, theirs } = unanswered.divide(changed, base, stored.data);
    if (Object.keys(theirs).length === 0) {
      if (Object.keys(written).length === 0) return false;
      known.current = { ...begun, ...written };
      flushSync(() => form.setValues({ ...values, ...written })); // Before it is sent.
      return false;
    }
    known.current = { ...base, ...latest };
    const mine = changesIn(only(values, names), base);
    const inBoth = Object.keys(theirs).filter((name) => name in mine);
    const both = changesIn(only(theirs, inBoth), mine);
    const merged = Object.keys(theirs).filter((name) => !(name in both));
    keepTakenOver(of, { ...takenOver(of), ...theirs });
    form.setValues({ ...values, ...theirs, ...mine, ...written });
    const message = [
      text('meanwhile.changed', { count: merged.length, fields: labelsOf(merged) }),
      Object.keys(both).length > 0 &&
        text('meanwhile.both', { fields: labelsOf(Object.keys(both)) }),
    ];
    toggleNotification({ type: 'warning', message: message.filter(Boolean).join(' '), timeout });
    return true;
  };
}
