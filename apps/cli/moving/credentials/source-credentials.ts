import { createDecipheriv } from 'node:crypto';
import { tryParseJson } from '#apps/cli/try-parse-json.ts';
import { isNestedDeeper } from '#lib/platform/json/json-depth.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/*
 * Typebot encrypts credentials with AES-256-GCM. Its key is the text of ENCRYPTION_SECRET as it is: no
 * hash, no derivation. A row's `iv` tells in which form `data` is.
 */

/** A row of Typebot's table "Credentials". */
export type SourceCredentialsRow = {
  id: string;
  workspaceId: string;
  /** The kind, such as `smtp`. */
  type: string;
  name: string;
  data: string;
  iv: string;
};

/** Credentials cannot be decrypted. The message contains none of their content. */
export class CredentialsUnreadableError extends Error {
  override name = 'CredentialsUnreadableError';
}

/** They were encrypted with another secret, or changed since. */
export class WrongSecretError extends CredentialsUnreadableError {
  override name = 'WrongSecretError';
}

/** Far deeper than any credentials that a block reads. */
const MAX_DEPTH = 20;

const KEY_BYTES = 32;
const TAG_BYTES = 16;
/** Maximum of OpenSSL. */
const MAX_IV_BYTES = 128;

/** Length of `iv` in the present form: 12 bytes in hex. */
const PRESENT_IV_CHARS = 24;

/**
 * Returns the key from the environment variable ENCRYPTION_SECRET. It is never an option of a command, because process
 * lists and shell histories would show it.
 *
 * @throws Error if the variable is not set or does not have 32 bytes
 */
export function encryptionKey(env: NodeJS.ProcessEnv): Buffer {
  const { ENCRYPTION_SECRET: secret } = env;
  if (!secret) {
    throw new Error(
      "ENCRYPTION_SECRET is not set: it must be that of Typebot's installation, whose builder and viewer have it in their environment",
    );
  }
  const key = Buffer.from(secret, 'utf8');
  if (key.length === KEY_BYTES) return key;
  throw new Error(`ENCRYPTION_SECRET must have ${KEY_BYTES} bytes, but has ${key.length}`);
}

/**
 * Decrypts the content of a row.
 *
 * @throws WrongSecretError if the check of its authenticity fails
 * @throws CredentialsUnreadableError if the row is damaged in another way
 */
export function decryptCredentials(row: Pick<SourceCredentialsRow, 'data' | 'iv'>, key: Buffer): JsonObject {
  const content = tryParseJson(decrypt(row, key));
  if (!isJsonObject(content)) throw new CredentialsUnreadableError('its content is not a JSON object');
  if (isNestedDeeper(content, MAX_DEPTH))
    throw new CredentialsUnreadableError('its content is nested too deeply');
  return content;
}

function decrypt(row: Pick<SourceCredentialsRow, 'data' | 'iv'>, key: Buffer): string {
  const { iv, tag, ciphertext } = row.iv.length === PRESENT_IV_CHARS ? presentForm(row) : oldForm(row);
  if (iv.length === 0 || iv.length > MAX_IV_BYTES || tag.length !== TAG_BYTES) {
    throw new CredentialsUnreadableError('its row is damaged: the iv or the data is incomplete');
  }
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
  } catch {
    throw new WrongSecretError('it was encrypted with another ENCRYPTION_SECRET, or its row is damaged');
  }
}

type Sealed = { iv: Buffer; tag: Buffer; ciphertext: Buffer };

/** `iv` in hex; `data` is the ciphertext followed by the tag, in base64. */
function presentForm({ iv, data }: Pick<SourceCredentialsRow, 'data' | 'iv'>): Sealed {
  const sealed = Buffer.from(data, 'base64');
  const end = Math.max(0, sealed.length - TAG_BYTES);
  return { iv: Buffer.from(iv, 'hex'), tag: sealed.subarray(end), ciphertext: sealed.subarray(0, end) };
}

/** `iv` is `<iv>.<tag>` and `data` the ciphertext, all in hex. */
function oldForm({ iv, data }: Pick<SourceCredentialsRow, 'data' | 'iv'>): Sealed {
  const [vector = '', tag = ''] = iv.split('.');
  return {
    iv: Buffer.from(vector, 'hex'),
    tag: Buffer.from(tag, 'hex'),
    ciphertext: Buffer.from(data, 'hex'),
  };
}
