import type * as z from 'zod';
import { COMPARISON_OPERATORS } from '#lib/blocks/comparison-operators.ts';
import {
  describeChoice,
  describeEntryId,
  describeFields,
  describeFlag,
  describeList,
  describePlainNumber,
  describeSection,
  describeString,
  type FieldHint,
} from '#lib/blocks/field-schema.ts';

/** Describes the settings of a bot. Forms do not show those that have no effect here. */
export function describeSettings(): z.ZodObject {
  return describeFields({
    general: describeSection(
      {
        rememberUser: describeRespondents(),
        isInputPrefillEnabled: describeFlag({
          title: 'Fill in known answers',
          description: 'An input begins with the value that its variable has already.',
          default: false,
        }),
        isHideQueryParamsEnabled: describeFlag({
          title: 'Hide values in the address',
          description: "Variables that the address of the bot's page fills in disappear from it.",
          default: true,
        }),
        systemMessages: describeSystemMessages(),
        isBrandingEnabled: describeFlag({ title: 'Badge of the builder', control: 'hidden' }),
        isNewResultOnRefreshEnabled: describeOlderFlag(
          'isNewResultOnRefreshEnabled',
          'Begin a new chat after a reload',
        ),
        isTypingEmulationEnabled: describeOlderFlag('isTypingEmulationEnabled', 'The bot seems to type'),
      },
      { title: 'General' },
    ),
    typingEmulation: describeTyping(),
    metadata: describeMetadata(),
    security: describeSecurity(),
    whatsApp: describeWhatsApp(),
    publicShare: describeSection(
      { isEnabled: describeFlag({ title: 'Public copy' }) },
      { title: 'Public copy', control: 'hidden' },
    ),
  });
}

/** A flag that only older bots have. Forms show it where it makes a difference. */
function describeOlderFlag(name: string, title: string): z.ZodType {
  return describeFlag({
    title: `${title} (older setting)`,
    description: 'Counts as long as the newer one is not set.',
    default: true,
    shownIf: { field: name, is: [false] },
  });
}

function describeRespondents(): z.ZodType {
  return describeSection(
    {
      isEnabled: describeFlag({
        title: 'Go on after a reload',
        description: 'Respondents who come back go on with their chat and their result.',
        default: false,
      }),
      storage: describeChoice(['session', 'local'], {
        title: 'For how long',
        choices: ['Until the tab is closed', 'Until the browser forgets it'],
        default: 'session',
        shownIf: { field: 'isEnabled', is: [true] },
      }),
    },
    { title: 'Respondents who come back' },
  );
}

/** Defaults are those of the bot's window. */
function describeSystemMessages(): z.ZodType {
  const describeMessage = (title: string, standard: string) => describeString({ title, default: standard });
  return describeSection(
    {
      invalidMessage: describeString({
        title: 'An answer is refused',
        description: 'For inputs without a message of their own.',
      }),
      botClosed: describeMessage('The bot is closed', 'This bot is now closed'),
      networkErrorTitle: describeMessage('No connection, title', 'No connection'),
      networkErrorMessage: describeMessage('No connection', 'Please check your connection and try again.'),
      popupBlockedTitle: describeMessage('A new tab is blocked, title', 'The window was blocked'),
      popupBlockedDescription: describeMessage(
        'A new tab is blocked',
        'The bot wants to open a new tab, but the browser blocked it.',
      ),
      popupBlockedButtonLabel: describeMessage('Button that opens the tab', 'Open it'),
      fileUploadError: describeMessage('An upload failed', 'The file could not be uploaded.'),
      fileUploadSizeError: describeMessage('A file is too large', 'The file is too large.'),
      whatsAppPictureChoiceSelectLabel: describeString({ title: 'Button in WhatsApp', control: 'hidden' }),
    },
    { title: 'Messages of the window', isRare: true },
  );
}

function describeTyping(): z.ZodType {
  const shownIf: FieldHint['shownIf'] = { field: 'enabled', is: [true] };
  return describeSection(
    {
      enabled: describeFlag({
        title: 'The bot seems to type',
        description: 'Shows three dots before each message.',
        default: true,
      }),
      speed: describePlainNumber({ title: 'Words per minute', default: 400, shownIf }),
      maxDelay: describePlainNumber({ title: 'Longest time', unit: 's', default: 3, shownIf }),
      isDisabledOnFirstMessage: describeFlag({
        title: 'Show the first message at once',
        default: true,
        shownIf,
      }),
      delayBetweenBubbles: describePlainNumber(
        { title: 'Pause between messages', description: 'At most 5.', unit: 's', default: 0 },
        { min: 0, max: 5 },
      ),
    },
    { title: 'Typing' },
  );
}

function describeMetadata(): z.ZodType {
  return describeSection(
    {
      title: describeString({ title: 'Title', description: 'If empty, the name of the bot.' }),
      description: describeString({ title: 'Description', control: 'longText' }),
      imageUrl: describeString({ title: 'Picture', control: 'image' }),
      favIconUrl: describeString({
        title: 'Icon',
        description: 'Shown in the tab of the browser. If empty, the icon of the bot.',
        control: 'image',
      }),
      allowIndexing: describeFlag({ title: 'Search engines may list the page', default: false }),
      googleTagManagerId: describeString({
        title: 'Google Tag Manager',
        description: 'Id of the container. It is not loaded in previews.',
        placeholder: 'GTM-XXXXXX',
        isRare: true,
      }),
      customHeadCode: describeString({
        title: 'Code in the head of the page',
        description: 'It does not run in previews.',
        control: 'code',
        language: 'html',
        isRare: true,
      }),
    },
    { title: 'Page and links to it' },
  );
}

function describeSecurity(): z.ZodType {
  return describeSection(
    {
      allowedOrigins: describeList(
        describeString({ title: 'Website', control: 'url', placeholder: 'https://www.example.com' }),
        {
          title: 'Websites that may show the bot',
          description:
            "If the list is empty, any website may. Otherwise, the site of the bot's own page has to be in it.",
        },
      ),
      prefillableVariables: describeList(describeString({ title: 'Variable', control: 'variableName' }), {
        title: 'Variables that an address or a website may fill in',
        ifAbsent: 'All variables',
      }),
    },
    { title: 'Security' },
  );
}

/** Bots do not talk over WhatsApp here. */
function describeWhatsApp(): z.ZodType {
  return describeSection(
    {
      isEnabled: describeFlag({ title: 'Answer in WhatsApp' }),
      startCondition: describeSection(
        {
          logicalOperator: describeChoice(['OR', 'AND'], { title: 'Joined by' }),
          comparisons: describeList(
            describeSection(
              {
                id: describeEntryId(),
                comparisonOperator: describeChoice(COMPARISON_OPERATORS, { title: 'Comparison' }),
                value: describeString({ title: 'Value' }),
              },
              { title: 'Comparison' },
            ),
            { title: 'Comparisons' },
          ),
        },
        { title: 'Messages that start a chat' },
      ),
      sessionExpiryTimeout: describePlainNumber(
        { title: 'Time to reply', unit: 'h' },
        { min: 0.01, max: 48 },
      ),
      errorAndMarketingStatusWebhookForwardUrl: describeString({ title: 'Forward notices to' }),
      isWebhookForwardingEnabled: describeFlag({ title: 'Forward notices' }),
      webhookForwardingEventTypes: describeList(
        describeChoice(['all', 'errorStatuses', 'marketingStatuses'], { title: 'Notice' }),
        { title: 'Notices' },
      ),
    },
    { title: 'WhatsApp', description: 'Stored without effect.', control: 'hidden' },
  );
}
