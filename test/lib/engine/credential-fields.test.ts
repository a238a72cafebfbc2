import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { exampleOf } from '#apps/reference/credential-kinds-section.ts';
import { BLOCK_TYPES } from '#lib/blocks/block-types.ts';
import { CREDENTIAL_KINDS, type CredentialKind } from '#lib/bots/document/credential-kinds.ts';
import { parseSmtpServer } from '#lib/chat/adapters/smtp-server.ts';
import { blockModule } from '#lib/engine/blocks/block-registry.ts';
import type { MailPort } from '#lib/engine/model/ports.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { blockContext, type TestBlockContext } from '#test/support/chat/block-context.ts';
import { type FakeHttp, fakeHttp } from '#test/support/chat/fake-http.ts';
import { toolSandbox } from '#test/support/chat/tool-sandbox.ts';

/*
 * Blocks are run with credentials that note which fields are read. These must be the fields of the kind, which
 * `docs/credentials.md` and the command line show.
 */

/** An option of every name that an action needs before it reads its credentials or sends a request. */
const OPTIONS = {
  credentialsId: 'c1',
  messages: [{ role: 'user', content: 'Hi' }],
  model: 'm',
  input: 'Hi',
  voice: 'alloy',
  voiceId: 'v',
  text: 'Hi',
  query: 'Hi',
  datasetId: 'd',
  tableId: 't',
  fields: [{ key: 'Name', value: 'Ada' }],
  botId: 'b',
  message: 'Hi',
  event: 'e',
  eventName: 'e',
  distinctId: 'ada',
  userId: 'ada',
  spreadsheetId: 's',
  sheetId: '0',
  cellsToInsert: [{ column: 'A', value: 'x' }],
  recipients: ['ada@example.com'],
  subject: 'Hi',
  body: 'Hi',
  amount: '10',
  currency: 'EUR',
};

/** What else a run needs, so that all runs of a type together read every field. */
const RUNS: Record<string, Record<string, unknown>[]> = {
  Email: [{}],
  'payment input': [{}, { isPreview: true }],
  'Google Sheets': [{ action: 'Insert a row' }],
  OpenAI: [{ task: 'Create chat completion', baseUrl: '{{Address}}' }],
  openai: [{ action: 'Create chat completion', baseUrl: '{{Address}}' }, { action: 'Create speech' }],
  anthropic: [{ action: 'Create Chat Message' }],
  mistral: [{ action: 'Create chat completion' }],
  groq: [{ action: 'Create chat completion' }],
  'together-ai': [{ action: 'Create chat completion' }],
  'open-router': [{ action: 'Create chat completion' }],
  perplexity: [{ action: 'Create chat completion' }],
  deepseek: [{ action: 'Create chat completion' }],
  'dify-ai': [{ action: 'Create Chat Message' }, { action: 'Query Knowledge Base' }],
  elevenlabs: [{ action: 'Convert text to speech' }],
  'chat-node': [{ action: 'Send Message' }],
  nocodb: [{ action: 'Create Record' }],
  segment: [{ action: 'Track' }],
  posthog: [{ action: 'Capture' }],
  zendesk: [{ action: 'Open Web Widget' }],
  gmail: [{ action: 'Send email', to: 'ada@example.com' }],
};

const TYPES = [...BLOCK_TYPES].flatMap(([type, { credentialsKind: kind }]) => (kind ? [{ type, kind }] : []));

type Ran = { http: FakeHttp; context: TestBlockContext; outcome: unknown };

/** Runs a block with these credentials. Services respond with nothing of use. */
async function run(type: string, options: Record<string, unknown>, credentials: JsonObject): Promise<Ran> {
  const http = fakeHttp(() => ({ json: { access_token: 't', expires_in: 1, id: 'pi', client_secret: 's' } }));
  const mail: MailPort = {
    async send(_mail, given) {
      if (!given || !parseSmtpServer(given)) throw new Error('No mail server is configured');
    },
  };
  const context = blockContext({
    variables: { Address: 'https://evil.example' },
    chat: { isPreview: options.isPreview === true },
    ports: {
      http,
      mail,
      files: { put: async () => 'https://files.example/1' },
      credentials: async () => credentials,
      sandbox: async () => toolSandbox,
    },
  });
  const module = blockModule(type);
  const block = { id: 'b1', type, options: { ...OPTIONS, ...options } };
  let outcome: unknown;
  if (module?.kind === 'input')
    outcome = await Promise.resolve(module.show?.(block, context)).catch((e) => e);
  else if (module?.kind === 'integration') outcome = await module.run(block, context);
  else throw new Error(`No block of the type ${type} reads credentials`);
  return { http, context, outcome };
}

/** Wraps an object so that the names of the fields that are read are added to the set. */
function noting(content: JsonObject, read: Set<string>, prefix = ''): JsonObject {
  return new Proxy(content, {
    get(target, key) {
      const value = Reflect.get(target, key);
      // Promises ask every value for `then`.
      if (typeof key !== 'string' || key === 'then') return value;
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
        return noting(value as JsonObject, read, `${prefix}${key}.`);
      }
      read.add(`${prefix}${key}`);
      return value;
    },
  });
}

