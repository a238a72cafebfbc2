import { httpRequestModule } from './http-request.ts';

/** An HTTP request to an address of Pabbly. */
export const pabblyBlock = httpRequestModule('Pabbly');

export { httpRequestOptions as pabblyOptions } from './http-request-options.ts';
