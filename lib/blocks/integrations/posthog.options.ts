import { describeAccount, describeActionBlock } from '#lib/blocks/action-block.options.ts';
import { type BlockSchema, describeFlag, describeString } from '#lib/blocks/field-schema.ts';
import { describeKeyValues, describeTextEntries } from '#lib/blocks/key-values.options.ts';

const GROUP_TYPE = { title: 'Group type', placeholder: 'company' };
const GROUP_KEY = { title: 'Group key', description: 'Id of the group.' };

/** Describes a block that sends an event to PostHog. */
export function describePosthog(): BlockSchema {
  const properties = describeKeyValues('Property', { title: 'Properties' });
  return describeActionBlock(describeAccount(), {
    Capture: {
      event: describeString({ title: 'Event name', placeholder: 'signed_up' }),
      isAnonymous: describeFlag({
        title: 'Anonymous',
        description: 'PostHog then keeps no profile of the person.',
        default: false,
      }),
      distinctId: describeString({
        title: 'Person id',
        description: 'Needed unless the event is anonymous.',
        placeholder: '{{User id}}',
      }),
      properties,
      personProperties: describeKeyValues('Property', {
        title: 'Person properties',
        shownIf: { field: 'isAnonymous', is: [false] },
      }),
      groups: describeTextEntries(
        { title: 'Group', fields: { type: GROUP_TYPE, key: GROUP_KEY } },
        { title: 'Groups', isRare: true },
      ),
    },
    'Identify Group': {
      groupType: describeString(GROUP_TYPE),
      groupKey: describeString(GROUP_KEY),
      properties,
      distinctId: describeString({ title: 'Person id', isRare: true }),
    },
  });
}
