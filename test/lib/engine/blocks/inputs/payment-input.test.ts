import { describe, expect, it } from 'vitest';
import { InputUnavailableError } from '#lib/engine/blocks/inputs/input-unavailable.ts';
import { paymentInputBlock } from '#lib/engine/blocks/inputs/payment-input.ts';
import { stripeAmount } from '#lib/engine/blocks/inputs/stripe-amount.ts';
import type { ShownInput } from '#lib/engine/model/chat-protocol.ts';
import { HttpRequestError } from '#lib/engine/model/ports.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { CASES, readCase } from '#test/support/cases.ts';
import { type BlockContextOptions, blockContext } from '#test/support/chat/block-context.ts';
import { fakeHttp, type ScriptedResponse } from '#test/support/chat/fake-http.ts';
import { getContent } from './reply-to-input.ts';

const live = { secretKey: 'sk_live', publicKey: 'pk_live' };
const test = { secretKey: 'sk_test', publicKey: 'pk_test' };
const options = {
  credentialsId: 'stripe1',
  amount: '{{Price}}',
  currency: 'EUR',
  additionalInformation: { email: '{{Mail}}', description: '{{Unset}}' },
};
const intent = { json: { id: 'pi_1', client_secret: 'pi_1_secret' } };

type Asked = Omit<BlockContextOptions, 'ports'> & {
  options?: unknown;
  credentials?: Record<string, unknown>;
  answers?: BlockContextOptions['answers'];
  stripe?: ScriptedResponse;
};

function ask({ options: own, credentials = { live, test }, stripe = intent, ...context }: Asked = {}) {
  const http = fakeHttp([stripe]);
  const shown = paymentInputBlock.show?.(
    { id: 'pay', type: 'payment input', options: own ?? options },
    blockContext({
      variables: { Price: '12.5', Mail: 'ada@mail.co' },
      ...context,
      ports: { http, credentials: (id) => Promise.resolve(id === 'stripe1' ? credentials : undefined) },
    }),
  );
  return { shown: Promise.resolve(shown), requests: http.requests };
}

describe('A payment', () => {
  it('is created at Stripe and shown with the data the client needs', async () => {
    const { shown, requests } = ask();
    expect(await shown).toStrictEqual({
      id: 'pay',
      type: 'payment input',
      options: {
        ...options,
        amount: '12.5',
        additionalInformation: { email: 'ada@mail.co', description: '' },
      },
      runtimeOptions: {
        paymentIntentSecret: 'pi_1_secret',
        publicKey: 'pk_live',
        amountLabel: '12,50\u00a0€',
      },
    });
    expect(requests).toStrictEqual([
      {
        url: 'https://api.stripe.com/v1/payment_intents',
        method: 'POST',
        headers: {
          authorization: 'Bearer sk_live',
          'content-type': 'application/x-www-form-urlencoded',
          'idempotency-key': expect.stringMatching(/^[0-9a-f]{64}$/),
        },
        body: 'amount=1250&currency=eur&receipt_email=ada%40mail.co&automatic_payment_methods%5Benabled%5D=true',
        timeoutMs: 10_000,
      },
    ]);
  });

  it.each([
    [{ live, test }, true, 'Bearer sk_test'],
    [{ live }, true, 'Bearer sk_live'],
    [{ live, test: {} }, true, 'Bearer sk_live'],
    [{ live, test }, false, 'Bearer sk_live'],
  ])('with keys %j (preview: %s) uses %s', async (credentials, isPreview, authorization) => {
    const { shown, requests } = ask({ credentials, chat: { isPreview } });
    await shown;
    expect(requests[0]?.headers).toMatchObject({ authorization });
  });

  async function toKey(asked: Asked) {
    const { shown, requests } = ask(asked);
    await shown;
    return requests[0]?.headers?.['idempotency-key'];
  }

  it('is created once, however often it is shown', async () => {
    expect(await toKey({})).toBe(await toKey({}));
  });

  it.each([
    { variables: { Price: '13' } },
    { variables: { Price: '12.5', Mail: 'eve@mail.co' } },
    { chat: { sessionId: 'session2' } },
    { answers: [{ key: 'Payment', value: 'Success' }] },
  ])('is a new one with %j', async (other) => {
    expect(await toKey(other)).not.toBe(await toKey({}));
  });

  it.each<[string, Asked, { message: string; details?: string }]>([
    [
      'no credentials selected',
      { options: { ...options, credentialsId: undefined } },
      { message: 'The payment was not shown: no credentials selected' },
    ],
    [
      'unknown credentials',
      { options: { ...options, credentialsId: 'gone' } },
      { message: 'The payment was not shown: credentials not found', details: 'gone' },
    ],
    [
      'credentials for another service',
      { credentials: { apiKey: 'x' } },
      { message: 'The payment was not shown: its credentials have no Stripe keys' },
    ],
    [
      'no amount',
      { variables: {} },
      { message: 'The payment was not shown: its amount or currency is invalid' },
    ],
    [
      'a refusal of Stripe',
      { stripe: { status: 401, json: { error: { message: 'Invalid API Key provided' } } } },
      { message: 'The payment was not shown: Stripe rejected it', details: 'Invalid API Key provided' },
    ],
    [
      'a response that is not from Stripe',
      { stripe: { status: 200, json: {} } },
      {
        message: 'The payment was not shown: Stripe rejected it',
        details: 'Unexpected response from Stripe',
      },
    ],
    [
      'a response that is not JSON',
      { stripe: { status: 502, text: '<html>' } },
      { message: 'The payment was not shown: Stripe rejected it', details: 'No response from Stripe' },
    ],
    [
      'no response in time',
      { stripe: new HttpRequestError('timeout', 'No response within 10 s') },
      { message: 'The payment was not shown: Stripe rejected it', details: 'No response within 10 s' },
    ],
  ])('is not shown with %s', async (_, asked, { message, details }) => {
    const error = await ask(asked).shown.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputUnavailableError);
    expect(error).toMatchObject({ message, ...(details && { details }) });
  });

  it.each([
    ['Success', 'Success'],
    ['Fail', 'Fail'],
    ['fail', null],
  ])('reported by the client as %j is stored as %j', async (reply, stored) => {
    expect(paymentInputBlock.readsUnshown).toBe(true);
    const read = await paymentInputBlock.read(
      { type: 'text', text: reply },
      { id: 'p', type: 'x' },
      blockContext(),
    );
    expect(read).toStrictEqual(
      stored === null ? { status: 'refused' } : { status: 'accepted', content: stored },
    );
  });

  it('asks again with its own text, also without a reply', async () => {
    expect(paymentInputBlock.retryText).toBe('Payment failed. Please, try again.');
    const { show: _, ...unshown } = paymentInputBlock;
    expect(await getContent(unshown, {}, undefined)).toBeNull();
  });
});

