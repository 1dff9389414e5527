import { TextInput } from '@strapi/design-system';
import { styled } from 'styled-components';

/** A date or a time; what the browser itself draws into its inputs follows the theme. */
export const ClockInput = styled(TextInput)`
  color-scheme: ${({ theme }) => theme.colorScheme};
`;
