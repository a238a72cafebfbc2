import { describeAccount, describeActionBlock } from '#lib/blocks/action-block.options.ts';
import { type BlockSchema, describeString } from '#lib/blocks/field-schema.ts';
import { describeKeyValues } from '#lib/blocks/key-values.options.ts';

/** Describes a block that sends an event to Segment. */
export function describeSegment(): BlockSchema {
  const userId = describeString({ title: 'User id', placeholder: '{{User id}}' });
  const properties = describeKeyValues('Property', { title: 'Properties' });
  return describeActionBlock(describeAccount(), {
    'Identify User': {
      userId,
      email: describeString({ title: 'E-mail', placeholder: '{{Email}}' }),
      traits: describeKeyValues('Trait', { title: 'Traits', description: 'Facts about the user.' }),
    },
    Alias: { userId, previousId: describeString({ title: 'Previous id' }) },
    Page: {
      userId,
      name: describeString({ title: 'Page name' }),
      category: describeString({ title: 'Category' }),
      properties,
    },
    Track: {
      userId,
      eventName: describeString({ title: 'Event name', placeholder: 'Signed up' }),
      properties,
    },
  });
}
