import { addresses } from '#bundled/addresses';
import { handler as own } from '#bundled/function';
import { serveAddresses } from './serve-addresses.ts';

/*
 * The entry of each bundle whose function answers at addresses of Typebot, so that neither the function nor its contract
 * knows of them. The bundler puts the function and its addresses in place of the two modules: see
 * infra/functions/bundle-entry.ts.
 */

export const handler = serveAddresses(addresses, own);
