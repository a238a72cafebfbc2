import { describe, expect, it } from 'vitest';
import {
  CredentialsUnreadableError,
  decryptCredentials,
  encryptionKey,
  type SourceCredentialsRow,
  WrongSecretError,
} from '#apps/cli/moving/credentials/source-credentials.ts';
import { ENCRYPTION_SECRET, encryptedText } from '#test/support/encrypted-credentials.ts';
import { hasSourceWorld, readSourceWorld } from '#test/support/source-world.ts';

const KEY = encryptionKey({ ENCRYPTION_SECRET });
const CONTENT = { password: 'pässwörd 🗝 "\\', port: 587, from: { email: 'a@x.example' } };

function failureOf(row: { data: string; iv: string }, key = KEY): unknown {
  try {
    return decryptCredentials(row, key);
  } catch (error) {
    return error;
  }
}

describe('encrypted credentials of Typebot', () => {
  it.each(['present', 'old'] as const)('are decrypted in the %s form', (form) => {
    expect(decryptCredentials(encryptedText(JSON.stringify(CONTENT), form), KEY)).toStrictEqual(CONTENT);
  });

  it.each(['present', 'old'] as const)('need the secret that encrypted them: %s form', (form) => {
    const other = encryptionKey({ ENCRYPTION_SECRET: ENCRYPTION_SECRET.toUpperCase() });
    const error = failureOf(encryptedText(JSON.stringify(CONTENT), form), other);
    expect(error).toBeInstanceOf(WrongSecretError);
    expect(String(error)).toContain('ENCRYPTION_SECRET');
    expect(String(error)).not.toContain('587');
  });

  it.each(['present', 'old'] as const)('are refused if a bit has changed: %s form', (form) => {
    const row = encryptedText(JSON.stringify(CONTENT), form);
    const [first = ''] = row.data;
    const changed = { ...row, data: `${first === 'a' ? 'b' : 'a'}${row.data.slice(1)}` };
    expect(failureOf(changed)).toBeInstanceOf(WrongSecretError);
  });

  it('are refused with a shortened tag, which would be easier to forge', () => {
    const row = encryptedText('{}', 'old');
    const error = failureOf({ ...row, iv: row.iv.slice(0, -8) });
    expect(error).toBeInstanceOf(CredentialsUnreadableError);
    expect(String(error)).toContain('its row is damaged');
  });

  it.each([
    ['an old iv without a tag', { iv: '00'.repeat(16), data: '00' }],
    ['an empty iv', { iv: '', data: '00' }],
    ['data shorter than a tag', { iv: '00'.repeat(12), data: 'AAAA' }],
  ])('are refused with %s', (_, row) => {
    expect(failureOf(row)).toBeInstanceOf(CredentialsUnreadableError);
  });

  it.each(['not JSON: sk-secret', '"sk-secret"', '["sk-secret"]'])(
    'are refused without quoting them if they are not an object: %s',
    (text) => {
      const error = failureOf(encryptedText(text));
      expect(error).toBeInstanceOf(CredentialsUnreadableError);
      expect(String(error)).toContain('its content is not a JSON object');
      expect(String(error)).not.toContain('sk-secret');
    },
  );
});

describe('ENCRYPTION_SECRET', () => {
  it.each([{}, { ENCRYPTION_SECRET: '' }])('must be set: %j', (env) => {
    expect(() => encryptionKey(env)).toThrow('ENCRYPTION_SECRET is not set');
  });

  it.each([
    ['x'.repeat(31), 31],
    ['x'.repeat(33), 33],
    // 32 characters, but not 32 bytes.
    ['ä'.repeat(32), 64],
  ])('must have 32 bytes: %s', (secret, bytes) => {
    expect(() => encryptionKey({ ENCRYPTION_SECRET: secret })).toThrow(
      `ENCRYPTION_SECRET must have 32 bytes, but has ${bytes}`,
    );
  });
});

type Recorded = {
  encryptionSecret: string;
  credentials: (SourceCredentialsRow & { plain: object; plainText: string })[];
};

if (!hasSourceWorld)
  process.stderr.write('Skipped: recorded credentials, because ../shared/moving is missing.\n');

describe.runIf(hasSourceWorld)('recorded credentials', () => {
  const { encryptionSecret, credentials } = hasSourceWorld
    ? readSourceWorld<Recorded>('database/credentials.json')
    : { encryptionSecret: '', credentials: [] };

  it.each(credentials)('$name are decrypted', ({ plain, plainText, ...row }) => {
    const decrypted = decryptCredentials(row, encryptionKey({ ENCRYPTION_SECRET: encryptionSecret }));
    expect(decrypted).toStrictEqual(plain);
    expect(JSON.stringify(decrypted)).toBe(plainText);
  });
});
