import { createHash } from 'node:crypto';
import * as z from 'zod';
import { PAYMENT_INPUT } from '#lib/blocks/inputs/payment-input.ts';
import type { BlockContext, InputModule } from '#lib/engine/model/block-module.ts';
import { optionalObject, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import type { ChatBlock } from '#lib/engine/model/chat-block.ts';
import type { ShownInput } from '#lib/engine/model/chat-protocol.ts';
import { blockCredentials, getCredentialsId } from '#lib/engine/services/block-credentials.ts';
import { CredentialsRefusedError } from '#lib/engine/services/credential-hosts.ts';
import { getWaitingTimeMs } from '#lib/engine/services/waiting-time.ts';
import { once } from '#lib/platform/validation/once.ts';
import { InputUnavailableError } from './input-unavailable.ts';
import { renderPrefilledInput } from './render-input.ts';
import { stripeAmount } from './stripe-amount.ts';
import { createPaymentIntent } from './stripe-payment-intent.ts';

export const paymentInputOptions = once(() =>
  z.object({
    variableId: optionalText,
    /** Template for the amount. */
    amount: optionalText,
    currency: optionalText,
    additionalInformation: optionalObject({ email: optionalText, description: optionalText }),
    retryMessageContent: optionalText,
  }),
);

const keys = once(() => optionalObject({ secretKey: optionalText, publicKey: optionalText }));
const stripeCredentials = once(() => z.object({ live: keys(), test: keys() }));

const STRIPE_TIMEOUT_MS = 10_000;

/**
 * Requests a Stripe payment. The client carries it out and replies "fail" or anything else.
 *
 * Anyone who can call the API can report a payment that never happened. As in Typebot, the answer
 * only records what the client reported. Stripe knows what was actually paid.
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
  const shown = renderPrefilledInput(block, context);
  const { amount, currency, additionalInformation } = readOptions(paymentInputOptions(), shown.options);
  const { secretKey, publicKey } = await readStripeKeys(block, context);
  const asked = stripeAmount(amount ?? '', currency || 'USD');
  if (!asked) {
    throw new InputUnavailableError(
      'The payment was not shown: its amount or currency is invalid',
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
    timeoutMs: Math.max(1, getWaitingTimeMs(STRIPE_TIMEOUT_MS, context.ports)),
  });
  return { ...shown, runtimeOptions: { paymentIntentSecret, publicKey, amountLabel: asked.label } };
}

/** Previews use the test keys, if there are any. */
async function readStripeKeys(
  block: ChatBlock,
  context: BlockContext,
): Promise<{ secretKey: string; publicKey: string }> {
  const credentialsId = getCredentialsId(block.options);
  const credentials = await blockCredentials(block, context, PAYMENT_INPUT).catch((error: unknown) => {
    if (!(error instanceof CredentialsRefusedError)) throw error;
    throw new InputUnavailableError(
      'The payment was not shown: its credentials are of another kind',
      error.details,
    );
  });
  if (!credentials) {
    const reason = credentialsId ? 'credentials not found' : 'no credentials selected';
    throw new InputUnavailableError(`The payment was not shown: ${reason}`, credentialsId);
  }
  const { live, test } = readOptions(stripeCredentials(), credentials);
  const { secretKey, publicKey } = (context.chat.isPreview && test?.secretKey ? test : live) ?? {};
  if (!secretKey || !publicKey) {
    throw new InputUnavailableError(
      'The payment was not shown: its credentials have no Stripe keys',
      credentialsId,
    );
  }
  return { secretKey, publicKey };
}

/**
 * Stays the same while the same payment is requested repeatedly, because no answers are added in the
 * meantime. (If a bot requests the same amount again later, its answers or their order have changed by then.)
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
