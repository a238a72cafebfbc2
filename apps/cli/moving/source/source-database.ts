import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client, ClientConfig } from 'pg';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { parseJson } from '#lib/platform/json/parse-json.ts';
import { type DatabaseAddress, parseDatabaseAddress } from './database-address.ts';
import { describeDatabaseFailure, isLostConnection, isTlsMissing } from './database-failure.ts';
import { SourceUnreadableError } from './source.ts';

/*
 * The database of Typebot. Nothing can be written through it: every query runs in a transaction that is
 * read-only. Everything that is set is set for that transaction, because a pooler between us and the server may give
 * the same connection to Typebot next.
 */

export type SourceDatabase = {
  /** For messages, without a user or a password. */
  address: string;
  /** Reads with one query. Timestamps are ISO 8601 in UTC. */
  query: Query;
  /**
   * Reads with several queries from one snapshot of the database. The function is called again if the connection
   * broke. Keep it short: as long as it runs, the server cannot clean up what others delete.
   */
  inSnapshot<T>(read: (query: Query) => Promise<T>): Promise<T>;
  /** Older installations lack some tables. */
  hasTable(name: string): Promise<boolean>;
  close(): Promise<void>;
};

/** @throws SourceUnreadableError */
export type Query = <Row = JsonObject>(sql: string, values?: unknown[]) => Promise<Row[]>;

export type SourceDatabaseOptions = {
  /** How long to wait before each attempt to connect again, after a connection broke. */
  reconnectPausesMs?: number[];
  limits?: DatabaseLimits;
};

/** Limits of what a server may do. The address may be that of another server than was meant. */
export type DatabaseLimits = { connectTimeoutMs?: number; queryTimeoutMs?: number; maxQueryBytes?: number };

const RECONNECT_PAUSES_MS = [500, 2_000, 5_000];
const CONNECT_TIMEOUT_MS = 20_000;
/** Shorter than firewalls keep a connection that carries nothing: an import between two pages takes its time. */
const KEEP_ALIVE_MS = 30_000;
/** Long enough to sort a million results on a slow machine. */
const QUERY_TIMEOUT_MS = 10 * 60 * 1_000;
/** A page of 250 results with two megabytes of answers and logs each, far more than they take. */
const MAX_QUERY_BYTES = 512 * 1024 * 1024;

/** The tables without which it is another product's database. */
const TABLES = ['Workspace', 'Typebot', 'PublicTypebot', 'Result'];

/** A database or its user may have another date style or time zone by default. */
const BEGIN =
  "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL timezone = 'UTC'";

/**
 * Connects to the database at a `postgres://` URL. The password is the URL's, or that in PGPASSWORD.
 *
 * @throws SourceUnreadableError if it cannot be read, or is not Typebot's
 */
export async function openSourceDatabase(
  url: string,
  { reconnectPausesMs = RECONNECT_PAUSES_MS, limits = {} }: SourceDatabaseOptions = {},
): Promise<SourceDatabase> {
  const address = parseDatabaseAddress(url);
  const begin = address.schema === undefined ? BEGIN : `${BEGIN}; ${searchPath(address.schema)}`;
  let client: Connection | undefined = await connect(address, limits);
  let isClosed = false;
  let last: Promise<unknown> = Promise.resolve();

  /** A connection carries one transaction at a time. */
  function inSnapshot<T>(read: (query: Query) => Promise<T>): Promise<T> {
    const next = last.then(() => readWithRetries(read));
    last = next.catch(() => {});
    return next;
  }

  async function readWithRetries<T>(read: (query: Query) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await readOnce(read);
      } catch (error) {
        await disconnect();
        if (!(error instanceof DatabaseError)) throw error;
        const pauseMs = reconnectPausesMs[attempt];
        if (isClosed || pauseMs === undefined || !isLostConnection(error.cause)) {
          throw unreadable(address, error.cause);
        }
        await delay(pauseMs);
      }
    }
  }

  async function readOnce<T>(read: (query: Query) => Promise<T>): Promise<T> {
    if (isClosed) throw new SourceUnreadableError(`The connection to ${address.text} is closed`);
    client ??= await wrapFailures(connectOnce(address, limits));
    const connected = client;
    await wrapFailures(connected.client.query(begin));
    const found = await read(async (sql, values) => {
      connected.startCounting();
      const { rows } = await wrapFailures(connected.client.query(sql, values));
      return rows;
    });
    await wrapFailures(connected.client.query('COMMIT'));
    return found;
  }

  async function disconnect(): Promise<void> {
    const ending = client;
    client = undefined;
    await ending?.client.end().catch(() => {});
  }

  const query: Query = (sql, values) => inSnapshot((run) => run(sql, values));
  const findTablesAmong = async (names: string[]) => {
    const rows = await query<{ name: string }>(
      'SELECT name FROM unnest($1::text[]) AS name WHERE to_regclass(quote_ident(name)) IS NOT NULL',
      [names],
    );
    return new Set(rows.map(({ name }) => name));
  };

  const present = new Map<string, boolean>();

  const database: SourceDatabase = {
    address: address.text,
    query,
    inSnapshot,
    async hasTable(name) {
      const isKnown = present.get(name) ?? (await findTablesAmong([name])).has(name);
      present.set(name, isKnown);
      return isKnown;
    },
    async close() {
      isClosed = true;
      await last;
      await disconnect();
    },
  };
  try {
    const found = await findTablesAmong(TABLES);
    const missing = TABLES.filter((name) => !found.has(name));
    if (missing.length > 0) throw new SourceUnreadableError(otherDatabase(address, missing));
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

function otherDatabase({ text, schema }: DatabaseAddress, missing: string[]): string {
  const searched = schema === undefined ? text : `the schema ${schema} of ${text}`;
  return (
    `${searched} is not the database of Typebot: it has no table ${missing.join(', ')}. ` +
    'If its tables are in another schema, add ?schema=<name> to the URL.'
  );
}

function searchPath(schema: string): string {
  return `SET LOCAL search_path = "${schema.replaceAll('"', '""')}"`;
}

/** An error of the connection or of a query, as opposed to one of the code that reads. */
class DatabaseError extends Error {
  override name = 'DatabaseError';
}

async function wrapFailures<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new DatabaseError('The database failed', { cause: error });
  }
}

