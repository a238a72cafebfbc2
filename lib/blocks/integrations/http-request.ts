import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const HTTP_REQUEST = {
  type: 'Webhook',
  label: 'HTTP',
  request: { urlSource: 'enter the URL of the request' },
  excerpt: [{ as: 'request', path: 'options.webhook' }],
} as const satisfies IntegrationType;

export const HTTP_REQUEST_WORDS = {
  purpose: 'Sends an HTTP request and saves parts of its response.',
} as const satisfies BlockWords;
