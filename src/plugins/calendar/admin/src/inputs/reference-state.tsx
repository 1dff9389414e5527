import { Flex, Typography } from '@strapi/design-system';
import { useContentLanguage } from '../languages';
import { StateBadge } from '../status/state-badge';
import type { Choice } from '../use-choices';
import { useLanguageName } from '../use-text';

/** A record's id, its language if it differs from the edited one, and its state. */
export function ReferenceState({ choice: { id, language, state } }: { choice: Choice }) {
  const languageName = useLanguageName();
  const edited = useContentLanguage() ?? language;
  return (
    <Flex gap={2} shrink={0}>
      {language !== edited && (
        <Typography variant="pi" textColor="neutral600">
          {languageName(language)}
        </Typography>
      )}
      <Typography variant="pi" textColor="neutral600" dir="ltr">
        #{id}
      </Typography>
      {state !== 'publish' && <StateBadge state={state} size="XS" />}
    </Flex>
  );
}
