import { inBuild, inDevelopment } from './calendar-status';

/** As far as we use it; Strapi brings Vite, and what its configuration looks like. */
interface Configuration {
  plugins?: unknown[];
  optimizeDeps?: { esbuildOptions?: { plugins?: unknown[] } };
}

export default ({ plugins = [], optimizeDeps = {}, ...rest }: Configuration) => ({
  ...rest,
  plugins: [...plugins, inBuild],
  optimizeDeps: {
    ...optimizeDeps,
    esbuildOptions: {
      ...optimizeDeps.esbuildOptions,
      plugins: [...(optimizeDeps.esbuildOptions?.plugins ?? []), inDevelopment],
    },
  },
});
