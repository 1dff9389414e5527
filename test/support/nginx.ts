import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const ROOT = path.resolve(__dirname, '../..');

/** The path of nginx as on Debian; overridden by NGINX. */
const NGINX = process.env.NGINX ?? '/usr/sbin/nginx';

export const hasNginx = fs.existsSync(NGINX);

/** The configuration from docs/hosting.md, adapted to these nodes, to loopback and without TLS; and its cache. */
function documented(port: number, nodes: number[]) {
  const page = fs.readFileSync(path.join(ROOT, 'docs/hosting.md'), 'utf8');
  const blocks = [...page.matchAll(/```nginx\n(.*?)```/gs)].map(([, block = '']) => block);
  const blockWith = (words: string) => blocks.find((block) => block.includes(words)) ?? '';
  const shown = blockWith('upstream calendar');
  const servers = [...shown.matchAll(/server 10\.0\.0\.\d+:1337/g)].map(([server]) => server);
  expect(servers).toHaveLength(nodes.length);
  const plain = servers
    .reduce((text, server, at) => text.replace(server, `server 127.0.0.1:${nodes[at]}`), shown)
    .replace(/listen 443 ssl.*;/, `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_.*\n/gm, '');
  return { plain, cache: blockWith('proxy_cache_path') };
}

/** Adds the location that caches, which repeats the lines of `location /`. */
function withCache({ plain, cache }: ReturnType<typeof documented>, folder: string): string {
  const [, lines = ''] = /location \/ \{\n *proxy_pass [^\n]*\n(.*?)\n {4}\}/s.exec(plain) ?? [];
  const [outside = '', location = ''] = cache
    .replace('/var/cache/nginx/calendar', path.join(folder, 'cache'))
    .replace('# … and all other lines of `location /`', () => lines)
    .split(/\n\n(?= {4}location)/);
  return `${outside}\n${plain.replace('    location /', () => `${location}\n    location /`)}`;
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Starts nginx in front of the nodes, on a port of loopback; returns a function that stops it. */
export async function startNginx(port: number, nodes: number[], { cached = false } = {}) {
  const shown = documented(port, nodes);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-nginx-'));
  const file = path.join(folder, 'nginx.conf');
  fs.chmodSync(folder, 0o777);
  const paths = TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n');
  fs.writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log stderr warn; worker_processes 1;
     events { worker_connections 512; }
     http { access_log off; ${paths}
       ${cached ? withCache(shown, folder) : shown.plain}
     }`,
  );
  const child = spawn(NGINX, ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  const exit = once(child, 'exit');
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  while (!fs.existsSync(`${folder}/pid`) || fs.readFileSync(`${folder}/pid`, 'utf8') === '') {
    if (child.exitCode !== null) throw new Error(said);
    await pause(10);
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    said: () => said,
    stop: async () => {
      child.kill('SIGTERM');
      await exit;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
