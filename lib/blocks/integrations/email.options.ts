import type * as z from 'zod';
import {
  type BlockSchema,
  describeCredentials,
  describeFields,
  describeFlag,
  describeList,
  describeSection,
  describeString,
  describeVariable,
  type FieldHint,
} from '#lib/blocks/field-schema.ts';
import { EMAIL } from './email.ts';

/** Describes a block that sends an e-mail. */
export function describeEmail(): BlockSchema {
  const shownIf = { field: 'isCustomBody', is: [true, null] };
  const options = {
    credentialsId: describeCredentials({
      title: 'Mail server',
      description: "Without one of your own, the service's account sends the e-mail.",
      default: EMAIL.ownCredentialsId,
    }),
    recipients: describeAddresses({ title: 'To' }),
    cc: describeAddresses({ title: 'Cc', isRare: true }),
    bcc: describeAddresses({ title: 'Bcc', isRare: true }),
    replyTo: describeString({
      title: 'Reply to',
      description: 'A name in front of the address is also shown as the sender.',
      placeholder: 'Ada Lovelace <ada@example.com>',
    }),
    subject: describeString({ title: 'Subject' }),
    isCustomBody: describeFlag({
      title: 'Custom text',
      description: 'Off: the e-mail lists all answers and variables.',
    }),
    body: describeString({ title: 'Text', control: 'longText', shownIf }),
    isBodyCode: describeFlag({ title: 'Text is HTML', default: false, shownIf, isRare: true }),
    attachmentsVariableId: describeVariable({
      title: 'Attachments',
      description: 'The files that respondents have uploaded, as saved by a file input.',
    }),
  };
  return describeFields({ options: describeSection(options, { title: 'E-mail' }) });
}

function describeAddresses(hint: FieldHint): z.ZodType {
  return describeList(describeString({ title: 'Address', placeholder: 'ada@example.com' }), hint);
}
