import { CREDENTIAL_KINDS, findMissingFields } from '#lib/bots/document/credential-kinds.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/** The OAuth client that Google issued the refresh tokens to. */
export type GoogleClient = { id: string; secret: string };

/** Credentials as blocks of this service read them, or the reason why there is nothing to store. */
export type ConvertedCredentials =
  | {
      status: 'usable';
      credentials: JsonObject;
      /** Steps that are left until they work. */
      note?: string;
    }
  /** Blocks of this service could use them, but something is missing. */
  | { status: 'incomplete'; reason: string }
  /** No block of this service reads such credentials. */
  | { status: 'unused'; reason: string };

const GOOGLE_KINDS: ReadonlySet<string> = new Set(['google sheets', 'gmail']);

const UNUSED: ReadonlyMap<string, string> = new Map([
  ['whatsApp', 'bots here talk only through the chat API'],
  ['http proxy', 'bots here send no requests through proxies'],
]);

/**
 * Converts decrypted credentials to what blocks of this service read. Reasons contain no values.
 *
 * @param googleClient client of the old installation, whose id and secret are not in its database
 */
export function convertCredentials(
  kind: string,
  content: JsonObject,
  googleClient: GoogleClient | undefined,
): ConvertedCredentials {
  const known = CREDENTIAL_KINDS.get(kind);
  if (!known) return { status: 'unused', reason: UNUSED.get(kind) ?? 'no block here reads this kind' };
  if (GOOGLE_KINDS.has(kind)) return convertGoogle(content, googleClient);
  const credentials = withoutNulls(content);
  const missing = findMissingFields(known, credentials);
  return missing.length === 0
    ? { status: 'usable', credentials }
    : { status: 'incomplete', reason: `it has no ${missing.join(', ')}` };
}

/**
 * Of a Google account only the refresh token is kept, because access tokens expire within an hour. Both spellings of
 * its name are read. A client that is stored with the token comes before the installation's.
 */
function convertGoogle(
  { refresh_token, refreshToken, client }: JsonObject,
  googleClient: GoogleClient | undefined,
): ConvertedCredentials {
  const token = refresh_token ?? refreshToken;
  if (typeof token !== 'string' || token === '') {
    return { status: 'incomplete', reason: 'it has no refresh token: authorize the account again' };
  }
  const { id, secret } = ownClient(client) ?? googleClient ?? {};
  if (id === undefined || secret === undefined) {
    return {
      status: 'incomplete',
      reason:
        "Google accepts the refresh token only from the old installation's OAuth client: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET to that client's and import again, or authorize the account for a client of your own",
    };
  }
  return {
    status: 'usable',
    credentials: { client_id: id, client_secret: secret, refresh_token: token },
    note: 'works only with the OAuth client that Google issued the refresh token to',
  };
}

function ownClient(client: unknown): GoogleClient | undefined {
  if (!isJsonObject(client)) return undefined;
  const { id, secret } = client;
  return typeof id === 'string' && id !== '' && typeof secret === 'string' && secret !== ''
    ? { id, secret }
    : undefined;
}

/** Fields that are null count as absent in Typebot. Here they would not be valid. */
function withoutNulls(content: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(content)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, isJsonObject(value) ? withoutNulls(value) : value]),
  );
}

/**
 * Returns the client from GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, if they are set.
 *
 * @throws Error if only one of them is set
 */
export function googleClientFrom(env: NodeJS.ProcessEnv): GoogleClient | undefined {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret } = env;
  if (id && secret) return { id, secret };
  if (id || secret) throw new Error('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together');
  return undefined;
}
