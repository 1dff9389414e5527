import { useIntl } from 'react-intl';
import { useDirection } from '../direction';
import { StatusMessage } from '../status-message';
import { useText } from '../use-text';
import { clockOf, existingWall } from '../wall-time';

const CLOCK = { timeStyle: 'short', timeZone: 'UTC' } as const;

/**
 * Warns of a time that the zone skips when clocks go forward, and names the time that a save stores
 * instead of refusing it.
 */
export function PassedOver({ label, wall, zone }: { label: string; wall: string; zone: string }) {
  const text = useText();
  const { locale } = useIntl();
  const direction = useDirection();
  const stored = existingWall(wall, zone);
  if (stored === wall) return null;
  const clock = new Intl.DateTimeFormat(locale, CLOCK);
  const shown = (time: string) => clock.format(clockOf(time));
  return (
    <StatusMessage variant="pi" textColor="warning700" dir={direction}>
      {text('when.passed-over', { field: label, typed: shown(wall), stored: shown(stored) })}
    </StatusMessage>
  );
}
