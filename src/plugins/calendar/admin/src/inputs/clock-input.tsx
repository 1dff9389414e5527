import { TextInput } from '@strapi/design-system';
import { styled } from 'styled-components';

/** A date or time input whose native controls follow the theme. */
export const ClockInput = styled(TextInput)`
  color-scheme: ${({ theme }) => theme.colorScheme};
`;
