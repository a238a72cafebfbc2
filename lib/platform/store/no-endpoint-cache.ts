/*
 * Replaces the SDK's cache of discovered endpoints, which DynamoDB's client creates but never uses. The real
 * module includes a library of collections.
 */

/** Must keep the name that the SDK's clients import. */
export class EndpointCache {}
