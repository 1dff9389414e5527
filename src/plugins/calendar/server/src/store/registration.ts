import type { Values } from '../content-types/rows';
/** D10.8: nobody registers alone, until an administrator switches it on; said once. */
export async function closeRegistration(): Promise<void> {
  const memory = strapi.store({ type: 'plugin', name: 'calendar', key: 'registrationClosed' });
  if (await memory.get({})) return;
  const advanced = strapi.store({ type: 'plugin', name: 'users-permissions', key: 'advanced' });
  const chosen = (await advanced.get({})) as Values | null;
  await advanced.set({ value: { ...chosen, allow_register: false } });
  await memory.set({ value: true });
}
