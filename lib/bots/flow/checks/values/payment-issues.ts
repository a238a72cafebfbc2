import { PAYMENT_INPUT } from '#lib/blocks/inputs/payment-input.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { parsePaymentAmount, THREE_DECIMAL_CURRENCIES } from '#lib/bots/values/payment-amount.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';

/** Finds constant amounts of payments that cannot be charged, or that may mean another number. */
export function paymentIssues(document: BotDocument): FlowIssue[] {
  return getBlocks(document).flatMap(({ block, path }): FlowIssue[] => {
    const problem = block.type === PAYMENT_INPUT.type ? findProblem(block.options) : undefined;
    return problem ? [{ ...problem, code: 'UNREADABLE_AMOUNT', path: `${path}.options.amount` }] : [];
  });
}

function findProblem(options: unknown): Pick<FlowIssue, 'severity' | 'message'> | undefined {
  const { amount, currency } = isJsonObject(options) ? options : {};
  if (typeof amount !== 'string' || amount.trim() === '') return undefined;
  const code = typeof currency === 'string' && currency !== '' ? currency.trim().toUpperCase() : 'USD';
  if (amount.includes('{{') || code.includes('{{')) return undefined;
  if (parsePaymentAmount(amount, code) === undefined) {
    return {
      severity: 'error',
      message:
        'no payment is asked for, because the amount is not a number, or may be one of two; write it like 1234.50',
    };
  }
  const mayBeThousands = /^[1-9]\d{0,2}\.\d{3}$/.test(amount.trim()) && !THREE_DECIMAL_CURRENCIES.has(code);
  if (!mayBeThousands) return undefined;
  return {
    severity: 'warning',
    message: 'the point is a decimal point here: write thousands without a separator',
  };
}
