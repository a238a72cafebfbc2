import type { ConsoleConfig } from './console-config.ts';

/**
 * Returns the origin of the bots' site, which the console's site names in `/_config.json`.
 *
 * @throws Error if that file is missing or invalid, TypeError from `fetch` if the server cannot be reached
 */
export async function fetchBotsUrl(): Promise<string> {
  const response = await fetch('/_config.json');
  const config: Partial<ConsoleConfig> | null = response.ok ? await response.json().catch(() => null) : null;
  if (typeof config?.botsUrl !== 'string') {
    throw new Error("The console's site has no /_config.json, so the address of the bots is unknown.");
  }
  return config.botsUrl.replace(/\/$/, '');
}
