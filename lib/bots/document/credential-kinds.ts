import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { getValueAt } from '#lib/platform/json/value-at.ts';

export type CredentialField = {
  /** Name of the field. A dot leads into an object: `from.email`. */
  name: string;
  /** Label of the field in a form. */
  title: string;
  /** Whether a form hides what is typed. Names, addresses and public keys are shown. */
  isSecret?: true;
  /** Another name of a field above it. Forms leave it out. */
  isAlias?: true;
  /** Without the field, blocks do not use the credentials. */
  isRequired?: true;
  /** Type of the value. Text by default. */
  type?: 'text' | 'url' | 'boolean' | 'port' | 'hosts';
  /** Used if the field is absent. */
  default?: string;
  /** Meaning of the field, as Markdown. */
  description: string;
  /** A made-up value. Absent if the example leaves the field out. */
  example?: unknown;
};

/** A kind of stored credentials: what blocks here read from them. */
export type CredentialKind = {
  /** Display name. */
  title: string;
  fields: CredentialField[];
  /** Scope that blocks need, if admins can sign in with Google in place of entering the fields. */
  googleScope?: string;
};

const apiKey: CredentialField = {
  name: 'apiKey',
  title: 'API key',
  isSecret: true,
  isRequired: true,
  description: 'The API key.',
  example: 'key-4f1a',
};

const baseUrl = (defaultUrl: string, description = 'Address of the API.'): CredentialField => ({
  name: 'baseUrl',
  title: 'Base URL',
  type: 'url',
  default: defaultUrl,
  description,
});

/** A service with the API of chat completions. */
const completions = (title: string, url: string): CredentialKind => ({
  title,
  fields: [apiKey, baseUrl(url, 'Address of an API with the same calls.')],
});

const google = (title: string, googleScope: string): CredentialKind => ({
  title,
  googleScope,
  fields: [
    {
      name: 'client_id',
      title: 'Client ID',
      isRequired: true,
      description: 'Id of your OAuth client: see [Google](#google).',
      example: '1234-abcd.apps.googleusercontent.com',
    },
    {
      name: 'client_secret',
      title: 'Client secret',
      isSecret: true,
      isRequired: true,
      description: 'Its secret.',
      example: 'GOCSPX-made-up',
    },
    {
      name: 'refresh_token',
      title: 'Refresh token',
      isSecret: true,
      isRequired: true,
      description: 'A refresh token that this client was given for the account.',
      example: '1//made-up',
    },
  ],
});

/**
 * The kinds of stored credentials that blocks read, in the words of Typebot. Everything else that is
 * stored with credentials is ignored. A Map rather than an object, because a kind can be any text, even
 * `constructor`.
 */
