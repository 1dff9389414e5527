const FILE = 'plugin::upload.file';

/** Rows that are held in memory at once. */
const PAGE = 1000;

interface FileRow {
  id: number;
  url: string;
  formats: Record<string, { url?: string }> | null;
}

const namesOf = ({ url, formats }: FileRow) =>
  [url, ...Object.values(formats ?? {}).map((format) => format.url)].map((address) =>
    String(address).slice(String(address).lastIndexOf('/') + 1),
  );

/** The names of all files, smaller copies included, that the media library knows. */
export async function knownFiles(): Promise<Set<string>> {
  const names = new Set<string>();
  for (let after = 0; ; ) {
    const rows: FileRow[] = await strapi.db.query(FILE).findMany({
      select: ['id', 'url', 'formats'],
      where: { id: { $gt: after } },
      orderBy: { id: 'asc' },
      limit: PAGE,
    });
    const last = rows.at(-1);
    if (!last) return names;
    for (const name of rows.flatMap(namesOf)) names.add(name);
    after = last.id;
  }
}
