import { isPostgres } from '../../src/plugins/calendar/server/src/database/run';

/** Opens a connection outside of the calendar, like another program; each statement is committed. */
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
    /** Listens to PostgreSQL's notifications, by channel. */
    onNotice: (hear: (channel: string) => void) =>
      client.on('notification', ({ channel }: { channel: string }) => hear(channel)),
  };
}
