import { faultOfMachine } from '../../../scripts/machine.cjs';

class Loads {
  close() {}
}
const load = () => Loads;

it.each(['18.20.0', '20.18.3'])('refuses Node %s and says which is needed', (version) => {
  expect(faultOfMachine({ version, load })).toBe(
    `The calendar needs Node 20.19 or newer, and this is Node ${version}.`,
  );
});

it.each(['20.19.0', '22.0.0', '24.1.0'])('accepts Node %s', (version) => {
  expect(faultOfMachine({ version, load })).toBeUndefined();
});

it('says in one sentence that the packages are not installed', () => {
  const absent = () => {
    throw Object.assign(new Error("Cannot find module 'better-sqlite3'"), {
      code: 'MODULE_NOT_FOUND',
    });
  };
  expect(faultOfMachine({ load: absent })).toBe(
    'The packages are not installed: run "npm install" first.',
  );
});

it('says in one sentence that better-sqlite3 was built for another Node', () => {
  const broken = () => {
    throw new Error(
      'was compiled against a different Node.js version\nusing NODE_MODULE_VERSION 108',
    );
  };
  const fault = faultOfMachine({ load: broken });
  expect(fault).toContain('(was compiled against a different Node.js version)');
  expect(fault).toContain('npm rebuild better-sqlite3');
});
