import { type BlockSchema, describeFields, describeSection, describeText } from '#lib/blocks/field-schema.ts';

/** Describes a jump to another place of the flow. */
export function describeJump(): BlockSchema {
  return describeFields({
    options: describeSection(
      {
        groupId: describeText({ title: 'Group', control: 'group' }),
        blockId: describeText({
          title: 'Block',
          description: 'If empty, the first one of the group.',
          control: 'block',
        }),
      },
      { title: 'Jump' },
    ),
  });
}
