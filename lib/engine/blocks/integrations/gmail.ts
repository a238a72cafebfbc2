import * as z from 'zod';
import { GMAIL } from '#lib/blocks/integrations/gmail.ts';
import { assignParts, responseMapping } from '#lib/engine/ai/completion.ts';
import { optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import { HttpRequestError } from '#lib/engine/model/ports.ts';
import { parseJsonValue } from '#lib/engine/services/json-value.ts';
import { askService, askServiceForJson, BlockError } from '#lib/engine/services/service-request.ts';
import { getWaitingTimeMs } from '#lib/engine/services/waiting-time.ts';
import { toPrimitiveText } from '#lib/platform/json/primitive-text.ts';
import { once } from '#lib/platform/validation/once.ts';
import { type ActionRun, actionBlock, required } from './action-block.ts';
import { MAIL_QUOTA_USED_UP } from './email.ts';
import { fetchGoogleAccessToken } from './google-access-token.ts';
import { parseMailAddresses } from './mail-addresses.ts';

export const gmailOptions = once(() =>
  z.object({
    to: optionalText,
    subject: optionalText,
    body: optionalText,
    attachments: optionalText,
    label: optionalText,
    from: optionalText,
    threadId: optionalText,
    replyTo: optionalText,
    responseMapping: responseMapping(),
  }),
);

/** Same limit as in the Email block, to keep accounts from being used for spam. */
const MAX_MAILS_PER_TURN = 5;
/** Same limit as in the Email block. */
const MAX_RECIPIENTS = 50;
const MAX_ATTACHMENTS = 10;
const TOKEN_TIMEOUT_MS = 8_000;

/** Sends an email from a Gmail account. */
export const gmailBlock = actionBlock({
  about: GMAIL,
  options: gmailOptions,
  actions: {
    'Send email': {
      doing: 'While sending email',
      async run(options, run) {
        const { context } = run;
        const { to, subject, body, from, threadId, label } = options;
        required(to, 'No recipient provided');
        // Unrendered, because the templates determine what counts as one address.
        const written = readOptions(gmailOptions(), run.block.options);
        const recipients = await parseMailAddresses('to', [written.to ?? ''], context);
        if (recipients.length === 0) throw new BlockError('No valid recipient provided');
        if (recipients.length > MAX_RECIPIENTS) {
          throw new BlockError(`Attempt to send to more than ${MAX_RECIPIENTS} recipients`);
        }
        const replyTo = await parseMailAddresses('replyTo', [written.replyTo ?? ''], context);
        if (context.mails.sent.length >= MAX_MAILS_PER_TURN) {
          throw new BlockError(`Attempt to send more than ${MAX_MAILS_PER_TURN} emails`);
        }
        if (label !== undefined) {
          context.log({
            status: 'error',
            description: 'The label was not set: labels are not supported',
          });
        }
        const token = await accessToken(run);
        const attachments = await loadFiles(options.attachments, run);
        const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
        const mail = new MailComposer({
          to: recipients,
          ...(from !== undefined && { from }),
          ...(replyTo.length > 0 && { replyTo }),
          ...(subject !== undefined && { subject }),
          text: body ?? '',
          attachments,
          disableFileAccess: true,
          disableUrlAccess: true,
        });
        if ((await context.ports.takeMails?.(recipients.length)) === false) {
          throw new BlockError(MAIL_QUOTA_USED_UP);
        }
        const raw = (await mail.compile().build()).toString('base64url');
        context.mails.sent.push(raw);
        const sent = await askServiceForJson(
          {
            url: 'https://gmail.googleapis.com/gmail/v1/users/me/messages/send',
            credentials: { authorization: `Bearer ${token}` },
            json: { raw, ...(threadId !== undefined && { threadId }) },
          },
          context.ports,
        );
        assignParts(options.responseMapping, { 'Message ID': sent.id, 'Thread ID': sent.threadId }, context);
        return undefined;
      },
    },
  },
});

/** @throws BlockError */
async function accessToken({ context, credentials }: ActionRun): Promise<string> {
  const { http, now } = context.ports;
  const timeoutMs = getWaitingTimeMs(TOKEN_TIMEOUT_MS, context.ports);
  try {
    return await fetchGoogleAccessToken(credentials, http, { nowMs: now().getTime(), timeoutMs });
  } catch (error) {
    if (error instanceof HttpRequestError)
      throw new BlockError(`Could not request access from Google: ${error.message}`);
    throw error instanceof Error ? new BlockError(error.message) : error;
  }
}

/**
 * Downloads attachments. URLs are separated by commas or given as a JSON array.
 * @throws BlockError
 */
async function loadFiles(text: string | undefined, { context }: ActionRun) {
  if (text === undefined) return [];
  const value = parseJsonValue(text);
  const urls = (Array.isArray(value) ? value : text.split(','))
    .map((url: unknown) => toPrimitiveText(url).trim())
    .filter(Boolean);
  if (urls.length > MAX_ATTACHMENTS)
    throw new BlockError(`An email can have at most ${MAX_ATTACHMENTS} attachments`);
  return await Promise.all(
    urls.map(async (url) => {
      const { body, headers } = await askService({ url, method: 'GET' }, context.ports);
      const name = URL.parse(url)?.pathname.split('/').at(-1) || 'attachment';
      return {
        filename: decodedName(name),
        content: Buffer.from(body),
        ...(headers['content-type'] !== undefined && { contentType: headers['content-type'] }),
      };
    }),
  );
}

function decodedName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
