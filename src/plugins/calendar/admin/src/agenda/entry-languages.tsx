import { Flex, LinkButton } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { useAuth } from '@strapi/strapi/admin';
import { Link } from 'react-router-dom';
import type { AgendaEntry } from '../../../server/src/resources/agenda';
import { isPermissionTo } from '../permissions';
import { useLanguageName, useText } from '../use-text';
import { EVENT, formOf, LANGUAGES } from './agenda-address';

type Props = Pick<AgendaEntry, 'documentId' | 'trashed_at'> & {
  languages: Omit<AgendaEntry['languages'][number], 'title'>[];
  /** The content type; events by default. */
  model?: string;
};

/**
 * Whether the user may add a language, which needs the permission to create in it; Strapi's form redirects otherwise.
 */
function useMayAdd(model: string) {
  const permissions = useAuth('EntryLanguages', (auth) => auth.permissions);
  const creating = permissions.filter(isPermissionTo('create', model));
  return (code: string) => creating.some(({ properties }) => properties?.locales?.includes(code));
}

/**
 * The languages of a record with their states, linked to their forms; missing ones that may be added are linked too.
 */
export function EntryLanguages({ documentId, languages, trashed_at, model = EVENT }: Props) {
  const text = useText();
  const mayAdd = useMayAdd(model);
  const nameOf = useLanguageName();
  return (
    <Flex gap={1} wrap="wrap" tag="ul" aria-label={text('agenda.languages')}>
      {LANGUAGES.map((code) => {
        const version = languages.find(({ language }) => language === code);
        if (!version && (trashed_at || !mayAdd(code))) return null;
        const words = version
          ? text(version.modified ? 'agenda.language.modified' : 'agenda.language.has', {
              language: nameOf(code),
              state: text(`state.${version.state}`),
            })
          : text('agenda.language.add', { language: nameOf(code) });
        const isPublic = version && version.state !== 'draft' && version.state !== 'pending';
        return (
          <li key={code}>
            <LinkButton
              tag={Link}
              size="S"
              to={formOf(documentId, code, model)}
              variant={version ? (isPublic ? 'secondary' : 'tertiary') : 'ghost'}
              startIcon={version ? undefined : <Plus aria-hidden />}
              aria-label={words}
              title={words}
            >
              {`${code.toUpperCase()}${version?.modified ? ' •' : ''}`}
            </LinkButton>
          </li>
        );
      })}
    </Flex>
  );
}