/** Objects that hold fields exist, so that reads of their fields are noted. */
function emptyOf({ fields }: CredentialKind): JsonObject {
  const objects = fields.flatMap(({ name }) => (name.includes('.') ? [name.split('.')[0] ?? ''] : []));
  return Object.fromEntries(objects.map((name) => [name, {}]));
}

const onlyRequired = (kind: CredentialKind) =>
  exampleOf({ ...kind, fields: kind.fields.filter(({ isRequired }) => isRequired) });

function kindOf(name: string): CredentialKind {
  const kind = CREDENTIAL_KINDS.get(name);
  if (!kind) throw new Error(`There is no kind ${name}`);
  return kind;
}

/** What a run shows to the respondent, the author and services. */
const effectsOf = ({ http, context, outcome }: Ran) =>
  JSON.stringify([http.requests.map(({ url, method }) => [url, method]), context.logs, String(outcome)]);

describe('The fields of credentials', () => {
  it('are known for every type of block that reads credentials', () => {
    expect(Object.keys(RUNS).toSorted()).toStrictEqual(TYPES.map(({ type }) => type).toSorted());
    expect(new Set(TYPES.map(({ kind }) => kind))).toStrictEqual(new Set(CREDENTIAL_KINDS.keys()));
  });

  it.each([...CREDENTIAL_KINDS])(
    'of the kind %s are exactly those that its blocks read',
    async (name, kind) => {
      const read = new Set<string>();
      for (const { type } of TYPES.filter((entry) => entry.kind === name)) {
        for (const options of RUNS[type] ?? []) {
          const empty = emptyOf(kind);
          for (const content of [empty, { ...empty, ...onlyRequired(kind) }, exampleOf(kind)]) {
            await run(type, options, noting(content, read));
          }
        }
      }
      // `kind` tells blocks of other kinds not to use them.
      const names = [...kind.fields.map((field) => field.name), 'kind'];
      expect([...read].toSorted()).toStrictEqual(names.toSorted());
    },
  );

  it.each(
    TYPES.flatMap(({ type, kind }) =>
      kindOf(kind)
        .fields.filter(({ isRequired }) => isRequired)
        .map(({ name }) => ({ type, kind, name })),
    ),
  )('$type does nothing without $name', async ({ type, kind, name }) => {
    const [options = {}] = RUNS[type] ?? [];
    const fields = kindOf(kind).fields.filter((field) => field.name !== name);
    const { http, context, outcome } = await run(type, options, exampleOf({ ...kindOf(kind), fields }));
    expect(http.requests).toStrictEqual([]);
    const failed = context.logs.some(({ status }) => status === 'error') || outcome instanceof Error;
    expect(failed).toBe(true);
  });

  it.each(TYPES)('$type works with the required ones alone', async ({ type, kind }) => {
    const options = Object.fromEntries(
      Object.entries(RUNS[type]?.[0] ?? {}).filter(([name]) => name !== 'baseUrl'),
    );
    const required = onlyRequired(kindOf(kind));
    const ran = await run(type, type === 'zendesk' ? { ...options, webWidgetKey: 'k' } : options, required);
    const worked =
      ran.http.requests.length > 0 ||
      ran.context.logs.some(({ status }) => status === 'success') ||
      JSON.stringify(ran.outcome).includes('codeToExecute');
    expect(worked, effectsOf(ran)).toBe(true);
  });

  it.each(
    TYPES.flatMap(({ type, kind }) =>
      kindOf(kind)
        .fields.filter((field) => field.default?.startsWith('https://'))
        .map((field) => ({ type, kind, name: field.name, standard: field.default ?? '' })),
    ),
  )('$type: without $name, $standard is called', async ({ type, kind, name, standard }) => {
    const options = { ...RUNS[type]?.[0], baseUrl: '' };
    const own = 'https://own.example';
    const required = onlyRequired(kindOf(kind));
    const addressOf = async (credentials: JsonObject) =>
      (await run(type, options, credentials)).http.requests[0]?.url ?? '';
    expect(await addressOf(required)).toSatisfy((url: string) => url.startsWith(`${standard}/`));
    expect(await addressOf({ ...required, [name]: own })).toMatch(/^https:\/\/own\.example\//);
  });

  it('include every name that the engine reads from credentials', () => {
    const folder = path.resolve('lib/engine');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    const names = files.flatMap((file) =>
      [
        ...readFileSync(path.join(folder, file), 'utf8').matchAll(
          /(?:required|optional)Secret\(\s*credentials,\s*'([^']+)'/g,
        ),
      ].map(([, name]) => name),
    );
    expect(names.length).toBeGreaterThan(10);
    const known = new Set(
      [...CREDENTIAL_KINDS.values()].flatMap(({ fields }) => fields.map(({ name }) => name)),
    );
    expect(names.filter((name) => !known.has(name ?? ''))).toStrictEqual([]);
  });
});
