import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [generator, document, folder] = process.argv.slice(2);
const output = (name) => path.join(folder, name);

/** What each generator of clients is told to write, as its own introduction tells it. */
const GENERATORS = {
  async 'openapi-typescript'() {
    const { astToString, default: typesOf } = await import('openapi-typescript');
    fs.writeFileSync(output('calendar.ts'), astToString(await typesOf(pathToFileURL(document))));
  },
  async 'hey-api'() {
    const { createClient } = await import('@hey-api/openapi-ts');
    await createClient({
      input: document,
      output: { path: folder, clean: false },
      logs: { level: 'silent', file: false },
      plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk', 'zod'],
    });
  },
  async orval() {
    const { generate } = await import('orval');
    const writing = { mode: 'single', baseUrl: { getBaseUrlFromSpecification: true } };
    const calls = { ...writing, client: 'fetch', schemas: output('schemas') };
    await generate({ input: document, output: { ...calls, target: output('calendar.ts') } });
    const checks = { ...writing, client: 'zod', target: output('calendar.zod.ts') };
    await generate({ input: document, output: checks });
  },
  async kubb() {
    const { build } = await import('@kubb/core');
    const { pluginOas } = await import('@kubb/plugin-oas');
    const { pluginTs } = await import('@kubb/plugin-ts');
    const { pluginClient } = await import('@kubb/plugin-client');
    const { pluginZod } = await import('@kubb/plugin-zod');
    const { error } = await build({
      config: {
        root: folder,
        input: { path: document },
        output: { path: 'generated', format: false, lint: false },
        plugins: [
          pluginOas({ validate: true, generators: [] }),
          pluginTs({ output: { path: 'types' } }),
          pluginClient({ client: 'fetch', bundle: true, output: { path: 'clients' } }),
          pluginZod({ version: '4', output: { path: 'zod' } }),
        ],
      },
    });
    if (error) throw error;
  },
  async 'swagger-typescript-api'() {
    const { generateApi } = await import('swagger-typescript-api');
    await generateApi({ input: document, output: folder, fileName: 'calendar.ts', silent: true });
  },
};

await GENERATORS[generator]();
