const field = <Type extends 'string' | 'json' | 'integer'>(name: string, type: Type) => ({
  name,
  pluginId: 'calendar',
  type,
  intlLabel: { id: `calendar.custom-field.${name}`, defaultMessage: name },
  intlDescription: { id: `calendar.custom-field.${name}.description`, defaultMessage: name },
});

/** The inputs of the custom fields that the server registers. */
export const CUSTOM_FIELDS = [
  {
    ...field('wall-time', 'string'),
    components: { Input: () => import('./inputs/wall-time-input') },
  },
  {
    ...field('timezone', 'string'),
    components: { Input: () => import('./inputs/timezone-input') },
  },
  {
    ...field('references', 'json'),
    components: { Input: () => import('./inputs/references-input') },
  },
  {
    ...field('reference', 'integer'),
    components: { Input: () => import('./inputs/reference-input') },
  },
];
