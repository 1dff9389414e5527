import { Box, Flex, Grid, Typography } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { type Times, whenOf } from '../agenda/when';
import { useDirection } from '../direction';
import { useJudge } from '../use-judge';
import { type TextKey, useText } from '../use-text';
import { endAfter, isWhole } from '../wall-time';
import { zoneLabel } from '../zones';
import type { InputProps } from './input-props';
import SwitchInput from './switch-input';
import TimezoneInput from './timezone-input';
import WallTimeInput from './wall-time-input';

const MINUTE = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;

/** When it is: by the clocks there, here where they show something else, and in UTC. */
function InWords({ times }: { times: Times & { timezone: string } }) {
  const text = useText();
  const { locale } = useIntl();
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { utc_start: start, utc_end: end, timezone, all_day } = times;
  const when = whenOf(times, locale, here);
  if (!when || !start || !end) return null;
  const utc = new Intl.DateTimeFormat(locale, MINUTE);
  const zone = zoneLabel(timezone, times.start_date ?? undefined);
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

/** What a save would make of the four fields; nothing while one is half typed. */
function useTimes() {
  const start_date = useField<string | null>('start_date').value || null;
  const end_date = useField<string | null>('end_date').value || null;
  const timezone = useField<string | null>('timezone').value || null;
  const all_day = useField<boolean | null>('all_day').value === true;
  const unfinished = [start_date, end_date].some((wall) => wall && !isWhole(wall));
  const values = { start_date, end_date, timezone, all_day };
  return { values, judged: useJudge('event', unfinished ? undefined : values) };
}

/** The four attributes by which an event is in time, as one input: start, end, all day, and where the clocks are. */
export default function WhenInput({ attribute, hint, ...start }: InputProps) {
  const text = useText();
  const { formatMessage } = useIntl();
  const { onChange } = useField('end_date');
  const { values, judged } = useTimes();
  const { start_date, end_date, all_day } = values;
  const { faults = {}, times } = judged ?? {};

  const of = (name: string) => ({
    attribute: {},
    name,
    disabled: start.disabled,
    label: formatMessage({ id: `content-manager.content-types.plugin::calendar.event.${name}` }),
    hint: text(`hint.${name}` as TextKey),
    fault: faults[name],
  });

  const follow = (from: string | null, to: string) => {
    const end = endAfter({ from, to, end: end_date, allDay: all_day });
    if (end !== end_date) onChange('end_date', end);
  };

  const at = isWhole(start_date) ? start_date : undefined;
  const siteZone = !values.timezone && times?.timezone ? String(times.timezone) : '';
  return (
    <Flex direction="column" alignItems="stretch" gap={4} width="100%">
      <Grid.Root gap={4}>
        <Grid.Item col={6} xs={12} direction="column" alignItems="stretch">
          <WallTimeInput
            {...start}
            hint={hint}
            attribute={{}}
            fault={faults.start_date}
            onMove={follow}
          />
        </Grid.Item>
        <Grid.Item col={6} xs={12} direction="column" alignItems="stretch">
          <WallTimeInput {...of('end_date')} required={start.required} />
        </Grid.Item>
        <Grid.Item col={6} xs={12} direction="column" alignItems="stretch">
          <TimezoneInput
            {...of('timezone')}
            at={at}
            placeholder={siteZone && text('when.site-zone', { zone: zoneLabel(siteZone, at) })}
          />
        </Grid.Item>
        <Grid.Item col={6} xs={12} direction="column" alignItems="stretch">
          <SwitchInput {...of('all_day')} hint={text('hint.all_day')} />
        </Grid.Item>
      </Grid.Root>
      <Box minHeight="1.6rem">{times && <InWords times={shownTimes(times)} />}</Box>
    </Flex>
  );
}

const shownTimes = (times: Record<string, unknown>) => ({
  ...(times as Pick<Times, 'start_date' | 'end_date' | 'all_day'> & { timezone: string }),
  utc_start: times.utc_start_date as string | null,
  utc_end: times.utc_end_date as string | null,
});
