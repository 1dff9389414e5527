/** A URL of the admin that shows nothing. */
const NOWHERE = '/admin/calendar-nowhere';

/** The tags of Strapi's client cache to invalidate, as tests change records without the admin. */
const KEPT = ['Document', 'Relations', 'CountDocuments', 'RecentDocumentList', 'UidAvailability'];

/** The admin's Redux store, and how its router is told of an address, in the page. */
const PROGRAM = `
  const store = (() => {
    const root = document.getElementById('strapi');
    let fiber = root[Object.keys(root).find((key) => key.startsWith('__reactContainer$'))];
    while (fiber && !fiber.memoizedProps?.store) fiber = fiber.child;
    return fiber.memoizedProps.store;
  })();
  const go = (to) => {
    const { idx = 0 } = history.state ?? {};
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} })); // Of an unknown place: nothing holds it.
    history.replaceState({ idx: idx + 1, key: String(idx + 1), usr: null }, '');
  };
  const nextFrame = () => new Promise(requestAnimationFrame);
  const goNowhere = async () => {
    for (const close of document.querySelectorAll('[data-sonner-toast] button')) close.click();
    if (location.pathname === '${NOWHERE}') return;
    const shown = document.querySelector('main > *');
    go('${NOWHERE}');
    while (shown?.isConnected) await nextFrame();
  };
`;

/** Dispatches actions like the page of one's own profile. */
export const tellProgram = (told: [action: string, payload: string][]) => `{
  ${PROGRAM}
  for (const [type, payload] of ${JSON.stringify(told)}) store.dispatch({ type, payload });
}`;

/**
 * Navigates like the admin's own links, without reloading the program, which takes half the time.
 * Visits an empty page first, so that the page at the URL is mounted again, and invalidates cached
 * records, as after a save. Discards unsaved changes without asking, and closes notifications, as a
 * load does.
 */
export const goInside = (address: string) => `(async () => {
  ${PROGRAM}
  await goNowhere();
  store.dispatch({ type: 'adminApi/invalidateTags', payload: ${JSON.stringify(KEPT)} });
  go(${JSON.stringify(address)});
})()`;

/** What the login form keeps of a session with "remember me". */
export const keepSession = (token: string) => `
  localStorage.setItem('jwtToken', ${JSON.stringify(JSON.stringify(token))});
  localStorage.setItem('isLoggedIn', 'true');
`;

/**
 * Logs out and lets another user in, like the menu of one's profile and the login form, without
 * reloading the program. Nothing that the former user left in the browser remains.
 */
export const changeUser = (token: string) => `(async () => {
  ${PROGRAM}
  await goNowhere();
  store.dispatch({ type: 'adminApi/resetApiState' });
  store.dispatch({ type: 'admin/logout' });
  while (!location.pathname.endsWith('/auth/login')) await nextFrame();
  store.dispatch({ type: 'admin/setLocale', payload: 'en' });
  store.dispatch({ type: 'admin/setAppTheme', payload: 'system' });
  localStorage.clear();
  sessionStorage.clear();
  store.dispatch({ type: 'admin/login', payload: { token: ${JSON.stringify(token)}, persist: true } });
  go('${NOWHERE}');
})()`;
