import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseDatabaseAddress } from '#apps/cli/moving/source/database-address.ts';
import { SourceUnreadableError } from '#apps/cli/moving/source/source.ts';

const parse = (url: string, env: NodeJS.ProcessEnv = {}) => parseDatabaseAddress(url, env);

describe('the address of a database', () => {
  it('is read from a URL', () => {
    expect(parse('postgresql://me%40work:p%40ss%2F%23@db.example:6543/type%20bot?schema=old')).toEqual({
      text: 'postgres://db.example:6543/type bot',
      host: 'db.example',
      port: 6543,
      database: 'type bot',
      user: 'me@work',
      password: 'p@ss/#',
      schema: 'old',
      tls: { rejectUnauthorized: false },
      mayLackTls: true,
    });
  });

  it('has defaults', () => {
    expect(parse('postgres://db.example/bots')).toMatchObject({
      port: 5432,
      user: undefined,
      password: undefined,
      schema: undefined,
    });
  });

  it('may be an IPv6 address or the folder of a socket', () => {
    expect(parse('postgres://[::1]/bots')).toMatchObject({
      host: '::1',
      text: 'postgres://[::1]:5432/bots',
    });
    expect(parse('postgres://me@localhost/bots?host=/run/postgresql&sslmode=require')).toMatchObject({
      host: '/run/postgresql',
      tls: false,
      text: 'postgres:///run/postgresql:5432/bots',
    });
  });

  it.each([
    ['mysql://me:secret@db.example/bots', /^MySQL is not supported, only PostgreSQL/],
    ['https://me:secret@db.example/bots', /begins with postgres:\/\//],
    ['me:secret@db.example/bots', /begins with postgres:\/\//],
    ['postgres:///bots', /names no host/],
    ['postgres://me:secret@db.example', /names no database/],
    ['postgres://me:secret@db.example/', /names no database/],
    ['postgres://me:se#cret@db.example/bots', /write @ as %40/],
    ['postgres://me:12#secret@db.example/bots', /write @ as %40/],
    ['postgres://me:12/secret@db.example/bots', /write @ as %40/],
    ['postgres://me:12?secret@db.example/bots', /write @ as %40/],
    ['postgres://me:secret%zz@db.example/bots', /write @ as %40/],
    ['postgres://me:secret@db.example:many/bots', /write @ as %40/],
    ['postgres://me:secret@db.example/bots?sslmode=on', /Unknown sslmode/],
    ['postgres://me:secret@db.example/bots?sslrootcert=/no/such.pem', /sslrootcert .*\/no\/such\.pem/],
  ])('is refused without its password: %s', (url, message) => {
    const refused = () => parse(url);
    expect(refused).toThrow(SourceUnreadableError);
    expect(refused).toThrow(message);
    expect(refused).not.toThrow(/cret/);
  });
});

describe('TLS', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'database-address-'));
  const ca = path.join(folder, 'ca.pem');
  writeFileSync(ca, 'a certificate');
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['disable', { tls: false, mayLackTls: true }],
    ['allow', { tls: { rejectUnauthorized: false }, mayLackTls: true }],
    ['prefer', { tls: { rejectUnauthorized: false }, mayLackTls: true }],
    ['require', { tls: { rejectUnauthorized: false }, mayLackTls: false }],
    ['no-verify', { tls: { rejectUnauthorized: false }, mayLackTls: false }],
    ['verify-ca', { tls: { checkServerIdentity: expect.any(Function) }, mayLackTls: false }],
    ['verify-full', { tls: {}, mayLackTls: false }],
    ['verify-full&sslrootcert=system', { tls: {}, mayLackTls: false }],
    [`verify-full&sslrootcert=${ca}`, { tls: { ca: 'a certificate' }, mayLackTls: false }],
    [
      `require&sslrootcert=${ca}`,
      { tls: { ca: 'a certificate', checkServerIdentity: expect.any(Function) }, mayLackTls: false },
    ],
  ])('is as sslmode=%s says', (mode, expected) => {
    const { tls, mayLackTls } = parse(`postgres://db.example/bots?sslmode=${mode}`);
    expect({ tls, mayLackTls }).toEqual(expected);
  });

  it('is as PGSSLMODE says if the URL says nothing', () => {
    expect(parse('postgres://db.example/bots', { PGSSLMODE: 'verify-full' }).tls).toEqual({});
  });
});
