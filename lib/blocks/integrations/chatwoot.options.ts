import {
  type BlockSchema,
  describeFields,
  describeSection,
  describeString,
  describeVariants,
} from '#lib/blocks/field-schema.ts';

/** Describes a block that opens or closes the Chatwoot widget. */
export function describeChatwoot(): BlockSchema {
  const user = {
    id: describeString({ title: 'Id' }),
    email: describeString({ title: 'E-mail', placeholder: '{{Email}}' }),
    name: describeString({ title: 'Name', placeholder: '{{Name}}' }),
    avatarUrl: describeString({ title: 'Picture', control: 'url' }),
    phoneNumber: describeString({ title: 'Phone number' }),
  };
  const widget = {
    websiteToken: describeString({
      title: 'Website token',
      description: 'From the settings of the inbox in Chatwoot.',
    }),
    baseUrl: describeString({
      title: 'Chatwoot address',
      default: 'https://app.chatwoot.com',
      control: 'url',
      isRare: true,
    }),
    user: describeSection(user, {
      title: 'Respondent',
      description: 'Agents see it in Chatwoot.',
      isRare: true,
    }),
  };
  const standard = 'Show widget';
  const task = { name: 'task', hint: { title: 'Action', default: standard }, standard };
  const options = describeVariants({}, task, { [standard]: widget, 'Close widget': {} });
  return describeFields({ options });
}
