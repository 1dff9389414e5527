import { TextInput } from '@strapi/design-system';
import { styled } from 'styled-components';
import { directionOf } from '../direction';

/** The direction of dates in the browser's language, in which native inputs are drawn. */
const drawn = () => directionOf(new Intl.DateTimeFormat().resolvedOptions().locale);

/**
 * A date or time input whose native controls follow the theme. WebKit draws the parts in the input's direction: in
 * an Arabic page 07:30 was 30:07, and the date of another language was reversed.
 */
export const ClockInput = styled(TextInput).attrs(({ type }) => ({
  dir: type === 'time' ? 'ltr' : drawn(),
}))`
  color-scheme: ${({ theme }) => theme.colorScheme};
`;
