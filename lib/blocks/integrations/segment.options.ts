import { describeAccount, describeActionBlock } from '#lib/blocks/action-block.options.ts';
import { type BlockSchema, describeText } from '#lib/blocks/field-schema.ts';
import { describeKeyValues } from '#lib/blocks/key-values.options.ts';

/** Describes a block that sends an event to Segment. */
export function describeSegment(): BlockSchema {
  const userId = describeText({ title: 'User id', placeholder: '{{User id}}' });
  const properties = describeKeyValues('Property', { title: 'Properties' });
  return describeActionBlock(describeAccount(), {
    'Identify User': {
      userId,
      email: describeText({ title: 'E-mail', placeholder: '{{Email}}' }),
      traits: describeKeyValues('Trait', { title: 'Traits', description: 'Facts about the user.' }),
    },
    Alias: { userId, previousId: describeText({ title: 'Previous id' }) },
    Page: {
      userId,
      name: describeText({ title: 'Page name' }),
      category: describeText({ title: 'Category' }),
      properties,
    },
    Track: {
      userId,
      eventName: describeText({ title: 'Event name', placeholder: 'Signed up' }),
      properties,
    },
  });
}
