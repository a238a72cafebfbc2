import type { BlockWords, LogicType } from '#lib/blocks/block-type.ts';

export const CODE = {
  type: 'Code',
  label: 'Script',
  // Nothing waits for a script, not even for one that runs on the client.
  awaitsReply: false,
  excerpt: ['options.name', 'options.content'],
} as const satisfies LogicType;

export const CODE_WORDS = {
  purpose: 'Runs JavaScript in the page of the respondent or on the server.',
} as const satisfies BlockWords;
