import { createCipheriv, randomBytes } from 'node:crypto';
import type { SourceCredentialsRow } from '#apps/cli/moving/credentials/source-credentials.ts';

/* Encrypts credentials as Typebot does, independently of the code that decrypts them. */

/** A secret as an installation of Typebot has it: 32 characters. */
export const ENCRYPTION_SECRET = 'a-secret-of-tests-with-32-chars-';

export type EncryptionForm = 'present' | 'old';

/** @param text the content before encryption, normally JSON */
export function encryptedText(
  text: string,
  form: EncryptionForm = 'present',
  secret = ENCRYPTION_SECRET,
): Pick<SourceCredentialsRow, 'data' | 'iv'> {
  const vector = randomBytes(form === 'present' ? 12 : 16);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(secret, 'utf8'), vector);
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const tag = cipher.getAuthTag();
  return form === 'present'
    ? { iv: vector.toString('hex'), data: Buffer.concat([ciphertext, tag]).toString('base64') }
    : { iv: `${vector.toString('hex')}.${tag.toString('hex')}`, data: ciphertext.toString('hex') };
}

/** A row of the workspace `there`. */
export function encryptedRow(
  { id, type, name = `My ${type}` }: { id: string; type: string; name?: string },
  content: object,
  form?: EncryptionForm,
  secret?: string,
): SourceCredentialsRow {
  return { id, workspaceId: 'there', type, name, ...encryptedText(JSON.stringify(content), form, secret) };
}
