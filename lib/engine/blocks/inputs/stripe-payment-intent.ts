import * as z from 'zod';
import { HttpFailure, type HttpPort } from '#lib/engine/model/ports.ts';
import { InputUnavailable } from './input-unavailable.ts';

export type PaymentIntentRequest = {
  secretKey: string;
  /** The same key gives the same payment, however often it is sent. */
  idempotencyKey: string;
  /** Fields under the names in Stripe's API. */
  fields: Record<string, string>;
  timeoutMs: number;
};

const intentSchema = z.object({ client_secret: z.string() });
const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

const NOT_CREATED = 'The payment was not shown: Stripe did not accept it';

/**
 * Creates a payment at Stripe.
 *
 * @returns the secret with which a client makes the payment
 * @throws InputUnavailable if Stripe refuses it or does not respond
 */
export async function createPaymentIntent(http: HttpPort, request: PaymentIntentRequest): Promise<string> {
  const { secretKey, idempotencyKey, fields, timeoutMs } = request;
  let body: unknown;
  try {
    const answer = await http({
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
    body = JSON.parse(new TextDecoder().decode(answer.body));
  } catch (error) {
    // The messages of other errors may contain the key, such as those about a header that cannot be sent.
    throw new InputUnavailable(
      NOT_CREATED,
      error instanceof HttpFailure ? error.message : 'No response from Stripe',
    );
  }
  const intent = intentSchema.safeParse(body);
  if (intent.success) return intent.data.client_secret;
  const refusal = refusalSchema.safeParse(body);
  throw new InputUnavailable(
    NOT_CREATED,
    refusal.success ? refusal.data.error.message : 'Unexpected response from Stripe',
  );
}
