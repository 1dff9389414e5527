import { EmptyStateLayout, Flex, Loader } from '@strapi/design-system';
import {
  FetchError,
  getFetchClient,
  Layouts,
  Page,
  useAuth,
  useNotification,
} from '@strapi/strapi/admin';
import { useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import type { Submission, Submissions } from '../../../server/src/records/moderation';
import { AGENDA_ACTION, SUBMISSIONS_PAGE } from '../../../server/src/settings/agenda';
import { pageIn } from '../agenda/agenda-address';
import { AgendaPages, ToLastPage } from '../agenda/agenda-list';
import { TryAgain } from '../agenda/try-again';
import { useDirection } from '../direction';
import { faultsOf } from '../faults-of';
import { useRequestLanguage } from '../languages';
import { permissionTo } from '../permissions';
import { useFocusInPlace } from '../return-focus';
import { failureText } from '../saves/session-guard';
import { StatusMessage } from '../status-message';
import { useQuery } from '../use-query';
import { useFieldLabel, useText } from '../use-text';
import { type Review, SubmissionCard } from './submission-card';
import { useForgetReviewed } from './use-kept-note';

/** D15.13: whoever may publish events reviews them. */
const PERMISSIONS = [permissionTo('publish')];

const PROBLEMS = {
  403: 'moderation.forbidden',
  404: 'bulk.refused.gone',
  409: 'moderation.outdated',
} as const;

const problemOf = (error: unknown) => {
  if (!(error instanceof FetchError)) return 'lost-answer';
  return PROBLEMS[error.status as keyof typeof PROBLEMS] ?? failureText('moderation.failed');
};

/**
 * Describes a refused publication. Strapi's message is English, and for several fields only a count; this names them.
 */
function useRefusal() {
  const text = useText();
  const { formatList } = useIntl();
  const labelOf = useFieldLabel();
  return (error: unknown) => {
    const fields = Object.keys(faultsOf(error)).filter(Boolean);
    if (fields.length === 0) return text(problemOf(error));
    return text('moderation.incomplete', { fields: formatList(fields.map(labelOf)) });
  };
}

function Moderation() {
  const text = useText();
  const refusalOf = useRefusal();
  const { toggleNotification } = useNotification();
  const [address] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const page = pageIn(address);
  const language = useRequestLanguage();
  const request = `/calendar/admin/moderation?page=${page}&in=${language}`;
  const { data: submissions, loading, failed, again } = useQuery<Submissions>(request);
  useForgetReviewed(submissions);

  const list = useRef<HTMLDivElement>(null);
  useFocusInPlace(list, 'article h2 a');

  const review = async (of: Submission, { way, ...note }: Review) => {
    setBusy(true);
    const { documentId, revision, title } = of;
    const sent = { language: of.language, revision, ...note };
    const { post } = getFetchClient(); // The hook's client aborts when the page is left.
    let isDone = false;
    try {
      await post(`/calendar/admin/moderation/${documentId}/${way}`, sent);
      isDone = true;
      toggleNotification({ type: 'success', message: text(`moderation.done.${way}`, { title }) });
    } catch (error) {
      toggleNotification({ type: 'warning', message: refusalOf(error) });
    }
    setBusy(false);
    again();
    return isDone;
  };

  return (
    <Page.Main dir={useDirection()} aria-busy={loading}>
      <Page.Title>{text('moderation.title')}</Page.Title>
      <Layouts.Header title={text('moderation.title')} subtitle={text('moderation.subtitle')} />
      <Layouts.Content>
        <Flex
          ref={list}
          tabIndex={-1}
          direction="column"
          alignItems="stretch"
          gap={4}
          paddingBottom={8}
        >
          <StatusMessage variant="pi" textColor="neutral600">
            {submissions ? text('moderation.count', { count: submissions.total }) : ''}
          </StatusMessage>
          {failed && !loading && <TryAgain onAgain={again} />}
          {!submissions && loading && <Loader>{text('references.loading')}</Loader>}
          {submissions?.total === 0 && <EmptyStateLayout content={text('moderation.none')} />}
          {submissions?.results.map((submission) => (
            <SubmissionCard
              key={`${submission.documentId} ${submission.language}`}
              submission={submission}
              busy={busy || loading}
              onReview={(sent) => review(submission, sent)}
            />
          ))}
          {submissions && !failed && !loading && (
            <ToLastPage
              page={page}
              pages={Math.ceil(submissions.total / SUBMISSIONS_PAGE)}
              address={address}
            />
          )}
          {submissions && (
            <AgendaPages
              page={page}
              more={submissions.total > page * SUBMISSIONS_PAGE}
              address={address}
              top={list}
            />
          )}
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
}

function WithoutAgenda() {
  const text = useText();
  return (
    <Page.Main dir={useDirection()}>
      <Page.Title>{text('moderation.title')}</Page.Title>
      <Layouts.Header title={text('moderation.title')} subtitle={text('moderation.subtitle')} />
      <Layouts.Content>
        <EmptyStateLayout content={text('moderation.without-agenda')} />
      </Layouts.Content>
    </Page.Main>
  );
}

/** D15.13: the page on which pending drafts are reviewed. */
export default function ModerationPage() {
  const mayOpen = useAuth('ModerationPage', ({ permissions }) =>
    permissions.some(({ action }) => action === AGENDA_ACTION),
  );
  return (
    <Page.Protect permissions={PERMISSIONS}>
      {mayOpen ? <Moderation /> : <WithoutAgenda />}
    </Page.Protect>
  );
}
