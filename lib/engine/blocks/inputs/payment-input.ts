import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { BlockContext, InputModule } from '#lib/engine/model/block-module.ts';
import { optionalObject, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import type { ShownInput } from '#lib/engine/model/chat-protocol.ts';
import { blockCredentials, getCredentialsId } from '#lib/engine/services/block-credentials.ts';
import { waitingTimeMs } from '#lib/engine/services/waiting-time.ts';
import { InputUnavailable } from './input-unavailable.ts';
import { prefilledInput } from './shown-input.ts';
import { stripeAmount } from './stripe-amount.ts';
import { createPaymentIntent } from './stripe-payment-intent.ts';

export const paymentInputOptions = z.object({
  variableId: optionalText,
  /** A template. */
  amount: optionalText,
  currency: optionalText,
  additionalInformation: optionalObject({ email: optionalText, description: optionalText }),
  retryMessageContent: optionalText,
});

const keys = optionalObject({ secretKey: optionalText, publicKey: optionalText });
const stripeCredentials = z.object({ live: keys, test: keys });

const STRIPE_TIMEOUT_MS = 10_000;

/**
 * Asks for a payment through Stripe. The client makes it by itself, and reports "fail" or anything else.
 *
 * Whoever talks to the API can report a payment that was never made. As in the source product, the answer
 * says what the client reported. What was actually paid can be seen at Stripe.
 */
export const paymentInputBlock: InputModule = {
  kind: 'input',
  type: 'payment input',
  shortName: 'payment',
  retryText: 'Payment failed. Please, try again.',
  show: showPaymentInput,
  readsUnshown: true,
  read(reply) {
    if (reply?.type !== 'text' || reply.text === 'fail') return { status: 'refused' };
    return { status: 'accepted', content: reply.text };
  },
};

async function showPaymentInput(block: ChatBlock, context: BlockContext): Promise<ShownInput> {
  const shown = prefilledInput(block, context);
  const { amount, currency, additionalInformation } = readOptions(paymentInputOptions, shown.options);
  const { secretKey, publicKey } = await stripeKeys(block, context);
  const asked = stripeAmount(amount ?? '', currency || 'USD');
  if (!asked) {
    throw new InputUnavailable(
      'The payment was not shown: its amount is not a sum of money',
      `${amount} ${currency}`,
    );
  }
  const { email, description } = additionalInformation ?? {};
  const fields = {
    amount: String(asked.smallestUnits),
    currency: asked.currency,
    ...(email && { receipt_email: email }),
    ...(description && { description }),
    'automatic_payment_methods[enabled]': 'true',
  };
  const paymentIntentSecret = await createPaymentIntent(context.ports.http, {
    secretKey,
    idempotencyKey: idempotencyKey(block, fields, context),
    fields,
    timeoutMs: Math.max(1, waitingTimeMs(STRIPE_TIMEOUT_MS, context.ports)),
  });
  return { ...shown, runtimeOptions: { paymentIntentSecret, publicKey, amountLabel: asked.label } };
}

/** Previews use the keys for tests, if there are any. */
async function stripeKeys(
  block: ChatBlock,
  context: BlockContext,
): Promise<{ secretKey: string; publicKey: string }> {
  const credentialsId = getCredentialsId(block.options);
  const credentials = await blockCredentials(block, context);
  if (!credentials) {
    const reason = credentialsId ? 'there are no such credentials' : 'no credentials were chosen';
    throw new InputUnavailable(`The payment was not shown: ${reason}`, credentialsId);
  }
  const { live, test } = readOptions(stripeCredentials, credentials);
  const { secretKey, publicKey } = (context.chat.isPreview && test?.secretKey ? test : live) ?? {};
  if (!secretKey || !publicKey) {
    throw new InputUnavailable(
      'The payment was not shown: its credentials have no keys of Stripe',
      credentialsId,
    );
  }
  return { secretKey, publicKey };
}

/**
 * The same key while the same payment is asked for repeatedly, because nothing is answered until then. (If a
 * bot asks for the same sum a second time, it knows other answers by then, or the same ones in another
 * order.)
 */
function idempotencyKey(
  { id }: ChatBlock,
  fields: Record<string, string>,
  { chat, answers }: BlockContext,
): string {
  return createHash('sha256')
    .update(JSON.stringify([chat.sessionId, id, fields, answers]))
    .digest('hex');
}
