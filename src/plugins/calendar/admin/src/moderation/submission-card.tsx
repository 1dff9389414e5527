import { Button, Field, Flex, Textarea, Link as TextLink, Typography } from '@strapi/design-system';
import { ArrowLeft, Check } from '@strapi/icons';
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Link } from 'react-router-dom';
import { styled } from 'styled-components';
import type { Submission } from '../../../server/src/records/moderation';
import { MAX_NOTE_LENGTH } from '../../../server/src/settings/agenda';
import { formOf } from '../agenda/agenda-address';
import { useLanguageName, useText } from '../use-text';
import { ChangeTable } from './change-table';
import { useUnsentNote } from './use-kept-note';

const Card = styled.article`
  padding: 1.6rem;
  border-radius: 4px;
  background: ${({ theme }) => theme.colors.neutral0};
  box-shadow: ${({ theme }) => theme.shadows.tableShadow};

  h2,
  bdi {
    overflow-wrap: anywhere;
  }
`;

export type Review = { way: 'approve' } | { way: 'send-back'; note: string };

interface Props {
  submission: Submission;
  busy: boolean;
  /** Resolves to whether the review was applied. */
  onReview: (review: Review) => Promise<boolean>;
}

interface NoteProps extends Omit<Props, 'submission'> {
  note: string;
  /** Whether the note was just opened, and takes the focus. */
  focused: boolean;
  /** `null` closes the note. */
  onNote: (note: string | null) => void;
  onSent: () => void;
}

function SendBack({ busy, onReview, note, focused, onNote, onSent }: NoteProps) {
  const text = useText();
  const [tries, setTries] = useState(0);
  const input = useRef<HTMLTextAreaElement>(null);
  const send = async () => {
    setTries(tries + 1);
    if (note.trim() && (await onReview({ way: 'send-back', note: note.trim() }))) onSent();
  };
  const empty = tries > 0 && !note.trim();
  // Screen readers say what is missing once the focus is where it is described.
  useEffect(() => {
    if (tries > 0 && input.current?.value.trim() === '') input.current.focus();
  }, [tries]);
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
          ref={input}
          autoFocus={focused}
          maxLength={MAX_NOTE_LENGTH}
          value={note}
          dir="auto"
          onChange={({ currentTarget }) => onNote(currentTarget.value)}
        />
        <Field.Error />
        <Field.Hint />
      </Field.Root>
      <Flex gap={2} wrap="wrap">
        <Button variant="secondary" disabled={busy} onClick={send}>
          {text('moderation.send-back.send')}
        </Button>
        <Button variant="tertiary" disabled={busy} onClick={() => onNote(null)}>
          {text('dialog.cancel')}
        </Button>
      </Flex>
    </Flex>
  );
}

/** A pending draft compared with the public version, with the buttons to publish it or send it back. */
export function SubmissionCard({ submission, busy, onReview }: Props) {
  const text = useText();
  const nameOf = useLanguageName();
  const { formatDate } = useIntl();
  const { documentId, language, title, by, since, note, beside, changes, mayReview } = submission;
  const { note: written, keep, forget } = useUnsentNote(submission);
  const asked = useRef(false);
  const begin = () => {
    asked.current = true;
    keep('');
  };
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
              .map((part, at) => (
                <span key={part}>
                  {at > 0 && ' · '}
                  <bdi>{part}</bdi>
                </span>
              ))}
          </Typography>
          <Typography>
            {beside === null && text('moderation.beside.nothing')}
            {beside === language && text('moderation.beside.same')}
            {beside !== null &&
              beside !== language &&
              text('moderation.beside.other', { language: nameOf(beside) })}
          </Typography>
          {note && (
            <Typography textColor="neutral800" style={{ whiteSpace: 'pre-line' }}>
              {text('moderation.note.before')} <bdi>{note}</bdi>
            </Typography>
          )}
        </Flex>
        {changes.length > 0 && <ChangeTable title={shown} changes={changes} />}
        {!mayReview && <Typography>{text('moderation.not-yours')}</Typography>}
        {mayReview && written === null && (
          <Flex gap={2} wrap="wrap">
            <Button
              variant="success"
              startIcon={<Check aria-hidden />}
              disabled={busy}
              onClick={() => onReview({ way: 'approve' })}
            >
              {text('moderation.approve')}
            </Button>
            <Button
              variant="tertiary"
              startIcon={<ArrowLeft aria-hidden />}
              disabled={busy}
              onClick={begin}
            >
              {text('moderation.send-back')}
            </Button>
          </Flex>
        )}
        {mayReview && written !== null && (
          <SendBack
            busy={busy}
            onReview={onReview}
            note={written}
            focused={asked.current}
            onNote={keep}
            onSent={forget}
          />
        )}
      </Flex>
    </Card>
  );
}
