import { Flex, Status, Typography } from '@strapi/design-system';
import { useContentLanguage } from '../languages';
import type { Choice } from '../use-choices';
import { useText } from '../use-text';

const VARIANTS = {
  publish: 'success',
  private: 'alternative',
  future: 'alternative',
  pending: 'warning',
  draft: 'secondary',
  trash: 'danger',
} as const;

/** The id, the language when it is another than the one being edited, and what readers see of it. */
export function ReferenceState({ choice: { id, language, state } }: { choice: Choice }) {
  const text = useText();
  const edited = useContentLanguage() ?? language;
  return (
    <Flex gap={2} shrink={0}>
      {language !== edited && (
        <Typography variant="pi" textColor="neutral600">
          {text(`language.${language as 'ar' | 'en' | 'fr' | 'es'}`)}
        </Typography>
      )}
      <Typography variant="pi" textColor="neutral600" dir="ltr">
        #{id}
      </Typography>
      {state !== 'publish' && (
        <Status variant={VARIANTS[state]} size="XS">
          <Typography variant="pi" fontWeight="bold">
            {text(`state.${state}`)}
          </Typography>
        </Status>
      )}
    </Flex>
  );
}
