import { styled } from 'styled-components';

const COLOR = /^#[0-9a-f]{6}$/i;

const Dot = styled.span<{ $color: string | null }>`
  display: inline-block;
  flex-shrink: 0;
  width: 1rem;
  height: 1rem;
  border-radius: 50%;
  border: 1px solid ${({ theme }) => theme.colors.neutral500};
  background: ${({ $color }) => $color ?? 'transparent'};
`;

/** A dot in a category's colour; an outline without one. */
export const ColorDot = ({ color }: { color?: string | null }) => (
  <Dot aria-hidden $color={color && COLOR.test(color) ? color : null} />
);
