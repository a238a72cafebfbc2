import { chmod, mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import * as z from 'zod';
import { replaceFile } from '#apps/cli/replace-file.ts';
import { tryParseJson } from '#apps/cli/try-parse-json.ts';

/** Profile stored by `bots login`: the addresses of a service and a token. */
const profile = z.object({
  baseUrl: z.string(),
  chatUrl: z.string(),
  /** Only if the bots' pages are not at the chat address. */
  siteUrl: z.string().optional(),
  token: z.string(),
});
const config = z.object({ profiles: z.record(z.string(), profile) });

export type Profile = z.output<typeof profile>;
type Config = z.output<typeof config>;

export const DEFAULT_PROFILE = 'default';

/** Path of the configuration file, `$XDG_CONFIG_HOME/bots/config.json`. */
export function configFile(env: NodeJS.ProcessEnv = process.env): string {
  return path.join(env.XDG_CONFIG_HOME || path.join(homedir(), '.config'), 'bots', 'config.json');
}

/**
 * Reads a stored profile.
 *
 * @throws Error if the file was not written by `bots login`
 */
export async function readProfile(name: string): Promise<Profile | undefined> {
  const { profiles } = await readConfig();
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

/** Stores a profile. The file holds tokens, so only its owner can read it. */
export async function writeProfile(name: string, added: Profile): Promise<void> {
  const { profiles } = await readConfig();
  const file = configFile();
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify({ profiles: { ...profiles, [name]: added } }, null, 2)}\n`;
  await replaceFile(file, (write) => write(text), 0o600);
  await chmod(file, 0o600);
}

async function readConfig(): Promise<Config> {
  const file = configFile();
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return { profiles: {} };
  const parsed = config.safeParse(tryParseJson(text));
  if (parsed.success) return parsed.data;
  throw new Error(`${file} was not written by bots login: fix it, or remove it and log in again`);
}
