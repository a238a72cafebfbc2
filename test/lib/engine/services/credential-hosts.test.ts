import { describe, expect, it } from 'vitest';
import { BLOCK_TYPES, needsCredentials } from '#lib/blocks/block-types.ts';
import { blockModule } from '#lib/engine/blocks/block-registry.ts';
import type { HttpRequest } from '#lib/engine/model/ports.ts';
import { blockCredentials } from '#lib/engine/services/block-credentials.ts';
import { CredentialsRefusedError, credentialBaseUrl } from '#lib/engine/services/credential-hosts.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { blockContext } from '#test/support/chat/block-context.ts';
import { fakeHttp } from '#test/support/chat/fake-http.ts';

const PROVIDER = 'https://api.openai.com/v1';

/** Returns the base URL for a template with variable V, or "refused". */
function baseUrl(written: string, V: string, credentials: JsonObject = {}, standard = PROVIDER): string {
  const block = { id: 'b', type: 'openai', options: { baseUrl: written } };
  const filled = blockContext({ variables: { V } }).render(written) || undefined;
  try {
    return credentialBaseUrl({ block, credentials, filled, standard });
  } catch (error) {
    if (!(error instanceof CredentialsRefusedError)) throw error;
    return 'refused';
  }
}

describe('The base URL for a credential', () => {
  it.each([
    'https://proxy.example/v1',
    'http://10.0.0.7:8080/v1',
    'https://team.openai.azure.com/openai/deployments/gpt',
    // These braces are not a variable.
    'https://proxy.example/{a}/{{}}',
  ])('is the one in the document if that has no variables and the credential no hosts: %s', (written) => {
    expect(baseUrl(written, '')).toBe(written);
    expect(baseUrl(written, '', { hosts: ['api.openai.com'] })).toBe('refused');
  });

  it.each(['', '{{V}}'])('is the default if the block has none: "%s"', (written) => {
    expect(baseUrl(written, '')).toBe(PROVIDER);
  });

  it.each([
    ['{{V}}', 'https://api.openai.com/v1', 'https://api.openai.com/v1'],
    ['https://{{V}}', 'api.openai.com', 'https://api.openai.com/'],
    ['https://{{V}}', 'API.OpenAI.com:443/v1', 'https://api.openai.com/v1'],
    ['https://api.openai.com{{V}}', '/v1', 'https://api.openai.com/v1'],
    ['https://api.openai.com/{{V}}', '../..//evil.example/', 'https://api.openai.com//evil.example/'],
    ['https://api.openai.com/{{V}}', '@evil.example', 'https://api.openai.com/@evil.example'],
  ])("may have variables at the provider's own host: %s with %j", (written, value, expected) => {
    expect(baseUrl(written, value)).toBe(expected);
  });

  it.each([
    ['https://{{V}}.openai.azure.com', 'evil/x?'],
    ['https://{{V}}.openai.azure.com', 'evil'],
    ['https://{{V}}.openai.com', 'evil'],
    ['{{V}}', 'https://evil.example'],
    ['{{V}}', 'http://api.openai.com/v1'],
    ['{{V}}', 'api.openai.com'],
    ['{{V}}://api.openai.com', 'http'],
    ['https:{{V}}', '//evil.example'],
    ['https://{{V}}', ''],
    ['https://{{V}}', '/evil.example'],
    ['https://api.openai.com{{V}}', '.evil.example'],
    ['https://api.openai.com{{V}}', '@evil.example'],
    ['https://api.openai.com{{V}}', ':pass@evil.example'],
    ['https://api.openai.com{{V}}', ':8443'],
    ['https://api.openai.com{{V}}', '.'],
    ['https://{{V}}api.openai.com', 'user:pass@'],
    ['https://{{V}}api.openai.com', 'evil.example\\'],
    ['https://{{V}}api.openai.com', 'evil.example#'],
    ['https://{{V}}api.openai.com', 'not-'],
    ['https://{{V}}/', 'api.openai.com.evil.example'],
    ['https://{{V}}/', 'api.openai.com\n.evil.example'],
    ['https://{{= "evil.example" =}}', ''],
  ])('must not have variables that lead elsewhere: %s with %j', (written, value) => {
    expect(baseUrl(written, value)).toBe('refused');
  });

  it('is the one stored with the credential, if any, and no other', () => {
    const standard = 'https://llm.example:8443/v1';
    expect(baseUrl('https://{{V}}', 'llm.example:8443/v2', {}, standard)).toBe('https://llm.example:8443/v2');
    expect(baseUrl('https://{{V}}', 'llm.example', {}, standard)).toBe('refused');
    expect(baseUrl('https://{{V}}', 'api.openai.com', {}, standard)).toBe('refused');
  });

  describe('with a list of hosts', () => {
    const hosts = ['Team.openai.azure.com', '*.llm.example', 'bücher.example', '*.local.example:8443'];
    it.each([
      'https://team.openai.azure.com/openai',
      'https://a.llm.example/',
      'https://a.b.llm.example/',
      'https://xn--bcher-kva.example/',
      'https://a.local.example:8443/',
    ])('allows %s', (address) => {
      expect(baseUrl('{{V}}', address, { hosts })).toBe(address);
    });

    it.each([
      'https://api.openai.com/',
      'https://other.openai.azure.com/',
      'https://llm.example/',
      'https://.llm.example/',
      'https://evilllm.example/',
      'https://a.llm.example.evil.example/',
      'https://a.llm.example:8443/',
      'https://a.local.example/',
      'http://team.openai.azure.com/',
    ])('does not allow %s', (address) => {
      expect(baseUrl('{{V}}', address, { hosts })).toBe('refused');
    });

    it('allows them without variables, too, and the origin that the credential goes to anyway', () => {
      expect(baseUrl('https://team.openai.azure.com/openai', '', { hosts })).toBe(
        'https://team.openai.azure.com/openai',
      );
      expect(baseUrl(`${PROVIDER}/engines`, '', { hosts })).toBe(`${PROVIDER}/engines`);
      expect(baseUrl('http://team.openai.azure.com/openai', '', { hosts })).toBe('refused');
      expect(baseUrl('https://attacker.example/v1', '', { hosts })).toBe('refused');
      expect(baseUrl('https://api.openai.com@attacker.example/v1', '', { hosts })).toBe('refused');
      expect(baseUrl('not an address', '', { hosts })).toBe('refused');
    });

    it.each([[[]], ['api.openai.com'], [{}], [null], [['*']], [['*.']], [['']], [[7]]])(
      'allows nothing if the list is %j',
      (list) => {
        expect(baseUrl('{{V}}', PROVIDER, { hosts: list })).toBe('refused');
      },
    );
  });

  it('logs for the owner what was refused and where to allow it, but not the hosts', () => {
    const block = { id: 'b', type: 'openai', options: { baseUrl: 'https://{{V}}' } };
    const refuse = () =>
      credentialBaseUrl({ block, credentials: {}, filled: 'https://evil.example', standard: PROVIDER });
    expect(refuse).toThrow(
      'The credentials were not sent: they are not allowed for a URL with these variables',
    );
    expect(refuse).toThrow(
      expect.objectContaining({
        details:
          'Address: https://evil.example\nThe credentials allow the hosts in their field hosts, over HTTPS. Without it, the host of their base URL',
      }),
    );
    const credentials = { hosts: ['llm.internal.example'] };
    const literal = { ...block, options: { baseUrl: 'https://evil.example' } };
    const refuseLiteral = () =>
      credentialBaseUrl({ block: literal, credentials, filled: 'https://evil.example', standard: PROVIDER });
    expect(refuseLiteral).toThrow(
      expect.objectContaining({
        message: 'The credentials were not sent: they are not allowed for this base URL',
        details: expect.not.stringContaining('llm.internal.example'),
      }),
    );
  });
});

