import type { ConsoleConfig } from '#apps/console/session/console-config.ts';

/** The console's site may be slow to wake, but a login should not hang on what is only a default. */
const TIMEOUT_MS = 5_000;

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
    const { botsUrl } = (await response.json()) as Partial<ConsoleConfig>;
    return typeof botsUrl === 'string' && URL.canParse(botsUrl) ? botsUrl : undefined;
  } catch {
    // Any other address has no such file. Whether it is one of the service, the token's check tells.
    return undefined;
  }
}
