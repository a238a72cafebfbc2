import * as z from 'zod';
import { type HttpPort, HttpRequestError } from '#lib/engine/model/ports.ts';
import { toText } from '#lib/engine/services/service-request.ts';
import { once } from '#lib/platform/validation/once.ts';
import { InputUnavailableError } from './input-unavailable.ts';

export type PaymentIntentRequest = {
  secretKey: string;
  /** Requests with the same key create a single payment, however often they are sent. */
  idempotencyKey: string;
  /** Fields by their names in Stripe's API. */
  fields: Record<string, string>;
  timeoutMs: number;
};

const intentSchema = once(() => z.object({ client_secret: z.string() }));
const refusalSchema = once(() => z.object({ error: z.object({ message: z.string() }) }));

const NOT_CREATED = 'The payment was not shown: Stripe rejected it';

/**
 * Creates a Stripe payment intent.
 *
 * @returns the client secret that the client pays with
 * @throws InputUnavailableError if Stripe rejects the request or does not respond
 */
export async function createPaymentIntent(http: HttpPort, request: PaymentIntentRequest): Promise<string> {
  const { secretKey, idempotencyKey, fields, timeoutMs } = request;
  let body: unknown;
  try {
    const response = await http({
      url: 'https://api.stripe.com/v1/payment_intents',
      method: 'POST',
      headers: {
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/x-www-form-urlencoded',
        'idempotency-key': idempotencyKey,
      },
      body: new URLSearchParams(fields).toString(),
      timeoutMs,
    });
    body = JSON.parse(toText(response));
  } catch (error) {
    // Do not log other errors: they may contain the key, for example in a message about an invalid header.
    throw new InputUnavailableError(
      NOT_CREATED,
      error instanceof HttpRequestError ? error.message : 'No response from Stripe',
    );
  }
  const intent = intentSchema().safeParse(body);
  if (intent.success) return intent.data.client_secret;
  const refusal = refusalSchema().safeParse(body);
  throw new InputUnavailableError(
    NOT_CREATED,
    refusal.success ? refusal.data.error.message : 'Unexpected response from Stripe',
  );
}
