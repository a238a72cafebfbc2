import { httpRequestModule } from './http-request.ts';

/** An HTTP request to an address of Zapier. */
export const zapierBlock = httpRequestModule('Zapier');

export { httpRequestOptions as zapierOptions } from './http-request-options.ts';
