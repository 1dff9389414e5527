import { Button, Field, Flex } from '@strapi/design-system';
import { useNotification } from '@strapi/strapi/admin';
import { useRef, useState } from 'react';
import { AddressInput, copyAddress } from '../../address-input';
import { useStatusMessage } from '../../status-message';
import { useText } from '../../use-text';

/** A field with an address, and a button to copy it. */
export function FeedAddress({ label, address }: { label: string; address: string }) {
  const text = useText();
  const { toggleNotification } = useNotification();
  const [copied, setCopied] = useState({ address: '' });
  const input = useRef<HTMLInputElement>(null);
  const isShownCopied = copied.address === address;
  useStatusMessage(isShownCopied ? text('feeds.copied') : '', copied);
  const onCopy = async () => {
    const isCopied = input.current !== null && (await copyAddress(input.current));
    setCopied({ address: isCopied ? address : '' });
    if (!isCopied) toggleNotification({ type: 'warning', message: text('feeds.not-copied') });
  };
  return (
    <Field.Root name="feed-address" width="100%">
      <Field.Label>{label}</Field.Label>
      <Flex gap={2} alignItems="stretch">
        <Flex grow={1} direction="column" alignItems="stretch">
          <AddressInput ref={input} value={address} />
        </Flex>
        <Button variant="tertiary" size="L" onClick={onCopy}>
          {text(isShownCopied ? 'feeds.copied' : 'feeds.copy')}
        </Button>
      </Flex>
    </Field.Root>
  );
}
