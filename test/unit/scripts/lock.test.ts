import { missingOptional, readLock, repaired } from '../../../scripts/lock.cjs';

const lock = readLock();

it('locks every optional dependency of every locked package', () => {
  const optional = Object.values(lock.packages as Record<string, Owner>).flatMap((owner) =>
    Object.keys(owner.optionalDependencies ?? {}),
  );
  expect(optional.length).toBeGreaterThan(100);
  expect(missingOptional(lock)).toEqual([]);
});

interface Owner {
  optionalDependencies?: Record<string, string>;
}

const torn = {
  lockfileVersion: 3,
  packages: {
    '': {},
    'node_modules/tool': {
      dev: true,
      optionalDependencies: { 'tool-linux-x64-musl': '1.2.3', 'tool-darwin-arm64': '1.2.3' },
    },
    'node_modules/tool/node_modules/tool-darwin-arm64': { version: '1.2.3' },
  },
};

it('finds an optional dependency that is not locked beside or above its owner', () => {
  expect(missingOptional(torn)).toEqual([
    { owner: 'node_modules/tool', name: 'tool-linux-x64-musl', version: '1.2.3' },
  ]);
});

it('adds a missing optional dependency for the platform in its name', () => {
  const { packages } = repaired(torn);
  expect(packages['node_modules/tool-linux-x64-musl']).toEqual({
    version: '1.2.3',
    cpu: ['x64'],
    dev: true,
    libc: ['musl'],
    optional: true,
    os: ['linux'],
  });
  expect(missingOptional({ packages })).toEqual([]);
});

it('leaves a complete lock unchanged', () => {
  expect(JSON.stringify(repaired(lock))).toBe(JSON.stringify(lock));
});