describe('An amount for Stripe', () => {
  it.each([
    ['12.5', 'USD', { currency: 'usd', smallestUnits: 1250, label: '$12.50' }],
    ['19.99', 'usd', { currency: 'usd', smallestUnits: 1999, label: '$19.99' }],
    ['1.005', 'USD', { currency: 'usd', smallestUnits: 101, label: '$1.01' }],
    ['1000', 'JPY', { currency: 'jpy', smallestUnits: 1000, label: '¥1,000' }],
    ['1000.4', 'KRW', { currency: 'krw', smallestUnits: 1000, label: '₩1,000' }],
    ['1234.5', 'EUR', { currency: 'eur', smallestUnits: 123_450, label: '1\u202f234,50\u00a0€' }],
    // The runtime shows no decimals of this currency, but Stripe charges them.
    ['10.5', 'ALL', { currency: 'all', smallestUnits: 1050, label: 'ALL\u00a010.50' }],
  ])('of %s %s is %j', (amount, currency, expected) => {
    expect(stripeAmount(amount, currency)).toStrictEqual(expected);
  });

  it.each([
    ['35.20', 'BHD', 35_200, '35.200'],
    ['1.234', 'JOD', 1230, '1.230'],
    ['1.235', 'OMR', 1240, '1.240'],
    ['1.0046', 'KWD', 1000, '1.000'],
    ['0.006', 'tnd', 10, '0.010'],
    ['1.500', 'TND', 1500, '1.500'],
  ])('of %s %s is in thousandths, rounded to the nearest ten: %i', (amount, currency, units, label) => {
    expect(stripeAmount(amount, currency)).toStrictEqual({
      currency: currency.toLowerCase(),
      smallestUnits: units,
      label: `${currency.toUpperCase()}\u00a0${label}`,
    });
  });

  it.each([
    ['5000', 'UGX', 500_000, '5,000'],
    ['10.5', 'ISK', 1100, '11'],
    ['10.4', 'isk', 1000, '10'],
    ['0.6', 'UGX', 100, '1'],
  ])('of %s %s is in hundredths that end in 00: %i', (amount, currency, units, label) => {
    expect(stripeAmount(amount, currency)).toStrictEqual({
      currency: currency.toLowerCase(),
      smallestUnits: units,
      label: `${currency.toUpperCase()}\u00a0${label}`,
    });
  });

  it.each([
    ['1,234.50', 'USD', 123_450],
    ['1.234,50', 'EUR', 123_450],
    ['10,5', 'USD', 1050],
    ['12,50', 'USD', 1250],
    ['0,500', 'EUR', 50],
    ['1,000', 'USD', 100_000],
    ['1.000.000', 'JPY', 1_000_000],
    ['1\u202f234,50', 'EUR', 123_450],
    ["1'234.50", 'CHF', 123_450],
    ['1.234,567', 'KWD', 1_234_570],
    ['1,234,567', 'KWD', 1_234_567_000],
    ['1e3', 'USD', 100_000],
  ])('with separators, %s %s, is %i', (amount, currency, units) => {
    expect(stripeAmount(amount, currency)?.smallestUnits).toBe(units);
  });

  it.each([
    ['', 'USD'],
    ['0', 'USD'],
    ['0.004', 'USD'],
    ['0.004', 'KWD'],
    ['0.4', 'UGX'],
    ['-5', 'USD'],
    ['1.000', 'JPY'],
    ['12.500', 'EUR'],
    ['1,500', 'KWD'],
    ['1,23,456', 'INR'],
    ['1,234,50', 'USD'],
    ['1.2.3', 'USD'],
    ['0x10', 'USD'],
    ['$10', 'USD'],
    ['a lot', 'USD'],
    ['Infinity', 'USD'],
    ['1e30', 'USD'],
    ['10', 'dollars'],
    ['10', 'U$'],
  ])('cannot be built from %j %j', (amount, currency) => {
    expect(stripeAmount(amount, currency)).toBeUndefined();
  });

  it.skipIf(CASES.length === 0)('of the reported case is not a tenth', async () => {
    const { block, expected } = readCase<ReportedAmount>('21');
    const { shown, requests } = ask({ options: { ...block.options, credentialsId: 'stripe1' } });
    expect(getFields(await shown).amountLabel).toBe('KWD\u00a010.000');
    expect(new URLSearchParams(String(requests[0]?.body)).get('amount')).toBe(String(expected.smallestUnits));
  });
});

type ReportedAmount = JsonObject & { block: { options: JsonObject }; expected: { smallestUnits: number } };

function getFields(shown: ShownInput | undefined): JsonObject {
  return isJsonObject(shown?.runtimeOptions) ? shown.runtimeOptions : {};
}
