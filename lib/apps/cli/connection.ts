import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Client, createClient } from '#lib/client/client.ts';
import { DEFAULT_PROFILE, type Profile, readProfile } from './config-file.ts';
import { retryingFetch } from './retrying-fetch.ts';

/** The service that a command works on. */
export type Service = {
  client: Client;
  /** Address of the management API, for people. */
  baseUrl: string;
};

/** The profile that is never stored: the local server that runs in this folder. */
export const LOCAL_PROFILE = 'local';

/**
 * The service for a command: the named profile, or else what the environment names, or else the profile
 * `default`, or else a local server that runs in this folder.
 *
 * @throws Error if none of them exists
 */
export async function connect(profileName: string | undefined): Promise<Service> {
  return serviceAt(await findProfile(profileName, process.env));
}

export function serviceAt({ baseUrl, chatUrl, token }: Profile): Service {
  return { client: createClient({ baseUrl, chatUrl, token, fetch: retryingFetch }), baseUrl };
}

async function findProfile(name: string | undefined, env: NodeJS.ProcessEnv): Promise<Profile> {
  if (name !== undefined) return await namedProfile(name, env);
  const { BOTS_BASE_URL: baseUrl, BOTS_CHAT_URL: chatUrl, BOTS_TOKEN: token } = env;
  if (baseUrl) {
    // A stored token is sent only to the address that it was stored with.
    if (!token) throw new Error('BOTS_BASE_URL needs BOTS_TOKEN beside it');
    return { baseUrl, chatUrl: chatUrl || baseUrl, token };
  }
  const found = (await readProfile(DEFAULT_PROFILE)) ?? (await localServer(env));
  if (!found) {
    throw new Error('No service is known: run bots login, or set BOTS_BASE_URL and BOTS_TOKEN');
  }
  return { ...found, ...(chatUrl && { chatUrl }), ...(token && { token }) };
}

async function namedProfile(name: string, env: NodeJS.ProcessEnv): Promise<Profile> {
  const found = name === LOCAL_PROFILE ? await localServer(env) : await readProfile(name);
  if (found) return found;
  throw new Error(
    name === LOCAL_PROFILE
      ? 'No local server runs in this folder: start it with npm start'
      : `There is no profile ${name}: run bots login --profile ${name}`,
  );
}

/** The profile that a running local server has written about itself. */
async function localServer(env: NodeJS.ProcessEnv): Promise<Profile | undefined> {
  try {
    const text = await readFile(path.join(env.DATA_DIR || '.local', 'server.json'), 'utf8');
    const { baseUrl, chatUrl, token } = JSON.parse(text) as Profile;
    return { baseUrl, chatUrl, token };
  } catch {
    return undefined;
  }
}
