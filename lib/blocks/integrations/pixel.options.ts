import {
  type BlockSchema,
  describeAnyValue,
  describeChoice,
  describeEntryId,
  describeFields,
  describeFlag,
  describeList,
  describeSection,
  describeString,
} from '#lib/blocks/field-schema.ts';

/** Events that Meta knows, and their labels. */
const EVENTS = {
  Lead: 'Lead',
  Contact: 'Contact',
  CompleteRegistration: 'Complete registration',
  Schedule: 'Schedule',
  SubmitApplication: 'Submit application',
  ViewContent: 'View content',
  AddPaymentInfo: 'Add payment details',
  AddToCart: 'Add to cart',
  AddToWishlist: 'Add to wishlist',
  CustomizeProduct: 'Customize product',
  Donate: 'Donate',
  FindLocation: 'Find location',
  InitiateCheckout: 'Start checkout',
  Purchase: 'Purchase',
  Search: 'Search',
  StartTrial: 'Start trial',
  Subscribe: 'Subscribe',
};

/** Describes a block that sends an event to Meta Pixel. */
export function describePixel(): BlockSchema {
  const parameter = {
    id: describeEntryId(),
    key: describeString({ title: 'Name', placeholder: 'currency' }),
    value: describeAnyValue({ title: 'Value', placeholder: 'EUR' }),
  };
  const options = {
    pixelId: describeString({ title: 'Pixel id', placeholder: '1234567890' }),
    eventType: describeChoice(['Custom', ...Object.keys(EVENTS)], {
      title: 'Event',
      description: 'Without one, the block only loads the pixel.',
      choices: ['Custom event', ...Object.values(EVENTS)],
    }),
    name: describeString({ title: 'Event name', shownIf: { field: 'eventType', is: ['Custom'] } }),
    params: describeList(describeSection(parameter, { title: 'Parameter' }), { title: 'Parameters' }),
    isInitSkip: describeFlag({
      title: 'Pixel already loaded',
      description: 'On: the page around the bot has loaded the pixel already.',
      default: false,
      isRare: true,
    }),
  };
  return describeFields({ options: describeSection(options, { title: 'Pixel' }) });
}
