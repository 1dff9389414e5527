import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { dayBefore, type ReadEvent } from './calendars';

/** Whether Debian's `libical-dev` and a C compiler are installed. GNOME's and KDE's calendars use this library. */
export const hasLibical =
  fs.existsSync('/usr/include/libical/ical.h') && fs.existsSync('/usr/bin/cc');

let program: string | undefined;

function compiled(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'calendar-libical-'));
  process.once('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'read');
  execFileSync('/usr/bin/cc', [path.join(__dirname, 'libical.c'), '-o', file, '-lical']);
  return file;
}

const FIELDS = 6;

/** The calendar's events as parsed by libical; throws if it cannot parse it. */
export function byLibical(input: string): ReadEvent[] {
  program ??= compiled();
  const told = execFileSync(program, { input, maxBuffer: 2 ** 26, stdio: 'pipe' }).toString();
  const texts = told.split('\0').slice(0, -1);
  return Array.from({ length: texts.length / FIELDS }, (_, at) => {
    const [uid = '', title = '', description = '', location = '', start = '', end = ''] =
      texts.slice(at * FIELDS, (at + 1) * FIELDS);
    const isDay = /^\d+-\d\d-\d\d$/.test(end);
    return { uid, title, description, location, start, end: isDay ? dayBefore(end) : end };
  });
}
