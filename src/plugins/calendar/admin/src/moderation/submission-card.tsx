import { Button, Field, Flex, Textarea, Link as TextLink, Typography } from '@strapi/design-system';
import { ArrowLeft, Check } from '@strapi/icons';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import { formOf } from '../agenda/agenda-address';
import { useText } from '../use-text';
import { ChangeTable } from './change-table';
import type { Submission } from './use-submissions';

const MAX_NOTE = 2000;

const Card = styled.article`
  padding: 1.6rem;
  border-radius: 4px;
  background: ${({ theme }) => theme.colors.neutral0};
  box-shadow: ${({ theme }) => theme.shadows.tableShadow};
`;

export type Judgement = { way: 'approve' } | { way: 'send-back'; note: string };

interface Props {
  submission: Submission;
  busy: boolean;
  onJudge: (judgement: Judgement) => void;
}

function SendBack({ busy, onJudge, onLeave }: Omit<Props, 'submission'> & { onLeave: () => void }) {
  const text = useText();
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const send = () => {
    setTried(true);
    if (note.trim()) onJudge({ way: 'send-back', note: note.trim() });
  };
  const empty = tried && !note.trim();
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Field.Root
        name="note"
        required
        hint={text('moderation.note.hint')}
        error={empty ? text('moderation.note.empty') : undefined}
      >
        <Field.Label>{text('moderation.note')}</Field.Label>
        <Textarea
          autoFocus
          maxLength={MAX_NOTE}
          value={note}
          dir="auto"
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <Field.Error />
        <Field.Hint />
      </Field.Root>
      <Flex gap={2} wrap="wrap">
        <Button variant="secondary" disabled={busy} onClick={send}>
          {text('moderation.send-back.send')}
        </Button>
        <Button variant="tertiary" disabled={busy} onClick={onLeave}>
          {text('moderation.cancel')}
        </Button>
      </Flex>
    </Flex>
  );
}

/** A draft beside what is public, and the two ways to judge it. */
export function SubmissionCard({ submission, busy, onJudge }: Props) {
  const text = useText();
  const { formatDate, formatDisplayName } = useIntl();
  const [sending, setSending] = useState(false);
  const { documentId, language, title, by, since, note, beside, changes, judges } = submission;
  const nameOf = (code: string) => formatDisplayName(code, { type: 'language' }) ?? code;
  const shown = title || text('agenda.untitled');
  const date = formatDate(since, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Card aria-label={shown}>
      <Flex direction="column" alignItems="stretch" gap={4}>
        <Flex direction="column" alignItems="start" gap={1}>
          <h2 dir="auto">
            <TextLink tag={Link} to={formOf(documentId, language)}>
              {shown}
            </TextLink>
          </h2>
          <Typography variant="pi" textColor="neutral600">
            {[nameOf(language), by && text('moderation.by', { name: by }), date]
              .filter(Boolean)
              .join(' · ')}
          </Typography>
          <Typography>
            {beside === null && text('moderation.beside.nothing')}
            {beside === language && text('moderation.beside.same')}
            {beside !== null &&
              beside !== language &&
              text('moderation.beside.other', { language: nameOf(beside) })}
          </Typography>
          {note && (
            <Typography textColor="neutral800">
              {text('moderation.note.before')} <bdi>{note}</bdi>
            </Typography>
          )}
        </Flex>
        {changes.length > 0 && <ChangeTable title={shown} changes={changes} />}
        {!judges && <Typography>{text('moderation.not-yours')}</Typography>}
        {judges && !sending && (
          <Flex gap={2} wrap="wrap">
            <Button
              variant="success"
              startIcon={<Check aria-hidden />}
              disabled={busy}
              onClick={() => onJudge({ way: 'approve' })}
            >
              {text('moderation.approve')}
            </Button>
            <Button
              variant="tertiary"
              startIcon={<ArrowLeft aria-hidden />}
              disabled={busy}
              onClick={() => setSending(true)}
            >
              {text('moderation.send-back')}
            </Button>
          </Flex>
        )}
        {judges && sending && (
          <SendBack busy={busy} onJudge={onJudge} onLeave={() => setSending(false)} />
        )}
      </Flex>
    </Card>
  );
}
