import type * as z from 'zod';
import { describeComparisons } from './comparisons.options.ts';
import {
  describeEntryId,
  describeFlag,
  describeList,
  describePlainNumber,
  describeSection,
  describeString,
  type FieldHint,
} from './field-schema.ts';

/**
 * Describes the items of a block, each with its edge.
 *
 * @param fields what the items hold besides their id and edge
 * @param itemTitle label of a single item
 */
export function describeItems(fields: z.ZodRawShape, itemTitle: string, hint: FieldHint): z.ZodType {
  const item = describeSection({ ...fields, ...describeItemEnds() }, { title: itemTitle });
  return describeList(item, hint);
}

/** Describes the id of an item and the edge that leaves it. */
function describeItemEnds(): z.ZodRawShape {
  return {
    id: describeEntryId(),
    outgoingEdgeId: describeString({ title: 'Edge', control: 'hidden' }),
    // Left over from documents of version 5 and older.
    blockId: describeString({ title: 'Block', control: 'hidden' }),
    type: describePlainNumber({ title: 'Kind', control: 'hidden' }),
  };
}

/** Describes when an item is offered. */
export function describeDisplayCondition(): z.ZodType {
  return describeSection(
    {
      isEnabled: describeFlag({ title: 'Only sometimes', default: false }),
      condition: describeComparisons({
        title: 'Condition',
        shownIf: { field: 'isEnabled', is: [true] },
      }),
    },
    { title: 'When to offer', description: 'Offers the item only if the condition is met.', isRare: true },
  );
}
