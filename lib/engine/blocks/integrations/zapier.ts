import { httpRequestModule } from './http-request.ts';

/** Sends an HTTP request to Zapier. */
export const zapierBlock = httpRequestModule('Zapier');

export { httpRequestOptions as zapierOptions } from './http-request-options.ts';
