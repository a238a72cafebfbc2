import * as z from 'zod';
// Not imported through `z.core`, which would add zod's messages in all languages to every bundle: 260 KB.
import { $constructor } from 'zod/v4/core';

// TypeScript requires explicit types to call `init`, which is an assertion function.
const ZodLazy: z.core.$constructor<z.ZodLazy> = z.ZodLazy;

/** zod asks a lazy schema whether its value may be absent, which would build it. These may not. */
const BuiltWhenSent = $constructor<z.ZodLazy>('ZodBuiltWhenSent', (schema, definition) => {
  ZodLazy.init(schema, definition);
  Object.defineProperty(schema._zod, 'optin', { value: undefined });
  Object.defineProperty(schema._zod, 'optout', { value: undefined });
});

/**
 * Schema of an optional field that is built when a request first has the field. Meant for large fields that most
 * requests lack: building those of a document was a sixth of loading `update-bot`.
 *
 * @param build returns a schema that accepts neither undefined nor an absent value
 * @example
 * const patch = z.object({ theme: buildWhenSent(() => z.looseObject({ customCss: z.string() })) });
 * patch.parse({}); // {}
 */
export function buildWhenSent<S extends z.ZodType>(build: () => S): z.ZodOptional<z.ZodLazy<S>> {
  return new BuiltWhenSent({ type: 'lazy', getter: build }).optional() as unknown as z.ZodOptional<
    z.ZodLazy<S>
  >;
}
