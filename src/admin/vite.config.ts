import { inBuild, inDevelopment } from './calendar-status';

/** The part used here of the configuration of Vite, which is Strapi's dependency. */
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
