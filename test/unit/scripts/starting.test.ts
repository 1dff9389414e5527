import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../../..');

it("reads what a host adds to config/plugins.ts with any of Strapi's env functions", () => {
  const program = `const file = require.resolve('./dist/config/plugins.js');
    const told = ({ env }) => [env('SMTP_HOST', 'localhost'), env.int('SMTP_PORT', 587), env.bool('SMTP_TLS')];
    const exports = {
      default: (params) => {
        console.log(JSON.stringify(told(params)));
        return { calendar: { config: {} } };
      },
    };
    require.cache[file] = { id: file, filename: file, loaded: true, exports };
    require('./scripts/starting.cjs').answerWhileStarting();`;
  const env = {
    ...process.env,
    ANSWER_WHILE_STARTING: 'false',
    SMTP_PORT: '465',
    SMTP_TLS: 'true',
  };
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  });
  expect([JSON.parse(stdout || '[]'), stderr]).toEqual([['localhost', 465, true], '']);
});