/*
 * Runs every action of every block type that sends credentials, with variables in every option. Whatever the
 * variables hold, credentials must only go to the hosts they would go to without variables.
 */

const CREDENTIALS = {
  apiKey: 'SECRET-api-key',
  knowledgeApiKey: 'SECRET-knowledge-key',
  client_id: 'SECRET-client',
  client_secret: 'SECRET-client-secret',
  refresh_token: 'SECRET-refresh',
  conversationsKeyId: 'key',
  conversationsSecretKey: 'SECRET-conversations',
  live: { secretKey: 'SECRET-stripe', publicKey: 'pk' },
};

const ACTIONS = [
  'Create chat completion',
  'Create Chat Message',
  'Ask Model',
  'Ask Assistant',
  'Generate variables',
  'Create speech',
  'Create transcription',
  'Convert text to speech',
  'Query Knowledge Base',
  'Search Records',
  'Create Record',
  'Update Existing Record',
  'Send Message',
  'Send email',
  'Identify User',
  'Alias',
  'Page',
  'Track',
  'Capture',
  'Identify Group',
  'Open Web Widget',
  'Insert a row',
  'Get data from sheet',
];

/** Names of options that could hold a URL. */
const ADDRESS_OPTIONS = ['baseUrl', 'host', 'apiEndpoint', 'endpoint', 'apiUrl', 'serverUrl', 'domain'];

