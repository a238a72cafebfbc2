import { expect, it } from 'vitest';
import { runBots } from './bots-process.ts';

/** Module that writes the packages which a process has loaded to stderr, one a line. */
const REPORTER = `
import { registerHooks } from 'node:module';
const packages = new Set();
registerHooks({ load(url, context, next) {
  const name = url.match(/.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/)?.[1];
  if (name) packages.add(name);
  return next(url, context);
} });
process.on('exit', () => process.stderr.write([...packages].join('\\n')));
`;

const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(REPORTER)}` };

/** Packages that a few commands need, and that take long to load. */
const HEAVY = /^(@aws-sdk|@smithy|@modelcontextprotocol)\/|^pg$|^@dynoxide/;

it.each(['--help', 'operator --help', 'operator tokens create --help', 'list'])(
  'bots %s starts without the packages of other commands',
  async (words) => {
    const { stderr } = await runBots(words.split(' '), { ...env, DATA_DIR: '/nowhere', HOME: '/nowhere' });
    expect(stderr).toContain('commander');
    expect(stderr.split('\n').filter((name) => HEAVY.test(name))).toEqual([]);
  },
);

it('a command of the operator loads the AWS SDK when it runs', async () => {
  const aws = { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1', AWS_REGION: 'us-east-1' };
  const keys = { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };
  const run = await runBots(['operator', 'workspaces', 'list', '--table', 'bots'], {
    ...env,
    ...aws,
    ...keys,
  });
  expect(run.stderr.split('\n')).toContain('@aws-sdk/client-dynamodb');
});
