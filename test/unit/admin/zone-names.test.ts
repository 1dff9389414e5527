import { zoneNames } from '../../../src/plugins/calendar/admin/src/zone-names';

const mockCities = jest.fn();

jest.mock('../../../src/plugins/calendar/admin/src/messages', () => ({
  citiesFile: (language: string) => mockCities(language),
}));

const FILE = {
  main: {
    fr: { dates: { timeZoneNames: { zone: { Europe: { London: { exemplarCity: 'Londres' } } } } } },
  },
};

it('loads zone names again after a failure, and only once after a success', async () => {
  mockCities.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(FILE);
  await expect(zoneNames('fr')).rejects.toThrow('Failed to fetch');
  expect((await zoneNames('fr')).cityOf('Europe/London')).toBe('Londres');
  await zoneNames('fr');
  expect(mockCities).toHaveBeenCalledTimes(2);
});
