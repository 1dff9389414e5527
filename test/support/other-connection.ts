import { isPostgres } from '../../src/plugins/calendar/server/src/database/run';

/** A connection of which the calendar knows nothing, as of another program; it commits each statement. */
export async function otherConnection() {
  const { driver, connectionSettings } = strapi.db.connection.client;
  if (!isPostgres()) {
    const handle = new driver(connectionSettings.filename);
    return {
      run: async (sql: string) => handle.exec(sql),
      end: async () => handle.close(),
      onNotice: () => undefined,
    };
  }
  const client = new driver.Client({
    ...connectionSettings,
    password: connectionSettings.password,
  });
  await client.connect();
  return {
    run: (sql: string) => client.query(sql),
    end: () => client.end(),
    /** Of PostgreSQL's NOTIFY, by the name of the channel. */
    onNotice: (hear: (channel: string) => void) =>
      client.on('notification', ({ channel }: { channel: string }) => hear(channel)),
  };
}
