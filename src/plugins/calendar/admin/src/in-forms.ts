/** Whether a page *Configure the view* is open: it stores the layout that the hooks return, with its hints. */
const isConfiguring = () => /\/configurations\/(edit|list)\/?$/.test(window.location.pathname);

/** A hook of form layouts, for forms only. */
export const inForms =
  <Given, Changed>(hook: (given: Given) => Changed) =>
  (given: Given) =>
    isConfiguring() ? given : hook(given);
