import type { GivenReply } from '#apps/window/api/chat-types.ts';
import { textReply } from '#apps/window/inputs/text-reply.ts';

/** A number field's value has a decimal point, whatever was typed. Before three digits it may be a misreading. */
const THREE_DECIMALS = /^-?[1-9]\d{0,2}\.\d{3}$/;

export const TYPE_WITHOUT_SEPARATOR =
  'Please type the number without a separator for thousands: 1000, not 1.000.';

/** Whether a field's value rather has a separator of thousands: nobody types `1.500` for one and a half. */
export function mayBeThousands(value: string): boolean {
  return THREE_DECIMALS.test(value) && value.endsWith('0');
}

/** A reply that the service cannot take for thousands. It has one more decimal, which respondents do not see. */
export function numberReply(value: string): GivenReply {
  return THREE_DECIMALS.test(value) ? textReply(`${value}0`, value) : textReply(value);
}
