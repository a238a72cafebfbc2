import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { SourceUnreadableError } from './source.ts';

/** Where a database is, and how to connect to it. */
export type DatabaseAddress = {
  /** For messages: without the user, the password and the parameters. */
  text: string;
  /** A host name, or the folder of a Unix socket. */
  host: string;
  port: number;
  database: string;
  /** Default: PGUSER, or the user of the operating system. */
  user: string | undefined;
  /** Default: PGPASSWORD, or what `~/.pgpass` says. */
  password: string | undefined;
  /** PostgreSQL's schema that has the tables, if the URL names one. */
  schema: string | undefined;
  /** False: without TLS. */
  tls: ConnectionOptions | false;
  /** Whether to connect without TLS if the server has none. */
  mayLackTls: boolean;
};

const DEFAULT_PORT = 5432;

/**
 * Reads a URL such as `postgres://user:password@host:5432/database?sslmode=require`. Its parameters mean what they
 * mean to PostgreSQL's own programs, except `schema`, which Typebot's own configuration may have.
 *
 * @throws SourceUnreadableError if it is not the URL of a PostgreSQL database. The message never quotes the URL: it may
 * have a password in a place where none is expected.
 */
export function parseDatabaseAddress(url: string, env: NodeJS.ProcessEnv = process.env): DatabaseAddress {
  if (/^(mysql|mariadb):/i.test(url)) {
    throw new SourceUnreadableError(
      'MySQL is not supported, only PostgreSQL. Move over the API of Typebot instead: it gives ' +
        'everything but credentials, deleted bots and the dates of answers.',
    );
  }
  if (!/^postgres(ql)?:\/\//i.test(url)) {
    throw new SourceUnreadableError('The address of a database begins with postgres:// or postgresql://');
  }
  const parsed = parseUrl(url);
  const { searchParams } = parsed;
  const host = searchParams.get('host') ?? decode(parsed.hostname).replace(/^\[(.+)\]$/, '$1');
  const port = Number(searchParams.get('port') ?? (parsed.port || DEFAULT_PORT));
  const database = decode(parsed.pathname.slice(1));
  if (host === '') throw new SourceUnreadableError('The URL of the database names no host');
  if (database === '') {
    throw new SourceUnreadableError(
      'The URL of the database names no database: postgres://user@host/database',
    );
  }
  const shownHost = host.includes(':') ? `[${host}]` : host;
  return {
    text: `postgres://${shownHost}:${port}/${database}`,
    host,
    port,
    database,
    user: decode(parsed.username) || undefined,
    password: decode(parsed.password) || undefined,
    schema: searchParams.get('schema') ?? undefined,
    ...tlsOf(host, searchParams, env),
  };
}

/** A URL that is cut at a `#`, `/` or `?` of a password would still be valid, with the password's start as the port. */
function parseUrl(url: string): URL {
  const unreadable = new SourceUnreadableError(
    'The URL of the database cannot be read. It has the form postgres://user:password@host:5432/database; ' +
      'in a password, write @ as %40, / as %2F, # as %23, ? as %3F and % as %25, or put it into PGPASSWORD.',
  );
  if (!URL.canParse(url)) throw unreadable;
  const parsed = new URL(url);
  const isCut = parsed.hash !== '' || /[@/]/.test(parsed.pathname.slice(1)) || parsed.search.includes('@');
  if (isCut) throw unreadable;
  try {
    for (const part of [parsed.hostname, parsed.username, parsed.password, parsed.pathname])
      decodeURIComponent(part);
  } catch {
    throw unreadable;
  }
  return parsed;
}

function decode(part: string): string {
  return decodeURIComponent(part);
}

/**
 * TLS as `sslmode` means it to PostgreSQL's own programs. Without `sslmode` it is `prefer`, as there: encrypted if the
 * server can, and its certificate is not checked.
 */
function tlsOf(
  host: string,
  parameters: URLSearchParams,
  env: NodeJS.ProcessEnv,
): Pick<DatabaseAddress, 'tls' | 'mayLackTls'> {
  // A Unix socket never has TLS, whatever sslmode says.
  if (host.startsWith('/')) return { tls: false, mayLackTls: true };
  const mode = parameters.get('sslmode') ?? env.PGSSLMODE ?? 'prefer';
  const files = {
    ca: certificateFile(parameters, 'sslrootcert'),
    cert: certificateFile(parameters, 'sslcert'),
    key: certificateFile(parameters, 'sslkey'),
  };
  const given = Object.fromEntries(Object.entries(files).filter(([, text]) => text !== undefined));
  const anyName = { checkServerIdentity: () => undefined };
  switch (mode) {
    case 'disable':
      return { tls: false, mayLackTls: true };
    case 'allow':
    case 'prefer':
      return { tls: { ...given, rejectUnauthorized: false }, mayLackTls: true };
    case 'no-verify':
      return { tls: { ...given, rejectUnauthorized: false }, mayLackTls: false };
    case 'require':
      // With a CA, it checks the certificate, but not the name in it.
      return {
        tls: files.ca === undefined ? { ...given, rejectUnauthorized: false } : { ...given, ...anyName },
        mayLackTls: false,
      };
    case 'verify-ca':
      return { tls: { ...given, ...anyName }, mayLackTls: false };
    case 'verify-full':
      return { tls: given, mayLackTls: false };
    default:
      throw new SourceUnreadableError(
        'Unknown sslmode: expected disable, allow, prefer, require, verify-ca or verify-full',
      );
  }
}

function certificateFile(parameters: URLSearchParams, name: string): string | undefined {
  const file = parameters.get(name);
  // `system` stands for the certificate authorities of the system, which are used anyway.
  if (file === null || file === 'system') return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new SourceUnreadableError(
      `${name} in the URL of the database names a file that cannot be read: ${file}`,
    );
  }
}
