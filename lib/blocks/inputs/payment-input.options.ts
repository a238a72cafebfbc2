import {
  type BlockSchema,
  describeChoice,
  describeCredentials,
  describeFields,
  describePattern,
  describeSection,
  describeString,
} from '#lib/blocks/field-schema.ts';
import { describeInputTexts, describeRetryMessage, describeSavedAnswer } from '#lib/blocks/input.options.ts';

/** Describes a payment. */
export function describePaymentInput(): BlockSchema {
  return describeFields({
    options: describeSection(
      {
        provider: describeChoice(['Stripe'], { title: 'Provider', default: 'Stripe', control: 'hidden' }),
        credentialsId: describeCredentials({ title: 'Account' }),
        amount: describeString({ title: 'Amount', placeholder: '30.00' }),
        currency: describePattern(/^\s*[A-Za-z]{3}\s*$/, {
          title: 'Currency',
          description: 'Code of three letters.',
          default: 'USD',
          placeholder: 'EUR',
        }),
        labels: describeInputTexts({
          button: 'Pay',
          others: {
            success: describeString({
              title: 'After payment',
              description: 'Shown in the chat once the payment has succeeded.',
              default: 'Success',
            }),
          },
        }),
        additionalInformation: describeSection(
          {
            description: describeString({
              title: 'Description',
              description: 'Stored by Stripe with the payment.',
            }),
            email: describeString({
              title: 'E-mail address',
              description: 'Stripe sends the receipt to it.',
              placeholder: '{{Email}}',
            }),
            // Stored without effect: only the two above are sent to Stripe.
            name: describeString({ title: 'Name', control: 'hidden' }),
            phoneNumber: describeString({ title: 'Phone number', control: 'hidden' }),
            address: describeSection(
              {
                country: describeString({ title: 'Country' }),
                line1: describeString({ title: 'Street' }),
                line2: describeString({ title: 'Second line' }),
                city: describeString({ title: 'City' }),
                state: describeString({ title: 'State' }),
                postalCode: describeString({ title: 'Postal code' }),
              },
              { title: 'Address', control: 'hidden' },
            ),
          },
          { title: 'About the payer', isRare: true },
        ),
        variableId: describeSavedAnswer(),
        retryMessageContent: describeRetryMessage('Payment failed. Please, try again.'),
      },
      { title: 'Payment' },
    ),
  });
}
