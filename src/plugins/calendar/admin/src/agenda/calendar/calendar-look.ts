import { createGlobalStyle, css, styled } from 'styled-components';

/** Maps FullCalendar's colours to Strapi's theme, light or dark. */
const STYLES = css`
  ${({ theme: { colors } }) => `
    --fc-classic-background: ${colors.neutral0};
    --fc-classic-foreground: ${colors.neutral800};
    --fc-classic-muted-foreground: ${colors.neutral600};
    --fc-classic-faint-foreground: ${colors.neutral600};
    --fc-classic-border: ${colors.neutral200};
    --fc-classic-strong-border: ${colors.neutral500};
    --fc-classic-faint: ${colors.neutral100};
    --fc-classic-muted: ${colors.neutral150};
    --fc-classic-strong: ${colors.neutral200};
    --fc-classic-today: ${colors.primary100};
    --fc-classic-primary: ${colors.primary600};
    --fc-classic-now: ${colors.danger600};
    --calendar-public: ${colors.success100};
    --calendar-hidden: ${colors.alternative100};
    --calendar-waiting: ${colors.warning100};
    --calendar-draft: ${colors.secondary100};
    --calendar-trash: ${colors.danger100};
    --calendar-public-dot: ${colors.success500};
    --calendar-hidden-dot: ${colors.alternative500};
    --calendar-waiting-dot: ${colors.warning500};
    --calendar-draft-dot: ${colors.secondary500};
    --calendar-trash-dot: ${colors.danger500};
    --calendar-text: ${colors.neutral800};
    background: ${colors.neutral0};
    color: ${colors.neutral800};
    font-size: 1.4rem;

    [data-calendar-event] {
      overflow: hidden;
      overflow-wrap: anywhere;
      font-size: 1.2rem;
      line-height: 1.3;
      border: 1px solid ${colors.neutral500};
      border-inline-start: 4px solid ${colors.success500};
    }
    [data-calendar-event='private'], [data-calendar-event='future'] {
      border-inline-start-color: ${colors.alternative500};
    }
    [data-calendar-event='pending'] {
      border-inline-start-color: ${colors.warning500};
    }
    [data-calendar-event='draft'] {
      border-inline-start-color: ${colors.secondary500};
    }
    [data-calendar-event='trash'] {
      border-inline-start-color: ${colors.danger500};
    }

    :focus-visible {
      outline: 2px solid ${colors.primary600};
      outline-offset: 1px;
    }
  `}
`;

export const Frame = styled.div`
  ${STYLES}
  padding: 1.2rem;
  border-radius: 4px;
`;

/** Class of the popover with a day's other events, which FullCalendar appends to the page's body. */
export const POPOVER = 'calendar-more';

/** Keeps the popover within the viewport, however many and long the titles are. */
export const PopoverLook = createGlobalStyle`
  .${POPOVER} {
    ${STYLES}
    max-width: min(40rem, calc(100vw - 2rem));
    max-height: 70vh;
    overflow: auto;
  }
`;
