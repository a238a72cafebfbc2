import * as z from 'zod';
import { describeFields, describeList, type FieldHint } from './field-schema.ts';

/** Describes a text with paragraphs, lists, links and marks, as a tree of nodes. */
export function describeRichText(hint: FieldHint): z.ZodType {
  return describeList(describeNode(), { control: 'richText', ...hint });
}

/** A node is a piece of text with its marks, or an element with children. Editors add keys of their own. */
function describeNode(): z.ZodType {
  const node: z.ZodType = describeFields({
    text: z.string(),
    bold: z.boolean(),
    italic: z.boolean(),
    underline: z.boolean(),
    strikethrough: z.boolean(),
    code: z.boolean(),
    /** Kind of element, as `p`, `a`, `ul`. A kind that is not known is shown as plain text. */
    type: z.string(),
    /** Address of a link. */
    url: z.string(),
    /** Number of the first item of a numbered list. */
    start: z.number(),
    children: z.lazy(() => z.array(node)),
  });
  return node;
}
