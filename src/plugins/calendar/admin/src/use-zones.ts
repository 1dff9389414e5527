import { useEffect, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { zoneNames } from './zone-names';
import { cityOf, type ZoneNames, zoneLabel, zonesLike } from './zones';

/** Zones in the admin's language; in English until its names have come. */
export function useZones() {
  const { locale } = useIntl();
  const [names, setNames] = useState<ZoneNames>();

  useEffect(() => {
    let asked = true;
    zoneNames(locale).then(
      (found) => asked && setNames(found),
      () => undefined, // They are found by their names in English.
    );
    return () => {
      asked = false;
    };
  }, [locale]);

  return useMemo(
    () => ({
      cityOf: (zone: string) => cityOf(zone, names),
      labelOf: (zone: string, wall?: string) => zoneLabel(zone, wall, names),
      like: (words: string, chosen: string) => zonesLike(words, chosen, names),
    }),
    [names],
  );
}
