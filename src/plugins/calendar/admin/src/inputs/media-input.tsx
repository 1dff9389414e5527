import { Box } from '@strapi/design-system';
import { useStrapiApp } from '@strapi/strapi/admin';
import { type ComponentType, useRef } from 'react';
import { useFocusBehindDialogs, useFocusInPlace } from '../return-focus';
import type { InputProps } from './input-props';

/** Strapi's media input, with the keyboard focus restored when its dialogs close, or a picture is removed. */
export default function MediaInput(props: InputProps) {
  const Files = useStrapiApp('MediaInput', ({ fields }) => fields.media) as
    | ComponentType<InputProps>
    | undefined; // Strapi types inputs as components without properties.
  const within = useRef<HTMLDivElement>(null);
  useFocusBehindDialogs(within);
  useFocusInPlace(within, 'button');
  return (
    <Box ref={within} width="100%">
      {Files && <Files {...props} />}
    </Box>
  );
}
