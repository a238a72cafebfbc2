import type { JsonObject } from '#lib/platform/json/json-object.ts';

/**
 * The block types that flow checks and pictures support. Documents may contain other types, which are kept
 * unchanged.
 */
export type BlockFamily = 'start' | 'bubble' | 'input' | 'logic' | 'integration';

export type BlockType = {
  family: BlockFamily;
  /** Short display name, one or two words. */
  label: string;
  /**
   * Kind of the stored credentials that `options.credentialsId` names, in the words of Typebot. Absent
   * if the block reads none.
   */
  credentialsKind?: string;
  /** The block does nothing without stored credentials. */
  needsCredentials?: true;
  /** `options.proxyCredentialsId` may name an outgoing proxy. Such requests are not sent. */
  mayUseProxy?: true;
};

const bubble = (label: string): BlockType => ({ family: 'bubble', label });
const input = (label: string): BlockType => ({ family: 'input', label });
const logic = (label: string): BlockType => ({ family: 'logic', label });
const integration = (label: string): BlockType => ({ family: 'integration', label });
const httpRequest = (label: string): BlockType => ({ ...integration(label), mayUseProxy: true });

/** An integration that does nothing without stored credentials. */
const credentialed = (label: string, credentialsKind: string): BlockType => ({
  ...integration(label),
  credentialsKind,
  needsCredentials: true,
});

/** A Map rather than an object, because a document's type can be any string, even `constructor`. */
export const BLOCK_TYPES: ReadonlyMap<string, BlockType> = new Map<string, BlockType>([
  ['start', { family: 'start', label: 'Start' }],

  ['text', bubble('Text')],
  ['image', bubble('Image')],
  ['video', bubble('Video')],
  ['embed', bubble('Embed')],
  ['audio', bubble('Audio')],

  ['text input', input('Ask text')],
  ['number input', input('Ask number')],
  ['email input', input('Ask email')],
  ['url input', input('Ask website')],
  ['date input', input('Ask date')],
  ['time input', input('Ask time')],
  ['phone number input', input('Ask phone')],
  ['choice input', input('Buttons')],
  ['picture choice input', input('Pictures')],
  ['payment input', { ...input('Payment'), credentialsKind: 'stripe', needsCredentials: true }],
  ['rating input', input('Rating')],
  ['file input', input('File')],
  ['cards', input('Cards')],

  ['Set variable', logic('Set')],
  ['Condition', logic('If')],
  ['Redirect', logic('Redirect')],
  ['Code', logic('Script')],
  ['Typebot link', logic('Bot')],
  ['Wait', logic('Wait')],
  ['AB test', logic('A/B test')],
  ['webhook', logic('Listen')],
  ['Jump', logic('Jump')],
  ['Return', logic('Return')],

  ['Google Sheets', credentialed('Sheets', 'google sheets')],
  ['OpenAI', credentialed('OpenAI', 'openai')],
  ['Google Analytics', integration('Analytics')],
  ['Webhook', httpRequest('HTTP')],
  ['Zapier', httpRequest('Zapier')],
  ['Make.com', httpRequest('Make')],
  ['Pabbly', httpRequest('Pabbly')],
  // Without credentials, mail is sent from the service's own account.
  ['Email', { ...integration('Send email'), credentialsKind: 'smtp' }],
  ['Chatwoot', integration('Chatwoot')],
  ['Pixel', integration('Pixel')],

  ['openai', credentialed('OpenAI', 'openai')],
  ['cal-com', integration('Cal.com')],
  ['chat-node', credentialed('ChatNode', 'chat-node')],
  ['qr-code', integration('QR code')],
  ['dify-ai', credentialed('Dify', 'dify-ai')],
  ['mistral', credentialed('Mistral', 'mistral')],
  ['elevenlabs', credentialed('ElevenLabs', 'elevenlabs')],
  ['anthropic', credentialed('Anthropic', 'anthropic')],
  ['together-ai', credentialed('Together', 'together-ai')],
  ['open-router', credentialed('OpenRouter', 'open-router')],
  ['nocodb', credentialed('NocoDB', 'nocodb')],
  ['segment', credentialed('Segment', 'segment')],
  ['groq', credentialed('Groq', 'groq')],
  ['zendesk', credentialed('Zendesk', 'zendesk')],
  ['posthog', credentialed('PostHog', 'posthog')],
  ['perplexity', credentialed('Perplexity', 'perplexity')],
  ['deepseek', credentialed('DeepSeek', 'deepseek')],
  // Redirects to Blink need no credentials, and its other actions are not supported.
  ['blink', integration('Blink')],
  ['gmail', credentialed('Gmail', 'gmail')],
]);

/** Returns undefined for an unknown type. A document's type can be any JSON, even an object. */
export function getBlockType({ type }: JsonObject): BlockType | undefined {
  return typeof type === 'string' ? BLOCK_TYPES.get(type) : undefined;
}

/** Whether the block asks respondents for an answer. */
export function isInputBlock(block: JsonObject): boolean {
  return getBlockType(block)?.family === 'input';
}
