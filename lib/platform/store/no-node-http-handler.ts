/*
 * Replaces the SDK's request handler in bundles where `dynamodb-http-handler.ts` sends all requests. The SDK's clients import
 * their own handler, 7 KB, even if they get another one.
 */

/** Must keep the names that the SDK's clients import. */
export const NodeHttpHandler = {
  /** @throws Error for the options of another client, whose function belongs in `USES_OTHER_CLIENTS` */
  create<T extends object>(handlerOrOptions: T): T {
    if ('handle' in handlerOrOptions) return handlerOrOptions;
    throw new Error('Only the client of DynamoDB is part of the bundle');
  },
};

export function streamCollector(): never {
  throw new Error('Responses as streams are not part of the bundle');
}
