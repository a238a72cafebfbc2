import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerFile } from '#apps/local/data-files.ts';
import { startService } from '#test/apps/cli/local-service.ts';
import { runProgram } from '#test/support/run-program.ts';
import { hasChromium, launchChromium } from './chromium.ts';
import { startWebsite } from './website.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const packageFolder = path.join(root, 'apps/client');
const readJson = (folder: string) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));

/** Compressed size of the tarball, with types, readme and license. */
// Two thirds of it are types with their descriptions, which grow with every operation.
const MAX_TARBALL_BYTES = 32 * 1_024;

let folder: string;
let service: ServerFile & { stop(): Promise<void> };

/** Runs a program that must succeed, and returns its output. */
async function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { exitCode, stdout, stderr } = await runProgram(command, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    capture: true,
  });
  expect({ exitCode, output: exitCode === 0 ? '' : `${stdout}${stderr}` }).toEqual({
    exitCode: 0,
    output: '',
  });
  return stdout;
}

/** The README's examples as one program. */
function examples(): string {
  const readme = readFileSync(path.join(packageFolder, 'README.md'), 'utf8');
  return [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code).join('\n');
}

/** The programs called node on the path, and the one that runs this. */
function nodes(): string[] {
  const found = (process.env.PATH ?? '').split(path.delimiter).map((place) => path.join(place, 'node'));
  return [
    ...new Set(
      [process.execPath, ...found.filter((file) => existsSync(file))].map((file) => realpathSync(file)),
    ),
  ];
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'client-package-'));
  service = await startService(path.join(folder, 'data'));
  await run('npm', ['pack', '--workspace', 'apps/client', '--prefix', root, '--pack-destination', folder]);
  writeFileSync(
    path.join(folder, 'package.json'),
    '{ "name": "consumer", "private": true, "type": "module" }',
  );
  const tarball = path.join(folder, `bot-management-client-${readJson(packageFolder).version}.tgz`);
  expect(readFileSync(tarball).byteLength).toBeLessThan(MAX_TARBALL_BYTES);
  await run('npm', [
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    '--cache',
    path.join(folder, 'cache'),
    tarball,
  ]);
});

afterAll(async () => {
  await service?.stop();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

describe('the package of the client, installed from its tarball', () => {
  it('has the version and the license of the service', () => {
    expect(readJson(packageFolder).version).toBe(readJson(root).version);
    const license = (place: string) => readFileSync(path.join(place, 'LICENSE'), 'utf8');
    expect(license(path.join(folder, 'node_modules/bot-management-client'))).toBe(license(root));
  });

  it('has no dependencies', () => {
    const lock = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8'));
    expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/bot-management-client']);
  });

  it.each([
    ['nodenext', { module: 'nodenext', lib: ['es2022'], types: ['node'] }],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] }],
  ])('has types under the module resolution %s', async (name, options) => {
    const compilerOptions = {
      ...options,
      target: 'es2022',
      strict: true,
      exactOptionalPropertyTypes: true,
      // The package's own declarations are checked, too.
      skipLibCheck: false,
      noEmit: true,
    };
    mkdirSync(path.join(folder, 'node_modules/@types'), { recursive: true });
    const nodeTypes = path.join(folder, 'node_modules/@types/node');
    if (!existsSync(nodeTypes)) symlinkSync(path.join(root, 'node_modules/@types/node'), nodeTypes);
    const environment = 'declare const process: { env: Record<string, string | undefined> };\n';
    writeFileSync(
      path.join(folder, `${name}.ts`),
      `${name === 'bundler' ? environment : ''}${examples()}
import type { Answer, Bot, ClientOptions, ErrorCode, OperationData, Result } from 'bot-management-client';
const draft: Bot = bot;
const code: ErrorCode = 'NOT_FOUND';
const results: OperationData<'listResults'>['results'] = [];
const answers: Answer[] | undefined = results[0]?.answers;
export const used: [Bot, ErrorCode, Answer[] | undefined, Result?, ClientOptions?] = [draft, code, answers];
// @ts-expect-error no such parameter
await client.getBot({ params: { id: bot.id } });
// @ts-expect-error no such field
export const wrong = draft.title.length;
`,
    );
    const config = { compilerOptions, files: [`${name}.ts`] };
    writeFileSync(path.join(folder, `tsconfig.${name}.json`), JSON.stringify(config));
    await run(path.join(root, 'node_modules/.bin/tsc'), ['-p', `tsconfig.${name}.json`]);
  });

  it.each(nodes())("runs the README's examples in %s", async (node) => {
    writeFileSync(path.join(folder, 'examples.js'), examples());
    const { baseUrl, chatUrl, token, workspaceId } = service;
    const output = await run(node, ['examples.js'], {
      BASE_URL: baseUrl,
      CHAT_URL: chatUrl,
      TOKEN: token,
      WORKSPACE_ID: workspaceId,
    });
    expect(output).toMatch(/^\d+ and no more\n404 NOT_FOUND .+\n\w+ \[\]\n$/);
  });

  it.skipIf(!hasChromium)('chats in a browser, on a page from another place', async () => {
    const { publicId } = await publishSample();
    const entry = path.join(folder, 'page.ts');
    writeFileSync(
      entry,
      `import { createClient } from 'bot-management-client';
       export const start = (baseUrl: string, bot: string) => createClient({ baseUrl }).startChat({ params: { bot } });`,
    );
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      minify: true,
      write: false,
      platform: 'browser',
      format: 'iife',
      globalName: 'chat',
    });
    const browser = await launchChromium();
    const website = await startWebsite();
    try {
      const page = await browser.newPage();
      await page.goto(website.serve('/', ''));
      await page.evaluate(`${outputFiles[0]?.text}; window.chat = chat;`);
      const call = `chat.start(${JSON.stringify(service.chatUrl)}, ${JSON.stringify(publicId)})`;
      expect(await page.evaluate(call)).toMatchObject({
        sessionId: expect.any(String),
        input: { type: expect.any(String) },
      });
    } finally {
      await browser.close();
      await website.stop();
    }
  });
});

async function publishSample(): Promise<{ publicId: string }> {
  const { createClient } = await import('#apps/client/client.ts');
  const { baseUrl, chatUrl, token, sample } = service;
  const client = createClient({ baseUrl, chatUrl, token });
  return await client.publishBot({ params: { botId: sample.botId } });
}
