import type { ConsoleConfig } from '#apps/console/session/console-config.ts';
import { readBoundedBody } from './bounded-body.ts';

/** The console's site may be slow to wake, but a login should not hang on what is only a default. */
const TIMEOUT_MS = 5_000;

const MAX_BYTES = 64 * 1_024;

/**
 * Returns the address of the bots' site, which also has the chat API, as the console's site names it. Undefined if
 * the address is not that of a console.
 */
export async function findSiteUrl(baseUrl: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/_config.json`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) return undefined;
    const body = await readBoundedBody(response, MAX_BYTES);
    const { botsUrl } = JSON.parse(body?.toString('utf8') ?? '{}') as Partial<ConsoleConfig>;
    return typeof botsUrl === 'string' && isPlainUrl(botsUrl) ? botsUrl : undefined;
  } catch {
    // Any other address has no such file. Whether it is one of the service, the token's check tells.
    return undefined;
  }
}

/** The address is shown and stored as it is, so it must not have the control characters that URLs accept. */
function isPlainUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:\/\/[\x21-\x7e]+$/i.test(text);
}
