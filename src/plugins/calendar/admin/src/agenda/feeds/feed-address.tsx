import { Button, Field, Flex, TextInput } from '@strapi/design-system';
import { useClipboard, useNotification } from '@strapi/strapi/admin';
import { useState } from 'react';
import { useText } from '../../use-text';

/** A read-only field with an address, selected as a whole on focus, and a button to copy it. */
export function FeedAddress({ label, address }: { label: string; address: string }) {
  const text = useText();
  const { copy } = useClipboard();
  const { toggleNotification } = useNotification();
  const [copied, setCopied] = useState('');
  const onCopy = async () => {
    const isCopied = await copy(address);
    setCopied(isCopied ? address : '');
    // Browsers refuse clipboard access on pages without TLS.
    if (!isCopied) toggleNotification({ type: 'warning', message: text('feeds.not-copied') });
  };
  return (
    <Field.Root name="feed-address" width="100%">
      <Field.Label>{label}</Field.Label>
      <Flex gap={2} alignItems="stretch">
        <Flex grow={1} direction="column" alignItems="stretch">
          <TextInput
            readOnly
            dir="ltr"
            value={address}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </Flex>
        <Button variant="tertiary" size="L" onClick={onCopy}>
          {text(copied === address ? 'feeds.copied' : 'feeds.copy')}
        </Button>
      </Flex>
    </Field.Root>
  );
}
