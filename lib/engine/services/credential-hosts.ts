import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import { templateParts } from '#lib/engine/text/template.ts';
import { isJsonObject, type JsonObject } from '#lib/json/json-object.ts';
import { BlockFailure } from './service-request.ts';

/*
 * Where a stored credential may be sent. The author of a bot and the operator who stores the credential
 * choose its service. Respondents must not, but they often decide what variables hold.
 */

/** Why a credential was not sent. */
export class CredentialsRefused extends BlockFailure {}

export type ServiceAddress = {
  /** The block as its author wrote it. */
  block: ChatBlock;
  credentials: JsonObject;
  /** The block's `baseUrl` with its variables filled in. */
  filled: string | undefined;
  /** Used if the block has none: the base URL that is stored with the credential, or the provider's. */
  standard: string;
};

/**
 * The base URL of the service that a block sends its credential to. A URL without variables is the author's
 * choice. One with variables must use HTTPS, and its host must be in the `hosts` of the stored credential:
 * exact hosts or `*.suffix`, by default the host of the standard address.
 *
 * @throws CredentialsRefused if variables lead to any other address
 */
export function credentialBaseUrl({ block, credentials, filled, standard }: ServiceAddress): string {
  if (filled === undefined) return standard;
  const written = isJsonObject(block.options) ? block.options.baseUrl : undefined;
  if (typeof written === 'string' && !hasVariables(written)) return filled;
  const hosts = getHosts(credentials) ?? [URL.parse(standard)?.host ?? ''];
  const url = URL.parse(filled);
  const isAllowed =
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    hosts.some((pattern) => matchesHost(url.host, pattern));
  // The parsed form, so that a path which is added later cannot change the host.
  if (isAllowed) return url.href;
  throw new CredentialsRefused(
    'The credentials were not sent: they are not for the address that variables lead to',
    {
      details: `Address: ${filled.slice(0, MAX_SHOWN_CHARS)}\nThe credentials allow these hosts, by HTTPS: ${hosts.join(', ')}`,
    },
  );
}

/** Characters of an address in a log. A variable may hold far more. */
const MAX_SHOWN_CHARS = 200;

function hasVariables(text: string): boolean {
  return templateParts(text).some(({ kind }) => kind !== 'text');
}

/** Undefined if the credential has no list. A list of another form allows nothing. */
function getHosts({ hosts }: JsonObject): string[] | undefined {
  if (hosts === undefined) return undefined;
  return Array.isArray(hosts) ? hosts.filter((host) => typeof host === 'string') : [];
}

/** @param host with its port, unless that is 443 */
function matchesHost(host: string, pattern: string): boolean {
  const isSuffix = pattern.startsWith('*.');
  // The form that hosts have in URLs: in lower case, and with Punycode for letters beyond ASCII.
  const name = URL.parse(`https://${isSuffix ? pattern.slice(2) : pattern}`)?.host;
  if (!name) return false;
  return isSuffix ? host.endsWith(`.${name}`) && host.length > name.length + 1 : host === name;
}