export const CREDENTIAL_KINDS: ReadonlyMap<string, CredentialKind> = new Map<string, CredentialKind>([
  [
    'smtp',
    {
      title: 'Mail server',
      fields: [
        {
          name: 'host',
          title: 'Server',
          isRequired: true,
          description: 'The SMTP server.',
          example: 'smtp.example.com',
        },
        { name: 'port', title: 'Port', type: 'port', default: '25', description: 'Its port.', example: 587 },
        {
          name: 'isTlsEnabled',
          title: 'TLS from the start',
          type: 'boolean',
          default: 'false',
          description:
            'Whether the connection begins with TLS, as on port 465. Otherwise it is upgraded with STARTTLS if the server offers it.',
          example: false,
        },
        {
          name: 'username',
          title: 'User name',
          description: 'The login. Absent or empty if the server takes mail without one.',
          example: 'mailer',
        },
        {
          name: 'password',
          title: 'Password',
          isSecret: true,
          description: 'Its password.',
          example: 'made-up',
        },
        {
          name: 'from.email',
          title: "Sender's address",
          isRequired: true,
          description: 'The sender.',
          example: 'support@example.com',
        },
        { name: 'from.name', title: "Sender's name", description: "The sender's name.", example: 'Support' },
      ],
    },
  ],
  [
    'stripe',
    {
      title: 'Stripe',
      fields: [
        {
          name: 'live.secretKey',
          title: 'Live secret key',
          isSecret: true,
          isRequired: true,
          description: 'Secret key for real payments.',
          example: 'sk_live_made-up',
        },
        {
          name: 'live.publicKey',
          title: 'Live publishable key',
          isRequired: true,
          description: 'Publishable key for real payments. Clients get it.',
          example: 'pk_live_made-up',
        },
        {
          name: 'test.secretKey',
          title: 'Test secret key',
          isSecret: true,
          description: 'Secret key for previews. Without it, previews use the live keys.',
          example: 'sk_test_made-up',
        },
        {
          name: 'test.publicKey',
          title: 'Test publishable key',
          description: 'Publishable key for previews.',
          example: 'pk_test_made-up',
        },
      ],
    },
  ],
  ['google sheets', google('Google Sheets', 'https://www.googleapis.com/auth/spreadsheets')],
  ['gmail', google('Gmail', 'https://www.googleapis.com/auth/gmail.send')],
  [
    'openai',
    {
      title: 'OpenAI',
      fields: [
        apiKey,
        baseUrl('https://api.openai.com/v1', 'Address of an API with the same calls.'),
        {
          name: 'hosts',
          title: 'Hosts',
          type: 'hosts',
          description:
            'The only hosts to which a block with a base URL may send the key: see [hosts](#hosts).',
        },
      ],
    },
  ],
  ['anthropic', { title: 'Anthropic', fields: [apiKey, baseUrl('https://api.anthropic.com/v1')] }],
  ['mistral', completions('Mistral', 'https://api.mistral.ai/v1')],
  ['groq', completions('Groq', 'https://api.groq.com/openai/v1')],
  ['together-ai', completions('Together', 'https://api.together.xyz/v1')],
  ['open-router', completions('OpenRouter', 'https://openrouter.ai/api/v1')],
  ['perplexity', completions('Perplexity', 'https://api.perplexity.ai')],
  ['deepseek', completions('DeepSeek', 'https://api.deepseek.com/v1')],
  [
    'dify-ai',
    {
      title: 'Dify',
      fields: [
        { ...apiKey, description: "The app's API key." },
        {
          name: 'apiEndpoint',
          title: 'API endpoint',
          type: 'url',
          default: 'https://api.dify.ai',
          description: 'Address of the API, with or without `/v1`.',
          example: 'https://dify.example.com',
        },
        {
          name: 'baseUrl',
          title: 'Base URL',
          isAlias: true,
          type: 'url',
          description: 'Another name for `apiEndpoint`, which wins if both are set.',
        },
        {
          name: 'knowledgeApiKey',
          title: 'API key for knowledge bases',
          isSecret: true,
          description: 'API key for knowledge bases. Without it, they are queried with `apiKey`.',
          example: 'dataset-made-up',
        },
      ],
    },
  ],
  ['elevenlabs', { title: 'ElevenLabs', fields: [apiKey] }],
  ['chat-node', { title: 'ChatNode', fields: [apiKey] }],
  ['nocodb', { title: 'NocoDB', fields: [apiKey, baseUrl('https://app.nocodb.com')] }],
  ['segment', { title: 'Segment', fields: [{ ...apiKey, description: "The source's write key." }] }],
  [
    'posthog',
    {
      title: 'PostHog',
      fields: [
        { ...apiKey, description: "The project's API key." },
        {
          name: 'host',
          title: 'Host',
          type: 'url',
          default: 'https://us.i.posthog.com',
          description: 'Address of the API.',
          example: 'https://eu.i.posthog.com',
        },
        {
          name: 'baseUrl',
          title: 'Base URL',
          isAlias: true,
          type: 'url',
          description: 'Another name of `host`, which comes first.',
        },
      ],
    },
  ],
  [
    'zendesk',
    {
      title: 'Zendesk',
      fields: [
        {
          name: 'webWidgetKey',
          title: 'Web widget key',
          description: 'Key of the web widget. Needed unless the block has one.',
          example: 'made-up',
        },
        {
          name: 'conversationsKeyId',
          title: 'Conversations key ID',
          description: 'Id of the key that logs respondents in. Without it, the widget opens logged out.',
          example: 'app_made-up',
        },
        {
          name: 'conversationsSecretKey',
          title: 'Conversations secret key',
          isSecret: true,
          description: 'That key.',
          example: 'made-up',
        },
      ],
    },
  ],
]);

/** Returns the value of a field, following the dots in its name. */
export function fieldValue(credentials: JsonObject, name: string): unknown {
  return getValueAt(credentials, name);
}

/** Names the required fields that are missing or empty. */
export function findMissingFields({ fields }: CredentialKind, credentials: JsonObject): string[] {
  return fields
    .filter(
      ({ isRequired, name }) =>
        isRequired && [undefined, null, ''].includes(fieldValue(credentials, name) as null),
    )
    .map(({ name }) => name);
}
