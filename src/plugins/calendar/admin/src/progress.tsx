import { ProgressBar } from '@strapi/design-system';
import { styled } from 'styled-components';

/** A progress bar. Strapi's is white, made for dark backgrounds, and always fills from the left. */
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
