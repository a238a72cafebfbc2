import { password, text } from '@clack/prompts';
import { Command } from 'commander';
import {
  configFile,
  DEFAULT_PROFILE,
  type Profile,
  readProfile,
  writeProfile,
} from '#apps/cli/service/config-file.ts';
import { LOCAL_PROFILE, serviceAt } from '#apps/cli/service/connection.ts';
import { findSiteUrl } from '#apps/cli/service/find-site-url.ts';
import { defineLocalAction } from '#apps/cli/service/service-action.ts';
import { formatFacts } from '#apps/terminal/plain-text.ts';
import { readStandardInput } from '#apps/terminal/standard-input.ts';

type Options = { baseUrl?: string; chatUrl?: string; siteUrl?: string; token?: string; profile: string };

export function loginCommand(): Command {
  const command = new Command('login')
    .description('store the addresses of a service and a token')
    .option('--base-url <url>', 'address of the management API')
    .option('--chat-url <url>', 'address of the chat API')
    .option('--site-url <url>', "address of the bots' pages, if it is not the chat address")
    .option('--token <token>', 'token; - reads it from standard input, which keeps it out of process lists')
    .option('--profile <name>', 'name of the profile', DEFAULT_PROFILE)
    .addHelpText(
      'after',
      `
Options default to BOTS_BASE_URL, BOTS_CHAT_URL, BOTS_SITE_URL and BOTS_TOKEN. The console's address is a base
URL too, and knows the other two. What is still missing is prompted for.
The token is stored in ${configFile()}, readable only by you.`,
    );

  defineLocalAction<[], Options>(command, async (_args, options) => {
    if (options.profile === LOCAL_PROFILE) {
      throw new Error(`The profile ${LOCAL_PROFILE} always means the local server that runs in this folder`);
    }
    const profile = await completeOptions(options);
    const { token, workspaces } = await serviceAt(profile).client.getMe();
    await writeProfile(options.profile, profile);
    const { token: _, ...addresses } = profile;
    return {
      json: { profile: options.profile, ...addresses, file: configFile(), token, workspaces },
      text: formatFacts([
        ['Service', addresses.baseUrl],
        ['Chat', addresses.chatUrl],
        ...(addresses.siteUrl === undefined ? [] : ([['Pages', addresses.siteUrl]] as [string, string][])),
        ['Token', `${token.name} (${token.role})`],
        ...workspaces.map(({ id, name }): [string, string] => ['Workspace', `${name} (${id})`]),
        ['Stored in', `${configFile()}, profile ${options.profile}`],
      ]),
    };
  });
  return command;
}

async function completeOptions(options: Options): Promise<Profile> {
  const { BOTS_BASE_URL, BOTS_CHAT_URL, BOTS_SITE_URL, BOTS_TOKEN } = process.env;
  const known = await readProfile(options.profile);
  const baseUrl = options.baseUrl ?? (BOTS_BASE_URL || (await ask('Base URL', known?.baseUrl, '--base-url')));
  assertUrl(baseUrl);
  const namedSiteUrl = await findSiteUrl(baseUrl);
  const chatUrl =
    options.chatUrl ??
    (BOTS_CHAT_URL ||
      (isInteractive()
        ? await ask('Chat URL', namedSiteUrl ?? known?.chatUrl ?? baseUrl, '--chat-url')
        : (namedSiteUrl ?? baseUrl)));
  assertUrl(chatUrl);
  const siteUrl = options.siteUrl ?? (BOTS_SITE_URL || namedSiteUrl);
  if (siteUrl !== undefined) assertUrl(siteUrl);
  const token =
    options.token === '-'
      ? (await readStandardInput()).trim()
      : (options.token ?? (BOTS_TOKEN || (await askToken())));
  return { baseUrl, chatUrl, ...(siteUrl !== undefined && siteUrl !== chatUrl && { siteUrl }), token };
}

function isInteractive(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

function assertUrl(url: string): void {
  const isWeb = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  if (!isWeb) throw new Error(`${url} is not an http or https URL`);
}

async function ask(message: string, initialValue: string | undefined, option: string): Promise<string> {
  if (!isInteractive()) throw new Error(`${option} is required without a terminal`);
  return requireAnswer(
    await text({
      message,
      output: process.stderr,
      ...(initialValue !== undefined && { initialValue }),
      validate: (value) =>
        URL.canParse(value ?? '') ? undefined : 'Enter a URL such as https://bots.example.com',
    }),
  );
}

async function askToken(): Promise<string> {
  if (!isInteractive()) throw new Error('--token is required without a terminal');
  return requireAnswer(
    await password({
      message: 'Token',
      output: process.stderr,
      validate: (value) => (value ? undefined : 'A token starts with bot_'),
    }),
  );
}

function requireAnswer(answer: string | symbol): string {
  if (typeof answer === 'symbol') throw new Error('Cancelled: nothing was stored');
  return answer.trim();
}
