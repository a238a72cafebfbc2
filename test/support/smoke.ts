import { spawn } from 'node:child_process';
import { Command } from 'commander';

/*
 * `npm run smoke` runs the HTTP suite against a service that is deployed elsewhere. It creates bots in the
 * token's workspace and does not delete them, so give it a workspace of its own.
 */

const { baseUrl, chatUrl, token, workspace } = new Command('smoke')
  .description('Runs the HTTP tests against a deployed service.')
  .requiredOption('--base-url <url>', 'management address, the stack output ManagementUrl')
  .requiredOption('--chat-url <url>', 'chat address, the stack output ChatUrl')
  .requiredOption('--token <token>', 'a token with the role editor')
  .option(
    '--workspace <id>',
    'the workspace to test in (default: that of the token); the tests leave bots in it',
  )
  .parse()
  .opts<{ baseUrl: string; chatUrl: string; token: string; workspace?: string }>();

const vitest = spawn('vitest', ['run', '--project', 'fast', 'test/http'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    BASE_URL: baseUrl.replace(/\/$/, ''),
    CHAT_URL: chatUrl.replace(/\/$/, ''),
    TOKEN: token,
    WORKSPACE_ID: workspace ?? '',
  },
});
vitest.on('exit', (code) => process.exit(code ?? 1));
