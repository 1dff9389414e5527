import manifest from '../../package.json';
import lock from '../../package-lock.json';

/** Packages that would run something while they are installed. */
const withScripts = Object.entries(lock.packages as Record<string, { hasInstallScript?: boolean }>)
  .filter(([, { hasInstallScript }]) => hasInstallScript)
  .map(([place]) => place.replace(/^.*node_modules\//, ''));

it('disables the installation analytics of Swagger UI', () => {
  expect(withScripts).toContain('@scarf/scarf');
  expect(manifest.allowScripts['@scarf/scarf']).toBe(false);
  expect(manifest.scarfSettings).toEqual({ enabled: false });
});

it('disables the telemetry of Strapi', () => {
  expect(manifest.strapi.telemetryDisabled).toBe(true);
});
