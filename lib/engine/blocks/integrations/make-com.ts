import { httpRequestModule } from './http-request.ts';

/** An HTTP request to an address of Make.com. */
export const makeComBlock = httpRequestModule('Make.com');

export { httpRequestOptions as makeComOptions } from './http-request-options.ts';
