import { httpRequestModule } from './http-request.ts';

/** Sends an HTTP request to Make.com. */
export const makeComBlock = httpRequestModule('Make.com');

export { httpRequestOptions as makeComOptions } from './http-request-options.ts';