const TEXT_OPTIONS = [
  ...[
    'apiVersion',
    'model',
    'message',
    'query',
    'prompt',
    'input',
    'text',
    'subject',
    'body',
    'instructions',
  ],
  ...[
    'assistantId',
    'threadId',
    'botId',
    'voiceId',
    'modelId',
    'tableId',
    'viewId',
    'datasetId',
    'user',
    'to',
  ],
  ...['distinctId', 'event', 'eventName', 'groupType', 'groupKey', 'userId', 'previousId', 'name', 'email'],
  ...['spreadsheetId', 'sheetId', 'webWidgetKey', 'from', 'replyTo', 'systemMessage'],
];

function getOptions(action: string, textValue: string, addressValue: string | undefined): JsonObject {
  const pair = { key: textValue, value: textValue };
  return {
    action,
    task: action,
    credentialsId: 'c1',
    ...Object.fromEntries(TEXT_OPTIONS.map((name) => [name, textValue])),
    ...(addressValue !== undefined &&
      Object.fromEntries(ADDRESS_OPTIONS.map((name) => [name, addressValue]))),
    url: 'https://files.example/sound.mp3',
    amount: '10',
    saveUrlInVariableId: 'Saved',
    messages: [{ role: 'user', content: textValue }],
    variablesToExtract: [{ type: 'string', variableId: 'Saved' }],
    fields: [pair],
    updates: [{ fieldName: textValue, value: textValue }],
    filter: { joiner: 'AND', comparisons: [{ input: textValue, operator: 'Equal to', value: textValue }] },
    properties: [pair],
    recipients: ['ada@mail.example'],
    // Any other recipient is rejected before a request is sent.
    to: 'ada@mail.example',
    replyTo: 'ada@mail.example',
    cellsToInsert: [{ column: 'A', value: textValue }],
    cellsToExtract: [{ column: 'A', variableId: 'Saved' }],
  };
}

/**
 * Returns a block's requests that carry a credential. `asked` collects the ids of the credentials that the
 * block reads.
 */
async function credentialed(
  type: string,
  options: JsonObject,
  V: string,
  asked: string[] = [],
): Promise<HttpRequest[]> {
  const http = fakeHttp(() => ({
    json: {
      id: 'i',
      access_token: 'SECRET-access',
      expires_in: 3600,
      client_secret: 'pi',
      list: [{ Id: 1 }],
    },
  }));
  const context = blockContext({
    variables: { V, Saved: null },
    ports: {
      http,
      credentials: async (id) => {
        asked.push(id);
        return id === 'c1' ? { ...CREDENTIALS } : undefined;
      },
      files: { put: async () => 'https://files.example/saved' },
    },
  });
  const module = blockModule(type);
  const block = { id: 'b', type, options };
  if (module?.kind === 'integration') await module.run(block, context);
  if (module?.kind === 'input') await Promise.resolve(module.show?.(block, context)).catch(() => {});
  return http.requests.filter((request) =>
    holdsSecret(JSON.stringify([request.url, request.headers, request.body])),
  );
}

const holdsSecret = (text: string) => text.includes('SECRET-') || text.includes(btoa('SECRET-api-key:'));

const getHosts = (requests: HttpRequest[]) => new Set(requests.map(({ url }) => URL.parse(url)?.host));

/** Types whose requests carry no credentials. Zendesk only signs with them. */
const WITHOUT_REQUESTS = new Set(['zendesk']);

const TYPES = [...BLOCK_TYPES].flatMap(([type, about]) => (needsCredentials(about) ? [type] : []));

