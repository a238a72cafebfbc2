/** The parts of Stripe.js used here. https://docs.stripe.com/js */
export type Stripe = {
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

/**
 * Loads Stripe.js lazily: without a payment, nothing is fetched from Stripe.
 *
 * @throws Error with a message for the respondent, if the script cannot be loaded
 */
export async function loadStripe(publicKey: string): Promise<Stripe> {
  const page = window as { Stripe?: (key: string) => Stripe };
  if (!page.Stripe) {
    await new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = STRIPE_SCRIPT;
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
