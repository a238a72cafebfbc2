import { AUTHOR_CLASS } from '#lib/apps/chat-page/author-class-names.ts';
import { button, element } from '#lib/apps/chat-page/element.ts';
import { getFields, toText } from '#lib/client/loose-fields.ts';
import { complaintLine, getForm, getLabel, type InputBuilder, textReply } from './input-context.ts';

/** The parts of Stripe.js used here. https://docs.stripe.com/js */
type Stripe = {
  elements(options: { clientSecret: string }): {
    create(type: 'payment'): { mount(node: HTMLElement): void };
  };
  confirmPayment(options: {
    elements: unknown;
    redirect: 'if_required';
  }): Promise<{ error?: { message?: string } }>;
};

/** Stripe.js must be loaded from Stripe's own domain. */
const STRIPE_SCRIPT = 'https://js.stripe.com/v3/';

/** A payment, with fields rendered by Stripe.js. The page never sees what is typed into them. */
export const paymentForm: InputBuilder = (context) => {
  const runtime = getFields(context.input, 'runtimeOptions');
  const secret = toText(runtime, 'paymentIntentSecret');
  const publicKey = toText(runtime, 'publicKey');
  const amount = toText(runtime, 'amountLabel') ?? '';
  const complaint = complaintLine();
  const card = element('div', { class: 'payment' });
  const pay = button(
    `${getLabel(context, 'button') ?? 'Pay'} ${amount}`.trim(),
    `button ${AUTHOR_CLASS.button}`,
  );
  // The bot treats this as a failed payment.
  const giveUp = button('Continue without paying', 'button quiet', () =>
    context.answer(textReply('fail', 'Not paid')),
  );
  pay.disabled = true;
  let confirm: (() => Promise<void>) | undefined;

  const prepare = async () => {
    if (!secret || !publicKey) throw new Error('The payment could not be set up.');
    const stripe = await loadStripe(publicKey);
    const elements = stripe.elements({ clientSecret: secret });
    elements.create('payment').mount(card);
    pay.disabled = false;
    confirm = async () => {
      pay.disabled = true;
      const { error } = await stripe.confirmPayment({ elements, redirect: 'if_required' });
      if (!error) return context.answer(textReply('Success', getLabel(context, 'success') ?? 'Success'));
      complaint.textContent = error.message ?? 'The payment failed.';
      pay.disabled = false;
    };
  };
  prepare().catch((error: unknown) => {
    complaint.textContent = error instanceof Error ? error.message : String(error);
  });
  const form = getForm(
    `form stacked ${AUTHOR_CLASS.inputForm}`,
    () => void confirm?.(),
    card,
    complaint,
    element('div', { class: 'line end-line' }, giveUp, pay),
  );
  form.setAttribute('role', 'group');
  form.setAttribute('aria-label', context.question || 'Payment');
  return { node: form, focus: () => (pay.disabled ? giveUp : pay).focus() };
};

/** Loads Stripe.js lazily: without a payment, nothing is fetched from Stripe. */
async function loadStripe(publicKey: string): Promise<Stripe> {
  const page = window as { Stripe?: (key: string) => Stripe };
  if (!page.Stripe) {
    await new Promise((resolve, reject) => {
      const script = element('script', { attributes: { src: STRIPE_SCRIPT } });
      script.addEventListener('load', resolve);
      script.addEventListener('error', () =>
        reject(new Error("Stripe's script, which is needed to pay, could not be loaded.")),
      );
      document.head.append(script);
    });
  }
  if (!page.Stripe) throw new Error("Stripe's script, which is needed to pay, did not start.");
  return page.Stripe(publicKey);
}
