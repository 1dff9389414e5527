import { Button, EmptyStateLayout, Flex, LinkButton, Loader } from '@strapi/design-system';
import { Filter as FilterIcon, Plus } from '@strapi/icons';
import { Layouts, Page, useAuth } from '@strapi/strapi/admin';
import { useCallback, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { AGENDA_PAGE } from '../../../server/src/settings/agenda';
import { useDirection } from '../direction';
import { useRequestLanguage } from '../languages';
import { AGENDA_PERMISSIONS, isPermissionTo } from '../permissions';
import { useFocusInPlace } from '../return-focus';
import { StatusMessage } from '../status-message';
import { EmptyTrash } from '../trash/delete-for-good';
import { useText } from '../use-text';
import {
  changed,
  type Filter,
  filtersIn,
  isInOrder,
  LANGUAGES,
  languageToBegin,
  newEvent,
  understood,
  withoutFilters,
} from './agenda-address';
import { AgendaFilters } from './agenda-filters';
import { AgendaList, AgendaPages, ToLastPage } from './agenda-list';
import { AgendaSearch } from './agenda-search';
import { AgendaViews } from './agenda-views';
import { BulkBar } from './bulk/bulk-bar';
import { BulkProvider } from './bulk/bulk-context';
import { SelectAll } from './bulk/selecting';
import { AgendaCalendar } from './calendar/agenda-calendar';
import { AgendaTabs } from './calendar/agenda-tabs';
import { tabOf } from './calendar/calendar-address';
import { Subscribe } from './feeds/subscribe';
import { TryAgain } from './try-again';
import { useAgenda } from './use-agenda';

const isToCreate = isPermissionTo('create');

function Agenda() {
  const text = useText();
  const direction = useDirection();
  const [written, setAddress] = useSearchParams();
  const address = understood(written);
  const [open, setOpen] = useState(filtersIn(address) > 0);
  const [cleared, setCleared] = useState(0);
  const language = useRequestLanguage();
  const { agenda, counts, loading, failed, again, asked } = useAgenda(address, language);
  // D10.10: translators may create too, but not the fields that all languages share.
  const making = useAuth('Agenda', ({ permissions }) => permissions).filter(
    (held) => isToCreate(held) && held.properties?.fields?.includes('start_date'),
  );
  const mayMake = making.length > 0;
  const makes = making.flatMap(({ properties }) => properties?.locales ?? LANGUAGES);
  const begins = languageToBegin(makes, agenda?.language);
  const view = address.get('view') ?? 'all';
  const total = counts?.[view];
  const tab = tabOf(address);
  const content = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  useFocusInPlace(content, 'li h3 a');

  const put = useCallback(
    (name: Filter, value: string) =>
      setAddress((before) => changed(understood(before), { [name]: value }), {
        replace: name === 'q',
      }),
    [setAddress],
  );
  const search = useCallback((words: string) => put('q', words), [put]);

  const clear = () => {
    setAddress(withoutFilters(address));
    setCleared(cleared + 1);
  };

  return (
    <BulkProvider onChanged={again}>
      <Page.Main dir={direction} aria-busy={loading}>
        <Page.Title>{text('agenda.title')}</Page.Title>
        <Layouts.Header
          title={text('agenda.title')}
          subtitle={agenda && text('agenda.subtitle', { zone: agenda.zone })}
          secondaryAction={<Subscribe question={asked} disabled={!isInOrder(address)} />}
          primaryAction={
            mayMake && (
              <LinkButton tag={Link} to={newEvent(begins)} startIcon={<Plus aria-hidden />}>
                {text('agenda.new')}
              </LinkButton>
            )
          }
        />
        <Layouts.Content>
          <Flex
            ref={content}
            tabIndex={-1}
            direction="column"
            alignItems="stretch"
            gap={4}
            paddingBottom={8}
          >
            <AgendaTabs address={address} />
            <AgendaViews address={address} counts={counts} />
            <Flex gap={2} wrap="wrap" alignItems="stretch">
              <Flex grow={1} direction="column" alignItems="stretch">
                <AgendaSearch value={address.get('q') ?? ''} onSearch={search} />
              </Flex>
              <Button
                variant="tertiary"
                size="M"
                startIcon={<FilterIcon aria-hidden />}
                aria-expanded={open}
                aria-controls="agenda-filters"
                onClick={() => setOpen(!open)}
              >
                {text('agenda.filters')}
                {filtersIn(address) > 0 && ` (${filtersIn(address)})`}
              </Button>
            </Flex>
            {open && (
              <AgendaFilters address={address} cleared={cleared} onFilter={put} onClear={clear} />
            )}
            {tab === 'list' ? (
              <>
                <StatusMessage variant="pi" textColor="neutral600">
                  {total === undefined ? '' : text('agenda.count', { count: total })}
                </StatusMessage>
                {failed && !loading && <TryAgain says="agenda.failed" onAgain={again} />}
                {!agenda && loading && <Loader>{text('references.loading')}</Loader>}
                {agenda && !failed && agenda.results.length === 0 && (
                  <EmptyStateLayout
                    content={text('agenda.none')}
                    action={
                      (filtersIn(address) > 0 || address.get('q')) && (
                        <Button variant="secondary" onClick={clear}>
                          {text('agenda.filters.clear')}
                        </Button>
                      )
                    }
                  />
                )}
                {view === 'trash' && (
                  <Flex>
                    <EmptyTrash
                      count={total}
                      question={address.toString()}
                      filtered={filtersIn(address) > 0 || Boolean(address.get('q'))}
                      onDone={again}
                    />
                  </Flex>
                )}
                {agenda && !failed && (
                  <SelectAll entries={agenda.results} question={asked} total={total} />
                )}
                {agenda && !failed && (
                  <AgendaList results={agenda.results} onDeleted={again} top={top} />
                )}
                {agenda && !failed && !loading && total !== undefined && (
                  <ToLastPage
                    page={agenda.page}
                    pages={Math.ceil(total / AGENDA_PAGE)}
                    address={address}
                  />
                )}
                {agenda && !failed && <AgendaPages {...agenda} address={address} top={top} />}
                <BulkBar />
              </>
            ) : (
              <AgendaCalendar
                address={address}
                span={tab}
                language={language}
                creates={mayMake}
                begins={begins}
              />
            )}
          </Flex>
        </Layouts.Content>
      </Page.Main>
    </BulkProvider>
  );
}

/** D15: where editors find events, across languages and states. */
export default function AgendaPage() {
  return (
    <Page.Protect permissions={AGENDA_PERMISSIONS}>
      <Agenda />
    </Page.Protect>
  );
}
