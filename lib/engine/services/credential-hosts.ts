import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import { templateParts } from '#lib/engine/text/template.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { BlockError } from './service-request.ts';

/*
 * Decides where a stored credential may be sent. That is up to the bot's author and the operator who stores
 * the credential. Respondents must not influence it, but they often control the values of variables.
 */

export class CredentialsRefusedError extends BlockError {
  override name = 'CredentialsRefusedError';
}

export type ServiceAddress = {
  /** The unrendered block. */
  block: ChatBlock;
  credentials: JsonObject;
  /** The block's `baseUrl` with variables filled in. */
  filled: string | undefined;
  /** Default if the block has no base URL: the one stored with the credential, or the provider's. */
  standard: string;
};

/**
 * Returns the base URL that a block sends its credential to. It must use HTTPS, and its host must match the
 * credential's `hosts`: exact hosts or `*.suffix`. Without `hosts`, a URL without variables is allowed, because the
 * author chose it, and one with variables if its host is that of `standard`.
 *
 * @throws CredentialsRefusedError if the URL is not allowed
 */
export function credentialBaseUrl({ block, credentials, filled, standard }: ServiceAddress): string {
  if (filled === undefined) return standard;
  const written = isJsonObject(block.options) ? block.options.baseUrl : undefined;
  const isLiteral = typeof written === 'string' && !hasVariables(written);
  const listed = getHosts(credentials);
  const url = URL.parse(filled);
  const standardUrl = URL.parse(standard);
  // The key goes to the origin of `standard` anyway, if the block has no URL.
  if (isLiteral && (listed === undefined || hasSameOrigin(url, standardUrl))) return filled;
  const hosts = listed ?? [standardUrl?.host ?? ''];
  const isAllowed =
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    hosts.some((pattern) => matchesHost(url.host, pattern));
  // Normalized, so that appending a path cannot change the host.
  if (isAllowed) return url.href;
  throw new CredentialsRefusedError(
    isLiteral
      ? 'The credentials were not sent: they are not allowed for this base URL'
      : 'The credentials were not sent: they are not allowed for a URL with these variables',
    {
      // The allowed hosts are part of the value, which nobody can read.
      details: `Address: ${filled.slice(0, MAX_SHOWN_CHARS)}\nThe credentials allow the hosts in their field hosts, over HTTPS${listed ? '' : '. Without it, the host of their base URL'}`,
    },
  );
}

function hasSameOrigin(url: URL | null, other: URL | null): boolean {
  return url !== null && url.origin !== 'null' && url.origin === other?.origin;
}

/** Maximum characters of a URL in a log, because variables can hold far more. */
const MAX_SHOWN_CHARS = 200;

function hasVariables(text: string): boolean {
  return templateParts(text).some(({ kind }) => kind !== 'text');
}

/** Returns undefined if the credential has no `hosts`. A malformed list allows nothing. */
function getHosts({ hosts }: JsonObject): string[] | undefined {
  if (hosts === undefined) return undefined;
  return Array.isArray(hosts) ? hosts.filter((host) => typeof host === 'string') : [];
}

/** @param host including the port, unless it is 443 */
function matchesHost(host: string, pattern: string): boolean {
  const isSuffix = pattern.startsWith('*.');
  // Normalized like hosts in URLs: lowercase, with Punycode for non-ASCII characters.
  const name = URL.parse(`https://${isSuffix ? pattern.slice(2) : pattern}`)?.host;
  if (!name) return false;
  return isSuffix ? host.endsWith(`.${name}`) && host.length > name.length + 1 : host === name;
}
