import { useFetchClient, useForm, useNotification } from '@strapi/strapi/admin';
import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { useContentLanguage } from './languages';
import { changesIn } from './left-behind';
import { useText } from './use-text';

type Values = Record<string, unknown>;

interface Form {
  values: Values;
  isSubmitting: boolean;
  setValues(values: Values): void;
}

interface Asked {
  model: string;
  documentId?: string;
  /** As the server has told it last. */
  document?: Values | null;
}

interface Described {
  onClick?: (event: unknown) => unknown;
}

/** Strapi's actions are hooks that describe a button. */
interface Action {
  (asked: Asked): Described | null | undefined;
  type?: string;
  position?: unknown;
}

/** Those that send the whole form. */
const SENDING = ['update', 'publish'];

const isOurs = (model: string) => model.startsWith('plugin::calendar.');

/** What the server writes at every save, or makes of what is typed. */
const WRITTEN = ['id', 'documentId', 'locale', 'localizations', 'status'];
const STAMPED = ['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy'];
const DERIVED = ['utc_start_date', 'utc_end_date', 'search_text'];
const NOT_TYPED = new Set([...WRITTEN, ...STAMPED, ...DERIVED]);

const only = (values: Values, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, values[name]]));

/** For which a form may still show a record as it was before a save of its own; milliseconds. */
const CATCHING_UP = 3000;

/** To read it, and to look at the fields that it names; milliseconds. */
const LONG_ENOUGH = 60_000;

/**
 * Whether somebody else has saved the record since the form was opened. What they have changed is then in
 * the form, but for what is changed in it as well, and is said: Strapi's form sends every field, and would
 * write back how each was.
 */
function useMeanwhile({ model, documentId, document }: Asked) {
  const text = useText();
  const { formatList, formatMessage } = useIntl();
  const { get } = useFetchClient();
  const { toggleNotification } = useNotification();
  const locale = useContentLanguage();
  const form = useForm('Meanwhile', (state) => state) as unknown as Form;
  const known = useRef<Values>();
  const sentAt = useRef(0);

  useEffect(() => {
    known.current = undefined;
  }, [document?.updatedAt]);

  useEffect(() => {
    if (!form.isSubmitting) return;
    return () => {
      sentAt.current = Date.now();
    };
  }, [form.isSubmitting]);

  const labelsOf = (changed: Values) =>
    formatList(
      Object.keys(changed).map((name) =>
        formatMessage({
          id: `content-manager.content-types.${model}.${name}`,
          defaultMessage: name,
        }),
      ),
    );

  return async () => {
    const base = known.current ?? document;
    if (!base || Date.now() - sentAt.current < CATCHING_UP) return false;
    const path = `/content-manager/collection-types/${model}/${documentId}`;
    const { data } = await get<{ data: Values }>(path, { params: { locale } });
    const names = Object.keys(base).filter(
      (name) => name in data.data && name in form.values && !NOT_TYPED.has(name),
    );
    const theirs = changesIn(only(data.data, names), base);
    if (Object.keys(theirs).length === 0) return false;
    known.current = data.data;
    const mine = changesIn(only(form.values, names), base);
    const shared = Object.keys(theirs).filter((name) => name in mine);
    const both = changesIn(only(theirs, shared), mine);
    form.setValues({ ...form.values, ...theirs, ...mine });
    const message = [
      text('meanwhile.changed', { fields: labelsOf(theirs) }),
      Object.keys(both).length > 0 && text('meanwhile.both', { fields: labelsOf(both) }),
    ];
    const timeout = LONG_ENOUGH;
    toggleNotification({ type: 'warning', message: message.filter(Boolean).join(' '), timeout });
    return true;
  };
}

function asking(native: Action): Action {
  if (!SENDING.includes(native.type ?? '')) return native;
  const Sending: Action = (asked) => {
    const described = native(asked);
    const changedMeanwhile = useMeanwhile(asked);
    const busy = useRef(false);
    const press = described?.onClick;
    if (!press || !isOurs(asked.model) || !asked.documentId) return described;
    const onClick = async (event: unknown) => {
      if (busy.current) return true;
      busy.current = true;
      try {
        // When nobody answers, the save itself says so.
        return (await changedMeanwhile().catch(() => false)) || (await press(event));
      } finally {
        busy.current = false;
      }
    };
    return { ...described, onClick };
  };
  return Object.assign(Sending, { type: native.type, position: native.position });
}

/** A reducer of the content manager's actions. */
export const askBeforeSending = (actions: Action[]) => actions.map(asking);
