import { ProgressBar } from '@strapi/design-system';
import { styled } from 'styled-components';

/** How far something is. Strapi's bar is drawn for a dark ground, where what is done is white, and from the left. */
export const Progress = styled(ProgressBar)`
  width: 16rem;
  background-color: ${({ theme }) => theme.colors.neutral200};

  > div {
    background-color: ${({ theme }) => theme.colors.primary600};
  }

  html[dir='rtl'] & {
    scale: -1 1;
  }
`;
