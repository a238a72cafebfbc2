import { httpRequestModule } from './http-request.ts';

/** Sends an HTTP request to Pabbly. */
export const pabblyBlock = httpRequestModule('Pabbly');

export { httpRequestOptions as pabblyOptions } from './http-request-options.ts';
