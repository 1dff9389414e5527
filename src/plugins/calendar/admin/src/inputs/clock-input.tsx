import { TextInput } from '@strapi/design-system';
import {
  type ComponentPropsWithoutRef,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useRef,
} from 'react';
import { styled } from 'styled-components';
import { directionOf } from '../direction';

/** The direction of dates in the browser's language, in which native inputs are drawn. */
const drawn = () => directionOf(new Intl.DateTimeFormat().resolvedOptions().locale);

/**
 * WebKit draws the parts in the input's direction: in an Arabic page 07:30 was 30:07, and the date of another
 * language was reversed.
 */
const ThemedInput = styled(TextInput).attrs(({ type }) => ({
  dir: type === 'time' ? 'ltr' : drawn(),
}))`
  color-scheme: ${({ theme }) => theme.colorScheme};
`;

type Props = Omit<ComponentPropsWithoutRef<typeof TextInput>, 'onPaste'> & {
  /** Called with a pasted text; returns whether it was used. */
  onPaste: (text: string, input: HTMLInputElement) => boolean;
};

/**
 * A date or time input whose native controls follow the theme. It listens to the window for pastes, because
 * Firefox reports one into such an input to the page's body.
 */
export const ClockInput = forwardRef<HTMLInputElement, Props>(function ClockInput(
  { onPaste, ...props },
  ref,
) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement, []);

  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (!input.current || document.activeElement !== input.current) return;
      const text = event.clipboardData?.getData('text') ?? '';
      if (onPaste(text, input.current)) event.preventDefault();
    };
    window.addEventListener('paste', paste);
    return () => window.removeEventListener('paste', paste);
  }, [onPaste]);

  return <ThemedInput {...props} ref={input} />;
});
