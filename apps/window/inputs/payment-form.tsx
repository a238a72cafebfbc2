import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { getFields, getText } from '#apps/client/loose-fields.ts';
import { AUTHOR_CLASS } from '#apps/window/theme/author-class-names.ts';
import { AnswerForm } from './answer-form.tsx';
import { ComplaintLine, useComplaint } from './complaint.tsx';
import { getLabel } from './input-labels.ts';
import type { InputProps } from './input-props.ts';
import { loadStripe, type Stripe } from './load-stripe.ts';
import { textReply } from './text-reply.ts';

/** A payment, with fields rendered by Stripe.js. The page never sees what is typed into them. */
export function PaymentForm(props: InputProps) {
  const { input, question, answer } = props;
  const runtime = getFields(input, 'runtimeOptions');
  const secret = getText(runtime, 'paymentIntentSecret');
  const publicKey = getText(runtime, 'publicKey');
  const amount = getText(runtime, 'amountLabel') ?? '';
  const slotName = `payment-${useId()}`;
  const slot = useRef<HTMLSlotElement>(null);
  const complaint = useComplaint(props.complaint);
  const { report } = complaint;
  const [payment, setPayment] = useState<{ stripe: Stripe; elements: unknown }>();
  const [isPaying, setPaying] = useState(false);

  useEffect(() => {
    const container = createContainer(slot.current, slotName);
    const prepare = async () => {
      if (!secret || !publicKey) throw new Error('The payment could not be set up.');
      const stripe = await loadStripe(publicKey);
      const elements = stripe.elements({ clientSecret: secret });
      elements.create('payment').mount(container);
      setPayment({ stripe, elements });
    };
    prepare().catch((error: unknown) => report(toMessage(error)));
    return () => container.remove();
  }, [secret, publicKey, slotName, report]);

  const pay = async () => {
    if (!payment || isPaying) return;
    setPaying(true);
    report(undefined);
    try {
      const { elements, stripe } = payment;
      const { error } = await stripe.confirmPayment({ elements, redirect: 'if_required' });
      if (!error) return answer(textReply('Success', getLabel(props, 'success') ?? 'Success'));
      report(error.message ?? 'The payment failed.');
    } catch (error) {
      report(toMessage(error));
    }
    setPaying(false);
  };
  return (
    <AnswerForm
      handle={props.handle}
      class={`form stacked ${AUTHOR_CLASS.inputForm}`}
      name={question || 'Payment'}
      describedBy={complaint.attributes['aria-describedby']}
      onSubmit={() => void pay()}
    >
      <div class="payment" hidden={!payment}>
        <slot ref={slot} name={slotName} />
      </div>
      <ComplaintLine complaint={complaint} />
      <div class="line end-line">
        {/* The bot treats this as a failed payment. */}
        <button type="button" class="button quiet" onClick={() => answer(textReply('fail', 'Not paid'))}>
          Continue without paying
        </button>
        <button
          type="submit"
          class={`button ${AUTHOR_CLASS.button}`}
          disabled={!payment || isPaying}
          aria-busy={isPaying}
        >
          {`${getLabel(props, 'button') ?? 'Pay'} ${amount}`.trim()}
        </button>
      </div>
    </AnswerForm>
  );
}

/** Stripe does not mount its fields in a shadow root, so they are in the page, shown through a slot. */
function createContainer(slot: HTMLSlotElement | null, name: string): HTMLElement {
  const container = document.createElement('div');
  const root = slot?.getRootNode();
  if (root instanceof ShadowRoot) {
    container.slot = name;
    root.host.append(container);
  } else slot?.append(container);
  return container;
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
