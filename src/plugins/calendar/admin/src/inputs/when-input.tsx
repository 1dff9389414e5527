import { Box, Flex, Grid, Typography } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { useRef } from 'react';
import { useIntl } from 'react-intl';
import { type Times, whenOf } from '../agenda/when';
import { useDirection } from '../direction';
import { useHint } from '../translate-hints';
import { useDryRun } from '../use-dry-run';
import { useFieldLabel, useText } from '../use-text';
import { useZones } from '../use-zones';
import { endAfter, existingWall, isWhole } from '../wall-time';
import type { InputProps } from './input-props';
import { PassedOver } from './passed-over';
import SwitchInput from './switch-input';
import TimezoneInput from './timezone-input';
import WallTimeInput from './wall-time-input';

const FIELDS = ['start_date', 'end_date', 'timezone', 'all_day'] as const;

const WALLS = ['start_date', 'end_date'] as const;

const MINUTE = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;

/** The event's times as text: in its zone, in the browser's if different, and in UTC. */
function InWords({ times }: { times: Times & { timezone: string } }) {
  const text = useText();
  const { locale } = useIntl();
  const { labelOf } = useZones();
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { utc_start: start, utc_end: end, timezone, all_day } = times;
  const when = whenOf(times, locale, here);
  if (!when || !start || !end) return null;
  const utc = new Intl.DateTimeFormat(locale, MINUTE);
  const zone = labelOf(timezone, times.start_date ?? undefined);
  const inUtc = utc.formatRange(new Date(start), new Date(end));
  const lines = [
    text('when.there', { time: when.there, zone }),
    when.here && text('agenda.here', { time: when.here }),
    !all_day && timezone !== 'UTC' && text('when.utc', { time: inUtc }),
  ].filter((line) => typeof line === 'string');
  return (
    <Flex direction="column" alignItems="stretch" gap={1} dir={useDirection()}>
      {lines.map((line) => (
        <Typography key={line} variant="pi" textColor="neutral600">
          {line}
        </Typography>
      ))}
    </Flex>
  );
}

/** What a save would derive from the four fields; no result while one is incomplete. */
function useTimes() {
  const start_date = useField<string | null>('start_date').value || null;
  const end_date = useField<string | null>('end_date').value || null;
  const timezone = useField<string | null>('timezone').value || null;
  const all_day = useField<boolean | null>('all_day').value === true;
  const unfinished = [start_date, end_date].some((wall) => wall && !isWhole(wall));
  const values = { start_date, end_date, timezone, all_day };
  return { values, judged: useDryRun('event', unfinished ? undefined : values) };
}

/**
 * Start, end, all-day and timezone of an event as one input. Each follows the user's permission for its field:
 * read-only without the right to change it, hidden without the right to read it.
 */
export default function WhenInput({ attribute, hint, rights, ...start }: InputProps) {
  const mayEdit = (name: string) => (rights ? rights.edit(name) : !start.disabled);
  const text = useText();
  const hintOf = useHint();
  const fieldLabelOf = useFieldLabel();
  const { onChange } = useField('end_date');
  const { labelOf } = useZones();
  const { values, judged } = useTimes();
  const { start_date, end_date, all_day } = values;
  const { faults = {}, times } = judged ?? {};

  const of = (name: string) => ({
    attribute: {},
    name,
    disabled: !mayEdit(name),
    label: fieldLabelOf(name),
    hint: hintOf(name),
    fault: faults[name],
  });

  // Of a field that may not be read the form has no value, so that the times would be those of another zone.
  const readsAll = !rights || FIELDS.every((name) => rights.read(name));
  // The site's zone from the last dry run, which does not run while a time is incomplete.
  const site = useRef('');
  if (readsAll && !values.timezone && times?.timezone) site.current = String(times.timezone);
  const zone = values.timezone ?? site.current;
  const existing = (wall: string) => (zone && !all_day ? existingWall(wall, zone) : wall);

  const follow = (from: string | null, to: string) => {
    const moved = { from: from && existing(from), to: existing(to) };
    const end = endAfter({ ...moved, end: end_date, allDay: all_day });
    if (end !== end_date && mayEdit('end_date')) onChange('end_date', end);
  };

  const at = isWhole(start_date) ? start_date : undefined;
  const siteZone = values.timezone ? '' : site.current;
  const inputs = {
    start_date: (
      <WallTimeInput
        {...of('start_date')}
        {...start}
        hint={hint}
        disabled={!mayEdit('start_date')}
        zone={zone}
        onMove={follow}
      />
    ),
    end_date: <WallTimeInput {...of('end_date')} zone={zone} required={start.required} />,
    timezone: (
      <TimezoneInput
        {...of('timezone')}
        at={at}
        placeholder={siteZone && text('when.site-zone', { zone: labelOf(siteZone, at) })}
      />
    ),
    all_day: <SwitchInput {...of('all_day')} />,
  };
  return (
    <Flex direction="column" alignItems="stretch" gap={4} width="100%">
      <Grid.Root gap={4}>
        {FIELDS.filter((name) => !rights || rights.read(name)).map((name) => (
          <Grid.Item key={name} col={6} xs={12} direction="column" alignItems="stretch">
            {inputs[name]}
          </Grid.Item>
        ))}
      </Grid.Root>
      {WALLS.map((name) => {
        const wall = values[name];
        if (all_day || !zone || !isWhole(wall)) return null;
        return <PassedOver key={name} label={of(name).label} wall={wall} zone={zone} />;
      })}
      <Box minHeight="1.6rem">{readsAll && times && <InWords times={shownTimes(times)} />}</Box>
    </Flex>
  );
}

const shownTimes = (times: Record<string, unknown>) => ({
  ...(times as Pick<Times, 'start_date' | 'end_date' | 'all_day'> & { timezone: string }),
  utc_start: times.utc_start_date as string | null,
  utc_end: times.utc_end_date as string | null,
});