function unreadable(address: DatabaseAddress, error: unknown): SourceUnreadableError {
  return new SourceUnreadableError(
    `Cannot read the database ${address.text}: ${hidePassword(describeDatabaseFailure(error), address)}`,
  );
}

/** A server may ask for the password in the clear, and repeat it in an error. */
function hidePassword(message: string, { password = process.env.PGPASSWORD }: DatabaseAddress): string {
  return password ? message.replaceAll(password, '…') : message;
}

async function connect(address: DatabaseAddress, limits: DatabaseLimits): Promise<Connection> {
  try {
    return await connectOnce(address, limits);
  } catch (error) {
    throw unreadable(address, error);
  }
}

async function connectOnce(address: DatabaseAddress, limits: DatabaseLimits): Promise<Connection> {
  try {
    return await connectWith(address, address.tls, limits);
  } catch (error) {
    if (address.tls !== false && address.mayLackTls && isTlsMissing(error)) {
      return await connectWith(address, false, limits);
    }
    throw error;
  }
}

type Connection = {
  client: Client;
  /** Begins to count what the server sends, up to `maxQueryBytes`. */
  startCounting(): void;
};

async function connectWith(
  address: DatabaseAddress,
  tls: DatabaseAddress['tls'],
  { connectTimeoutMs, queryTimeoutMs, maxQueryBytes = MAX_QUERY_BYTES }: DatabaseLimits,
): Promise<Connection> {
  // Only a move needs it, and every other command would have to wait for it.
  const { Client, types } = await import('pg');
  const { host, port, database, user, password } = address;
  const config: ClientConfig = {
    host,
    port,
    database,
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ssl: tls,
    application_name: 'bots move',
    connectionTimeoutMillis: connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs ?? QUERY_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: {
      getTypeParser: (oid: number, format: 'text' | 'binary') =>
        PARSERS[oid] ?? types.getTypeParser(oid, format),
    } as NonNullable<ClientConfig['types']>,
  };
  const client = new Client(config);
  const startCounting = guardStream(client, maxQueryBytes);
  // A connection that breaks between two queries says so here. The next query fails, and connects again.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return { client, startCounting };
}

/**
 * Guards against a server that never stops sending, which would fill the memory because the client library keeps all that
 * a query returns, and against messages at which the library throws where nobody catches it.
 *
 * @returns function that starts the count again
 */
function guardStream(client: Client, maxBytes: number): () => void {
  const { connection } = client as unknown as { connection: { attachListeners(stream: Socket): void } };
  const attachListeners = connection.attachListeners.bind(connection);
  let bytes = 0;
  connection.attachListeners = (stream) => {
    attachListeners(stream);
    const readers = stream.listeners('data') as ((chunk: Buffer) => void)[];
    stream.removeAllListeners('data').on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        stream.destroy(new Error(`it responds to a query with more than ${maxBytes} bytes`));
        return;
      }
      try {
        for (const read of readers) read(chunk);
      } catch (error) {
        stream.destroy(error instanceof Error ? error : new Error(String(error)));
      }
    });
  };
  return () => {
    bytes = 0;
  };
}

/** By the number of the type in PostgreSQL's catalogue. */
const PARSERS: Record<number, (text: string) => unknown> = {
  114: parseJson, // json
  3802: parseJson, // jsonb
  1114: toIso, // timestamp without time zone
  1184: toIso, // timestamp with time zone
};

/** Formats a time in UTC. What JavaScript cannot express, as `infinity`, stays as it is. */
function toIso(text: string): string {
  const time = new Date(`${text.replace(' ', 'T').replace(/\+00$/, '')}Z`);
  return Number.isNaN(time.getTime()) ? text : time.toISOString();
}
