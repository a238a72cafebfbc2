import type { BlockWords, IntegrationType } from '#lib/blocks/block-type.ts';

export const EMAIL = {
  type: 'Email',
  label: 'Send email',
  credentialsKind: 'smtp',
  // Mail is then sent from the service's own account, which this id names too.
  worksWithoutCredentials: true,
  ownCredentialsId: 'default',
  recipientOptions: ['recipients', 'cc', 'bcc'],
  changesElsewhere: true,
  excerpt: ['options.subject', { as: 'list', path: 'options.recipients' }],
} as const satisfies IntegrationType;

export const EMAIL_WORDS = {
  purpose: "Sends an e-mail, from a mail server of your own or from the service's account.",
} as const satisfies BlockWords;
