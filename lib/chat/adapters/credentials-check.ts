import { CREDENTIAL_KINDS, fieldValue } from '#lib/bots/document/credential-kinds.ts';
import { GOOGLE_TOKEN_URL } from '#lib/bots/document/google-oauth.ts';
import { type HttpPort, type HttpRequest, HttpRequestError } from '#lib/engine/model/ports.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/** Result of testing credentials: `untested` if the provider said neither that they are valid nor that they are not. */
export type CredentialsVerdict = {
  status: 'valid' | 'invalid' | 'untested';
  /** For people. Never has a part of the credentials or of the provider's response. */
  message: string;
};

/** A read-only request of a provider. */
type ProviderRequest = Omit<HttpRequest, 'timeoutMs'> & {
  /** The field that the request is about, if the credentials have several logins. */
  field?: string;
  /** Statuses that mean the login is wrong. 401 by default. */
  refusals?: readonly number[];
};

/** No call that proves a key is free of effects, or none is documented. */
const UNSUPPORTED: CredentialsVerdict = {
  status: 'untested',
  message: 'There is no harmless call by which credentials of this kind could be tested',
};

/**
 * Asks a provider whether it accepts credentials, with requests that change nothing.
 *
 * @param timeoutMs for each request
 */
export async function checkWithProvider(
  kind: string,
  credentials: JsonObject,
  { http, timeoutMs }: { http: HttpPort; timeoutMs: number },
): Promise<CredentialsVerdict> {
  const requests = CHECKS.get(kind)?.(credentials);
  if (!requests) return UNSUPPORTED;
  let verdict: CredentialsVerdict = { status: 'valid', message: 'The provider accepts the credentials' };
  for (const { field, refusals = [401], ...request } of requests) {
    const found = await sendCheck({ ...request, timeoutMs }, refusals, http);
    const named = field === undefined ? found : { ...found, message: `${field}: ${found.message}` };
    if (found.status === 'invalid') return named;
    if (found.status === 'untested') verdict = named;
  }
  return verdict;
}

async function sendCheck(
  request: HttpRequest,
  refusals: readonly number[],
  http: HttpPort,
): Promise<CredentialsVerdict> {
  try {
    const { status } = await http(request);
    if (status >= 200 && status < 300)
      return { status: 'valid', message: 'The provider accepts the credentials' };
    return refusals.includes(status)
      ? { status: 'invalid', message: `The provider refuses the credentials: status ${status}` }
      : {
          status: 'untested',
          message: `The provider responded with status ${status}, which does not say whether blocks can use the credentials`,
        };
  } catch (error) {
    // Its message may quote an address of the credentials.
    if (error instanceof HttpRequestError) return describeHttpFailure(error);
    throw error;
  }
}

/** Describes a request that got no response. */
export function describeHttpFailure({ kind }: HttpRequestError): CredentialsVerdict {
  if (kind === 'refused') {
    return {
      status: 'invalid',
      message: 'The address of the credentials cannot be found, or is not allowed for security reasons',
    };
  }
  return { status: 'untested', message: 'The provider did not respond' };
}

type Check = (credentials: JsonObject) => ProviderRequest[];

/** A Map rather than an object, because a kind can be any text. */
const CHECKS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['openai', checkBearer('openai', '/models')],
  ['mistral', checkBearer('mistral', '/models')],
  ['groq', checkBearer('groq', '/models')],
  ['together-ai', checkBearer('together-ai', '/models')],
  ['deepseek', checkBearer('deepseek', '/models')],
  // Its list of models is open to everybody.
  ['open-router', checkBearer('open-router', '/key')],
  [
    'anthropic',
    (credentials) => [
      {
        url: `${getBaseUrl('anthropic', credentials)}/models`,
        method: 'GET',
        headers: { 'x-api-key': getText(credentials, 'apiKey'), 'anthropic-version': '2023-06-01' },
        secretHeaders: ['x-api-key'],
      },
    ],
  ],
  [
    'dify-ai',
    (credentials) => {
      const endpoint = getText(credentials, 'apiEndpoint') || getText(credentials, 'baseUrl');
      const base = (endpoint || 'https://api.dify.ai').replace(/\/+$/, '').replace(/\/v1$/, '');
      return [createBearerRequest(`${base}/v1/info`, getText(credentials, 'apiKey'))];
    },
  ],
  [
    'stripe',
    (credentials) =>
      ['live.secretKey', 'test.secretKey']
        .filter((field) => getText(credentials, field) !== '')
        .map((field) => ({
          ...createBearerRequest('https://api.stripe.com/v1/balance', getText(credentials, field)),
          field,
        })),
  ],
  ['google sheets', checkGoogle],
  ['gmail', checkGoogle],
]);

function checkBearer(kind: string, path: string): Check {
  return (credentials) => [
    createBearerRequest(`${getBaseUrl(kind, credentials)}${path}`, getText(credentials, 'apiKey')),
  ];
}

function createBearerRequest(url: string, key: string): ProviderRequest {
  return {
    url,
    method: 'GET',
    headers: { authorization: `Bearer ${key}` },
    secretHeaders: ['authorization'],
  };
}

/** Obtains an access token, which nobody gets to see. Google responds 400 to a refresh token that was withdrawn. */
function checkGoogle(credentials: JsonObject): ProviderRequest[] {
  const fields = ['client_id', 'client_secret', 'refresh_token'];
  return [
    {
      url: GOOGLE_TOKEN_URL,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams([
        ['grant_type', 'refresh_token'],
        ...fields.map((field): [string, string] => [field, getText(credentials, field)]),
      ]).toString(),
      hasSecretBody: true,
      refusals: [400, 401],
    },
  ];
}

function getBaseUrl(kind: string, credentials: JsonObject): string {
  const field = CREDENTIAL_KINDS.get(kind)?.fields.find(({ name }) => name === 'baseUrl');
  return (getText(credentials, 'baseUrl') || field?.default || '').replace(/\/+$/, '');
}

function getText(credentials: JsonObject, field: string): string {
  const value = fieldValue(credentials, field);
  return typeof value === 'string' ? value : '';
}
