import manifest from '../../package.json';
import lock from '../../package-lock.json';

/** Packages that would run something while they are installed. */
const withScripts = Object.entries(lock.packages as Record<string, { hasInstallScript?: boolean }>)
  .filter(([, { hasInstallScript }]) => hasInstallScript)
  .map(([place]) => place.replace(/^.*node_modules\//, ''));

it('sends nothing about an installation: the counter that Swagger UI brings is off', () => {
  expect(withScripts).toContain('@scarf/scarf');
  expect(manifest.allowScripts['@scarf/scarf']).toBe(false);
  expect(manifest.scarfSettings).toEqual({ enabled: false });
});

it('sends nothing about its use: the counter of Strapi is off', () => {
  expect(manifest.strapi.telemetryDisabled).toBe(true);
});
