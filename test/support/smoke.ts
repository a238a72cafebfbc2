import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';

/*
 * `npm run smoke` runs the HTTP suite against a deployed service. It creates bots in the token's workspace and
 * does not delete them, so use a dedicated workspace.
 */

const program = new Command('smoke')
  .description('Runs the HTTP tests against a deployed service.')
  .requiredOption('--base-url <url>', 'management URL, the stack output ManagementUrl')
  .requiredOption('--chat-url <url>', 'chat URL, the stack output ChatUrl')
  .requiredOption('--token <token>', 'an editor token')
  .option('--workspace <id>', "the workspace to test in (default: the token's); the tests leave bots behind")
  .option('--left-out <file>', 'module listing the tests that cannot pass there, with reasons')
  .argument('[vitest-options...]', 'options for vitest, after --')
  .parse();
const { baseUrl, chatUrl, token, workspace, leftOut } = program.opts<{
  baseUrl: string;
  chatUrl: string;
  token: string;
  workspace?: string;
  leftOut?: string;
}>();

const root = fileURLToPath(new URL('../..', import.meta.url));
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const reporters =
  leftOut === undefined ? [] : ['--reporter=default', '--reporter=./test/support/left-out-reporter.ts'];

const child = spawn(process.execPath, [vitest, 'run', '--project', 'smoke', ...reporters, ...program.args], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    BASE_URL: baseUrl.replace(/\/$/, ''),
    CHAT_URL: chatUrl.replace(/\/$/, ''),
    TOKEN: token,
    WORKSPACE_ID: workspace ?? '',
    LEFT_OUT_TESTS: leftOut === undefined ? '' : path.resolve(leftOut),
  },
});
child.on('exit', (code) => process.exit(code ?? 1));
