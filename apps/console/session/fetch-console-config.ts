import type { ConsoleConfig } from './console-config.ts';

/**
 * Returns what the console's site says in `/_config.json` about the bots' site, the identity provider, Google and files.
 *
 * @throws Error if that file is missing or invalid, TypeError from `fetch` if the server cannot be reached
 */
export async function fetchConsoleConfig(): Promise<
  ConsoleConfig & { hasWorkspaceOrigins: boolean; hasFiles: boolean }
> {
  const response = await fetch('/_config.json');
  const config: Partial<ConsoleConfig> | null = response.ok ? await response.json().catch(() => null) : null;
  if (typeof config?.botsUrl !== 'string') {
    throw new Error("The console's site has no /_config.json, so the address of the bots is unknown.");
  }
  return {
    botsUrl: config.botsUrl.replace(/\/$/, ''),
    hasWorkspaceOrigins: config.hasWorkspaceOrigins === true,
    hasFiles: config.hasFiles === true,
    ...(config.signIn && { signIn: config.signIn }),
    ...(config.google && { google: config.google }),
  };
}
