import { TextInput } from '@strapi/design-system';
import { type ComponentPropsWithoutRef, forwardRef } from 'react';

type Props = Omit<ComponentPropsWithoutRef<typeof TextInput>, 'readOnly' | 'dir'>;

/** A read-only address, selected as a whole on focus. WebKit would end the selection with the click that made it. */
export const AddressInput = forwardRef<HTMLInputElement, Props>(function AddressInput(props, ref) {
  return (
    <TextInput
      {...props}
      ref={ref}
      readOnly
      dir="ltr"
      onFocus={({ currentTarget }) => currentTarget.select()}
      onMouseUp={(event) => event.preventDefault()}
    />
  );
});

/** Copies an input's text by selecting it; if that is refused, it stays selected. */
function copySelected(input: HTMLInputElement): boolean {
  const { activeElement } = document;
  input.focus();
  input.select();
  const isCopied = document.execCommand('copy');
  if (isCopied && activeElement instanceof HTMLElement) activeElement.focus();
  return isCopied;
}

/** Copies the address and says whether the browser allowed it. Pages without TLS have no `navigator.clipboard`. */
export async function copyAddress(input: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(input.value);
    return true;
  } catch {
    return copySelected(input);
  }
}
