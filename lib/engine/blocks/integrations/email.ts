import * as z from 'zod';
import { EMAIL } from '#lib/blocks/integrations/email.ts';
import type { ActionModule, BlockContext } from '#lib/engine/model/block-module.ts';
import { lenientList, optionalFlag, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import { MAIL_NOT_SENT, MAIL_SENT } from '#lib/engine/model/hidden-logs.ts';
import type { Mail, MailAddress } from '#lib/engine/model/ports.ts';
import { blockCredentials } from '#lib/engine/services/block-credentials.ts';
import { getWaitingTimeMs } from '#lib/engine/services/waiting-time.ts';
import { once } from '#lib/platform/validation/once.ts';
import { logBlockFailure } from './action-block.ts';
import { parseMailAddresses } from './mail-addresses.ts';
import { mailBody } from './mail-body.ts';

export const emailOptions = once(() =>
  z.object({
    /** "default" selects the service's own mail server. */
    credentialsId: optionalText,
    recipients: lenientList(z.string()),
    cc: lenientList(z.string()),
    bcc: lenientList(z.string()),
    replyTo: optionalText,
    subject: optionalText,
    body: optionalText,
    isCustomBody: optionalFlag,
    isBodyCode: optionalFlag,
    attachmentsVariableId: optionalText,
  }),
);

export type EmailOptions = z.output<ReturnType<typeof emailOptions>>;

/** Sends an email. Failures do not stop the flow. */
export const emailBlock: ActionModule = {
  kind: 'integration',
  type: 'Email',
  async run(block, context) {
    const options = readOptions(emailOptions(), block.options);
    if (context.chat.isPreview) {
      context.log({ status: 'info', description: 'Emails are not sent in preview mode' });
      return {};
    }
    if (options.recipients.length === 0) return {};
    try {
      await send(block, options, context);
    } catch (error) {
      logBlockFailure(error, CONTEXT, context);
    }
    return {};
  },
};

const MAX_MAILS_PER_TURN = 5;
/**
 * Maximum To, Cc and Bcc recipients of an email. Amazon SES allows no more:
 * https://docs.aws.amazon.com/ses/latest/dg/quotas.html
 */
const MAX_RECIPIENTS = 50;
/** Sending takes several steps, each with its own timeout. */
const MAIL_TIMEOUT_MS = 15_000;
const NO_CREDENTIALS = 'No credentials found, make sure to configure your SMTP provider properly';
const CONTEXT = 'While sending email';
export const MAIL_QUOTA_USED_UP = 'The workspace has reached its daily email limit';

async function send(block: ChatBlock, options: EmailOptions, context: BlockContext): Promise<void> {
  const { credentialsId } = options;
  const isOwnServer = credentialsId === undefined || credentialsId === 'default';
  const credentials = isOwnServer ? undefined : await blockCredentials(block, context, EMAIL);
  if (!isOwnServer && !credentials) {
    context.log({ status: 'error', description: NO_CREDENTIALS });
    return;
  }

  const mail = await toMail(options, context);
  if (mail.to.length === 0) return;
  const fault = findFault(mail, context.mails.sent);
  if (fault !== undefined) {
    context.log({ status: 'error', description: fault, context: CONTEXT });
    return;
  }
  // Failed attempts count, too.
  context.mails.sent.push(JSON.stringify(mail));

  try {
    if (!context.ports.mail) throw new Error('No mail server is configured');
    const timeoutMs = getWaitingTimeMs(MAIL_TIMEOUT_MS, context.ports);
    if (timeoutMs <= 0) throw new Error('No time left in this turn to send an email');
    if ((await context.ports.takeMails?.(listRecipients(mail).length)) === false) {
      context.log({ status: 'error', description: MAIL_QUOTA_USED_UP, context: CONTEXT });
      return;
    }
    await context.ports.mail.send(mail, credentials, timeoutMs);
    context.log({ status: 'success', description: MAIL_SENT });
  } catch (error) {
    const details = JSON.stringify({ error: String(error), email: mail });
    context.log({ status: 'error', description: MAIL_NOT_SENT, details });
  }
}

/**
 * Returns the reason not to send an email, or undefined if there is none. Deviation: Typebot fails
 * the whole turn if there are too many.
 */
function findFault(mail: Mail, sent: string[]): string | undefined {
  if (sent.length >= MAX_MAILS_PER_TURN) return `Attempt to send more than ${MAX_MAILS_PER_TURN} emails`;
  if (sent.at(-1) === JSON.stringify(mail)) return 'Attempt to send the same email twice';
  if (mail.attachments?.some(({ url }) => !/^https?:\/\//i.test(url))) return 'Invalid email attachment URL';
  return listRecipients(mail).length > MAX_RECIPIENTS
    ? `Attempt to send to more than ${MAX_RECIPIENTS} recipients`
    : undefined;
}

function listRecipients({ to, cc = [], bcc = [] }: Mail): MailAddress[] {
  return [...to, ...cc, ...bcc];
}

async function toMail(options: EmailOptions, context: BlockContext): Promise<Mail> {
  const to = await parseMailAddresses('to', options.recipients, context);
  const cc = await parseMailAddresses('cc', options.cc, context);
  const bcc = await parseMailAddresses('bcc', options.bcc, context);
  const replyTo = await parseMailAddresses('replyTo', [options.replyTo ?? ''], context);
  const subject = context.render(options.subject ?? '');
  const attachments = attachmentUrls(context.variables.valueOf(options.attachmentsVariableId));
  return {
    to,
    ...(cc.length > 0 && { cc }),
    ...(bcc.length > 0 && { bcc }),
    ...(subject !== '' && { subject }),
    ...parseReplyTo(replyTo),
    ...mailBody(options, context),
    ...(attachments.length > 0 && { attachments: attachments.map((url) => ({ url })) }),
  };
}

/** `Ada <ada@example.com>` also sets the sender's name. */
function parseReplyTo(addresses: MailAddress[]): Pick<Mail, 'replyTo' | 'senderName'> {
  const [first] = addresses;
  if (first === undefined) return {};
  const replyTo = addresses.map((entry) => (typeof entry === 'string' ? entry : entry.address)).join(', ');
  return { replyTo, ...(typeof first !== 'string' && { senderName: first.name }) };
}

/** File inputs store several URLs as a list, or joined into one string. */
function attachmentUrls(value: string | (string | null)[] | null | undefined): string[] {
  const urls = Array.isArray(value) ? value : (value ?? '').split(', ');
  return urls.filter((url) => url !== null && url !== '').map(String);
}
