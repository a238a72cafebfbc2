import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Client, createClient } from '#apps/client/client.ts';
import { getDataDir } from '#apps/local/data-dir.ts';
import { DEFAULT_PROFILE, type Profile, readProfile } from './config-file.ts';
import { withNamedFailures } from './named-failures.ts';
import { createServiceFetch } from './retrying-fetch.ts';

/** Connection to the service that a command works on. */
export type Service = {
  client: Client;
  /** Address of the management API, for messages. */
  baseUrl: string;
  /** Address of the chat API. Undefined if only the management address is known. */
  chatUrl?: string | undefined;
  /** Address of the bots' pages. Undefined if neither it nor the chat address is known. */
  siteUrl?: string | undefined;
};

/** Reserved profile name for the local server running from this checkout. */
export const LOCAL_PROFILE = 'local';

/**
 * Connects to the service: the named profile, or else the environment variables, or else the profile
 * `default`, or else the local server running from this checkout.
 *
 * @throws Error if none of these exists
 */
export async function connect(profileName: string | undefined): Promise<Service> {
  return serviceAt(await findProfile(profileName, process.env));
}

export function serviceAt({ baseUrl, chatUrl: configuredChatUrl, siteUrl, token }: Profile): Service {
  const client = createClient({ baseUrl, chatUrl: configuredChatUrl, token, fetch: createServiceFetch() });
  // Where only one address is known, it stands for both.
  const chatUrl = configuredChatUrl === baseUrl ? undefined : configuredChatUrl;
  return { client: withNamedFailures(client), baseUrl, chatUrl, siteUrl: siteUrl ?? chatUrl };
}

async function findProfile(name: string | undefined, env: NodeJS.ProcessEnv): Promise<Profile> {
  if (name !== undefined) return await findNamedProfile(name, env);
  const { BOTS_BASE_URL: baseUrl, BOTS_CHAT_URL: chatUrl, BOTS_SITE_URL: siteUrl, BOTS_TOKEN: token } = env;
  if (baseUrl) {
    // Never send a stored token to an address other than the one it was stored with.
    if (!token) throw new Error('BOTS_BASE_URL requires BOTS_TOKEN');
    return { baseUrl, chatUrl: chatUrl || baseUrl, ...(siteUrl && { siteUrl }), token };
  }
  const found = (await readProfile(DEFAULT_PROFILE)) ?? (await readLocalServer(env));
  if (!found) {
    throw new Error(
      'No service is configured: start one with npm start, run bots login, or set BOTS_BASE_URL and BOTS_TOKEN',
    );
  }
  return {
    ...found,
    ...(chatUrl && { chatUrl }),
    ...(siteUrl && { siteUrl }),
    ...(token && { token }),
  };
}

async function findNamedProfile(name: string, env: NodeJS.ProcessEnv): Promise<Profile> {
  const found = name === LOCAL_PROFILE ? await readLocalServer(env) : await readProfile(name);
  if (found) return found;
  throw new Error(
    name === LOCAL_PROFILE
      ? 'No local server is running: start one with npm start'
      : `There is no profile ${name}: run bots login --profile ${name}`,
  );
}

/** Reads the local server's profile from the file that the server writes while running. */
async function readLocalServer(env: NodeJS.ProcessEnv): Promise<Profile | undefined> {
  try {
    const text = await readFile(path.join(getDataDir(env), 'server.json'), 'utf8');
    const { baseUrl, chatUrl, token } = JSON.parse(text) as Profile;
    return { baseUrl, chatUrl, token };
  } catch {
    return undefined;
  }
}
