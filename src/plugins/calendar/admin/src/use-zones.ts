import { useEffect, useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import { zoneNames } from './zone-names';
import { cityOf, type ZoneNames, zoneLabel, zonesLike } from './zones';

/** Zone names in the admin's language; English until they are loaded. */
export function useZones() {
  const { locale } = useIntl();
  const [names, setNames] = useState<ZoneNames>();

  useEffect(() => {
    let asked = true;
    zoneNames(locale).then(
      (found) => asked && setNames(found),
      () => undefined, // The English names remain usable.
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
