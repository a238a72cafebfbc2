/*
 * Replaces the SDK's support for event streams, which no operation here needs. The SDK imports the real module
 * dynamically, so esbuild wraps it and everything it imports in functions. Most of the SDK's core is then
 * neither tree-shaken nor joined into one scope, which cost a fifth of the SDK's loading time.
 */

/** Must keep the names that the SDK's clients import. */
export const eventStreamSerdeProvider = () => ({});
export const resolveEventStreamSerdeConfig = <T extends object>(input: T): T => input;

export class EventStreamSerde {
  constructor() {
    throw new Error('Event streams are not part of the bundle');
  }
}
