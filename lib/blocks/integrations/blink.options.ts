import type * as z from 'zod';
import { describeActionBlock, describeUnusedAccount } from '#lib/blocks/action-block.options.ts';
import {
  type BlockSchema,
  describeChoice,
  describeFlag,
  describeList,
  describeNumber,
  describeSection,
  describeText,
  describeVariants,
} from '#lib/blocks/field-schema.ts';
import { describeResponseMapping } from '#lib/blocks/response-mapping.options.ts';

/** Describes a block that opens a page of Blink. Its other actions are not supported. */
export function describeBlink(): BlockSchema {
  const unofferedActions = ['Get Users', 'Send Feed Event'];
  return describeActionBlock(
    describeUnusedAccount(),
    {
      Redirect: { url: describeText({ title: 'Address', control: 'url' }) },
      'Get Users': describeUserSearch(),
      'Send Feed Event': describeFeedEvent(),
    },
    { unofferedActions },
  );
}

function describeUserSearch(): z.ZodRawShape {
  const filter = describeVariants(
    {},
    { name: 'type', hint: { title: 'Search by' } },
    {
      'User ID': { userId: describeText({ title: 'User id' }) },
      'Employee ID': { employeeId: describeText({ title: 'Employee id' }) },
    },
  );
  return {
    filter,
    responseMapping: describeResponseMapping([
      'Emails',
      'Company Names',
      'First Names',
      'Second Names',
      'Display Names',
      'Initials',
      'Job Titles',
      'Profile Photo IDs',
      'Timezones',
      'Manager IDs',
      'Department Names',
      'Account Statuses',
      'User IDs',
      'Employee IDs',
    ]),
  };
}

function describeFeedEvent(): z.ZodRawShape {
  return {
    categoryId: describeText({ title: 'Category id' }),
    ribbonColor: describeText({ title: 'Ribbon colour', control: 'colour' }),
    sections: describeList(describeFeedSection(), { title: 'Sections' }),
    allowComments: describeFlag({ title: 'Allow comments' }),
    allowReactions: describeFlag({ title: 'Allow reactions' }),
    userIds: describeList(describeText({ title: 'User id' }), { title: 'Users' }),
    groupIds: describeList(describeText({ title: 'Group id' }), { title: 'Groups' }),
    pushNotification: describeSection(
      { title: describeText({ title: 'Title' }), text: describeText({ title: 'Text' }) },
      { title: 'Push notification' },
    ),
    responseMapping: describeResponseMapping(['Event ID']),
  };
}

function describeFeedSection(): z.ZodType {
  const title = describeText({ title: 'Title' });
  const label = describeText({ title: 'Label' });
  const value = describeText({ title: 'Text' });
  const description = describeText({ title: 'Description' });
  const url = describeText({ title: 'Address', control: 'url' });
  const iconUrl = describeText({ title: 'Icon', control: 'image' });
  const imageUrl = describeText({ title: 'Picture', control: 'image' });
  return describeVariants(
    {},
    { name: 'type', hint: { title: 'Kind' } },
    {
      Header: { title, iconUrl },
      Text: { value },
      'Labelled Text': { label, value, iconUrl },
      Image: {
        imageUrl,
        fitImage: describeFlag({ title: 'Fit picture' }),
        width: describeNumber({ title: 'Width', unit: 'px' }),
        height: describeNumber({ title: 'Height', unit: 'px' }),
      },
      'Image gallery': { imageUrls: describeList(imageUrl, { title: 'Pictures' }) },
      YouTube: { link: url },
      Link: {
        url,
        title,
        description,
        imageUrl,
        imagePlacement: describeChoice(['left', 'right', 'top'], {
          title: 'Picture position',
          choices: ['Left', 'Right', 'Top'],
        }),
      },
      Buttons: {
        buttons: describeList(
          describeSection({ label, iconUrl, clientAction: describeButtonAction(url) }, { title: 'Button' }),
          { title: 'Buttons' },
        ),
      },
      Attachment: { url },
      Event: {
        title,
        description,
        start: describeText({ title: 'Start' }),
        end: describeText({ title: 'End' }),
        allDay: describeFlag({ title: 'All day' }),
      },
      'Horizontal Bar Chart': {
        total: describeNumber({ title: 'Total' }),
        data: describeList(
          describeSection(
            { name: describeText({ title: 'Name' }), value: describeNumber({ title: 'Value' }), label },
            { title: 'Bar' },
          ),
          { title: 'Bars' },
        ),
      },
    },
  );
}

function describeButtonAction(url: z.ZodType): z.ZodType {
  const field = { name: 'type', hint: { title: 'Click' } };
  return describeVariants({}, field, { 'Open Link': { url }, 'Open Webview': { url } });
}