describe('A block with credentials', () => {
  it('has one of these types', () => {
    // Fails if too many types are exempted below.
    expect(TYPES.length - WITHOUT_REQUESTS.size).toBeGreaterThan(15);
  });

  it.each(TYPES.filter((type) => !WITHOUT_REQUESTS.has(type)))(
    '"%s" sends them nowhere else, whatever variables hold',
    async (type) => {
      const own = new Set<string | undefined>();
      for (const action of ACTIONS) {
        const requests = await credentialed(type, getOptions(action, 'x', undefined), 'x');
        for (const host of getHosts(requests)) own.add(host);
        for (const { url, headers = {}, secretHeaders = [], body, hasSecretBody } of requests) {
          const secrets = Object.entries(headers).filter(([, value]) => holdsSecret(value));
          const named = [...secretHeaders, 'authorization'];
          expect(secrets.map(([name]) => name).filter((name) => !named.includes(name))).toEqual([]);
          expect(hasSecretBody === true).toBe(typeof body === 'string' && holdsSecret(body));
          expect(holdsSecret(url)).toBe(false);
        }
      }
      expect(own.size).toBeGreaterThan(0);

      for (const V of [
        'https://evil.example/x?',
        'evil.example/x?',
        '@evil.example/',
        '.evil.example',
        '/../..',
      ]) {
        for (const address of [
          '{{V}}',
          'https://{{V}}',
          'https://{{V}}.openai.azure.com',
          'https://api.openai.com{{V}}',
        ]) {
          for (const action of ACTIONS) {
            const requests = await credentialed(type, getOptions(action, '{{V}}', address), V);
            expect([...getHosts(requests)].filter((host) => !own.has(host))).toEqual([]);
          }
        }
      }
    },
  );

  it.each([...TYPES, 'Email'])('"%s" does not use those of another kind, and says so', async (type) => {
    const used: string[] = [];
    for (const action of ACTIONS) {
      const http = fakeHttp(() => ({ json: {} }));
      const context = blockContext({
        ports: {
          http,
          mail: {
            async send() {
              used.push('mail');
            },
          },
          credentials: async () => ({ ...CREDENTIALS, host: 'smtp.example', kind: 'another' }),
        },
      });
      const module = blockModule(type);
      const block = { id: 'b', type, options: getOptions(action, 'x', undefined) };
      const shown = module?.kind === 'input' ? module.show?.(block, context) : undefined;
      if (module?.kind === 'integration') await module.run(block, context);
      const failure = await Promise.resolve(shown).catch((error: unknown) => error);
      if (failure instanceof Error) context.log({ status: 'error', description: failure.message });
      used.push(...http.requests.map(({ url }) => url));
      const isRun = context.logs.every(({ description }) => !description.endsWith('is not configured'));
      const sentences = context.logs.map(({ description }) => description).join('\n');
      if (isRun && sentences !== '') expect(sentences).toMatch(/of another kind/);
    }
    expect(used).toEqual([]);
  });

  it.each([...TYPES, 'Email'])('"%s" uses those of its own kind', async (type) => {
    const about = BLOCK_TYPES.get(type) ?? {};
    const kind = BLOCK_TYPES.get(type)?.credentialsKind;
    const context = blockContext({ ports: { credentials: async () => ({ ...CREDENTIALS, kind }) } });
    const block = { id: 'b', type, options: { credentialsId: 'c1' } };
    expect(await blockCredentials(block, context, about)).toMatchObject({ kind });
  });

  it.each([...TYPES, 'Email'])('"%s" does not let a variable choose among them', async (type) => {
    const asked: string[] = [];
    for (const action of ACTIONS) {
      const options = { ...getOptions(action, 'x', undefined), credentialsId: '{{V}}' };
      expect(await credentialed(type, options, 'c1', asked)).toEqual([]);
    }
    expect(asked.filter((id) => id !== '{{V}}')).toEqual([]);
  });

  it.each([...BLOCK_TYPES])('"%s" reads them only if it has a kind of credentials', async (type, known) => {
    const asked: string[] = [];
    for (const action of ACTIONS) {
      const options = { ...getOptions(action, 'x', undefined), proxyCredentialsId: 'p1' };
      await credentialed(type, options, 'x', asked);
    }
    expect([...new Set(asked)]).toEqual(known.credentialsKind === undefined ? [] : ['c1']);
  });
});
