import type { JsonObject } from '#lib/json/json-object.ts';

/**
 * The block types that flow checks and pictures support. Documents may contain other types, which are kept
 * unchanged.
 */
export type BlockFamily = 'start' | 'bubble' | 'input' | 'logic' | 'integration';

export type BlockType = {
  family: BlockFamily;
  /** Short display name, one or two words. */
  label: string;
  /** The block does nothing without stored credentials. */
  needsCredentials?: true;
};

const bubble = (label: string): BlockType => ({ family: 'bubble', label });
const input = (label: string): BlockType => ({ family: 'input', label });
const logic = (label: string): BlockType => ({ family: 'logic', label });
const integration = (label: string): BlockType => ({ family: 'integration', label });
const credentialed = (label: string): BlockType => ({ family: 'integration', label, needsCredentials: true });

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
  ['payment input', { ...input('Payment'), needsCredentials: true }],
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

  ['Google Sheets', credentialed('Sheets')],
  ['OpenAI', credentialed('OpenAI')],
  ['Google Analytics', integration('Analytics')],
  ['Webhook', integration('HTTP')],
  ['Zapier', integration('Zapier')],
  ['Make.com', integration('Make')],
  ['Pabbly', integration('Pabbly')],
  // Without credentials, mail is sent from the service's own account.
  ['Email', integration('Send email')],
  ['Chatwoot', integration('Chatwoot')],
  ['Pixel', integration('Pixel')],

  ['openai', credentialed('OpenAI')],
  ['cal-com', integration('Cal.com')],
  ['chat-node', credentialed('ChatNode')],
  ['qr-code', integration('QR code')],
  ['dify-ai', credentialed('Dify')],
  ['mistral', credentialed('Mistral')],
  ['elevenlabs', credentialed('ElevenLabs')],
  ['anthropic', credentialed('Anthropic')],
  ['together-ai', credentialed('Together')],
  ['open-router', credentialed('OpenRouter')],
  ['nocodb', credentialed('NocoDB')],
  ['segment', credentialed('Segment')],
  ['groq', credentialed('Groq')],
  ['zendesk', credentialed('Zendesk')],
  ['posthog', credentialed('PostHog')],
  ['perplexity', credentialed('Perplexity')],
  ['deepseek', credentialed('DeepSeek')],
  ['blink', credentialed('Blink')],
  ['gmail', credentialed('Gmail')],
]);

/** Whether the block asks respondents for an answer. */
export function isInputBlock({ type }: JsonObject): boolean {
  return typeof type === 'string' && BLOCK_TYPES.get(type)?.family === 'input';
}
