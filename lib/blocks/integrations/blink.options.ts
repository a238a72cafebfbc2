import type * as z from 'zod';
import { describeActionBlock, describeUnusedAccount } from '#lib/blocks/action-block.options.ts';
import {
  type BlockSchema,
  describeChoice,
  describeFlag,
  describeList,
  describeNumber,
  describeSection,
  describeString,
  describeVariants,
} from '#lib/blocks/field-schema.ts';
import { describeResponseMapping } from '#lib/blocks/response-mapping.options.ts';

/** Describes a block that opens a page of Blink. Its other actions are not supported. */
export function describeBlink(): BlockSchema {
  const unofferedActions = ['Get Users', 'Send Feed Event'];
  return describeActionBlock(
    describeUnusedAccount(),
    {
      Redirect: { url: describeString({ title: 'Address', control: 'url' }) },
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
      'User ID': { userId: describeString({ title: 'User id' }) },
      'Employee ID': { employeeId: describeString({ title: 'Employee id' }) },
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
    categoryId: describeString({ title: 'Category id' }),
    ribbonColor: describeString({ title: 'Ribbon colour', control: 'colour' }),
    sections: describeList(describeFeedSection(), { title: 'Sections' }),
    allowComments: describeFlag({ title: 'Allow comments' }),
    allowReactions: describeFlag({ title: 'Allow reactions' }),
    userIds: describeList(describeString({ title: 'User id' }), { title: 'Users' }),
    groupIds: describeList(describeString({ title: 'Group id' }), { title: 'Groups' }),
    pushNotification: describeSection(
      { title: describeString({ title: 'Title' }), text: describeString({ title: 'Text' }) },
      { title: 'Push notification' },
    ),
    responseMapping: describeResponseMapping(['Event ID']),
  };
}

function describeFeedSection(): z.ZodType {
  const title = describeString({ title: 'Title' });
  const label = describeString({ title: 'Label' });
  const value = describeString({ title: 'Text' });
  const description = describeString({ title: 'Description' });
  const url = describeString({ title: 'Address', control: 'url' });
  const iconUrl = describeString({ title: 'Icon', control: 'image' });
  const imageUrl = describeString({ title: 'Picture', control: 'image' });
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
        start: describeString({ title: 'Start' }),
        end: describeString({ title: 'End' }),
        allDay: describeFlag({ title: 'All day' }),
      },
      'Horizontal Bar Chart': {
        total: describeNumber({ title: 'Total' }),
        data: describeList(
          describeSection(
            { name: describeString({ title: 'Name' }), value: describeNumber({ title: 'Value' }), label },
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
