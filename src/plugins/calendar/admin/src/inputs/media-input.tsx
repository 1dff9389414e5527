import { Box } from '@strapi/design-system';
import { useStrapiApp } from '@strapi/strapi/admin';
import { type ComponentType, useRef } from 'react';
import { useFocusBehindDialogs } from '../return-focus';
import type { InputProps } from './input-props';

/** Strapi's own input of files; whoever is in it by keys is there again when its dialogs have closed. */
export default function MediaInput(props: InputProps) {
  const Files = useStrapiApp('MediaInput', ({ fields }) => fields.media) as
    | ComponentType<InputProps>
    | undefined; // Strapi types an input as if it were given no properties.
  const within = useRef<HTMLDivElement>(null);
  useFocusBehindDialogs(within);
  return (
    <Box ref={within} width="100%">
      {Files && <Files {...props} />}
    </Box>
  );
}
