import * as z from 'zod';
import { ENOUGH_ISSUES } from '#lib/errors/service-error.ts';
import { listOf, recordOf } from '#lib/validation/list-schema.ts';
import { BOT_VERSIONS } from './bot-version.ts';
import { CUSTOM_DOMAIN, CUSTOM_DOMAIN_RULE, MAX_CUSTOM_DOMAIN_CHARS } from './custom-domain.ts';
import { EVENT_TYPES } from './event-types.ts';
import { MAX_PUBLIC_ID_CHARS, PUBLIC_ID, PUBLIC_ID_RULE } from './public-id.ts';
import { isStepsEra, stepsToBlocks } from './steps-to-blocks.ts';

/*
 * The fields of a bot, as the interface defines them. Every object is loose: unknown keys are kept at every
 * level. The schemas only check. The document is stored as it was sent, not as zod returns it. They have no
 * defaults and no transforms, so that the API's documentation can be generated from them.
 */

const timestamp = z.iso.datetime({ offset: true });
const coordinates = z.looseObject({ x: z.number(), y: z.number() });

const event = z.looseObject({
  id: z.string().min(1),
  type: z.enum(EVENT_TYPES),
  outgoingEdgeId: z.string().optional(),
  graphCoordinates: coordinates.optional(),
});

const group = z.looseObject({
  id: z.string().min(1),
  title: z.string().optional(),
  graphCoordinates: coordinates.optional(),
  blocks: z.array(z.unknown()).optional(),
});

const edge = z.looseObject({
  id: z.string().min(1),
  from: z
    .looseObject({
      blockId: z.string().optional(),
      itemId: z.string().optional(),
      pathId: z.string().optional(),
      eventId: z.string().optional(),
    })
    .refine((from) => from.blockId !== undefined || from.eventId !== undefined, {
      message: 'Needs a blockId or an eventId',
    }),
  to: z.looseObject({ groupId: z.string(), blockId: z.string().optional() }),
});

const variableValue = z.union([z.string(), listOf(z.string().nullable())]).nullable();

export const variable = z.looseObject({
  id: z.string().min(1),
  name: z.string(),
  isSessionVariable: z.boolean().optional(),
  value: variableValue.optional(),
});

const border = z.looseObject({
  thickness: z.number().optional(),
  color: z.string().optional(),
  roundeness: z.enum(['none', 'medium', 'large', 'custom']).optional(),
  customRoundeness: z.number().optional(),
  opacity: z.number().min(0).max(1).optional(),
});

const surface = {
  backgroundColor: z.string().optional(),
  color: z.string().optional(),
  blur: z.number().optional(),
  opacity: z.number().min(0).max(1).optional(),
  shadow: z.enum(['none', 'sm', 'md', 'lg', 'xl', '2xl']).optional(),
  border: border.optional(),
};

const avatar = z.looseObject({ isEnabled: z.boolean().optional(), url: z.string().optional() });

export const theme = z.looseObject({
  general: z
    .looseObject({
      font: z
        .union([
          z.string(),
          z.looseObject({ type: z.enum(['Google', 'Custom']), family: z.string().optional() }),
        ])
        .optional(),
      background: z
        .looseObject({
          type: z.enum(['Color', 'Image', 'None']).optional(),
          content: z.string().optional(),
        })
        .optional(),
      progressBar: z
        .looseObject({
          isEnabled: z.boolean().optional(),
          color: z.string().optional(),
          backgroundColor: z.string().optional(),
          placement: z.enum(['Top', 'Bottom']).optional(),
          thickness: z.number().optional(),
          position: z.enum(['fixed', 'absolute']).optional(),
        })
        .optional(),
    })
    .optional(),
  chat: z
    .looseObject({
      container: z
        .looseObject({ ...surface, maxWidth: z.string().optional(), maxHeight: z.string().optional() })
        .optional(),
      hostAvatar: avatar.optional(),
      guestAvatar: avatar.optional(),
      hostBubbles: z.looseObject(surface).optional(),
      guestBubbles: z.looseObject(surface).optional(),
      buttons: z.looseObject(surface).optional(),
      inputs: z.looseObject({ ...surface, placeholderColor: z.string().optional() }).optional(),
      buttonsInput: z.looseObject({ layout: z.enum(['wrap', 'vertical']).optional() }).optional(),
      roundness: z.enum(['none', 'medium', 'large']).optional(),
    })
    .optional(),
  customCss: z.string().optional(),
});

export const COMPARISON_OPERATORS = [
  'Equal to',
  'Not equal',
  'Contains',
  'Does not contain',
  'Greater than',
  'Greater or equal to',
  'Less than',
  'Less or equal to',
  'Is set',
  'Is empty',
  'Starts with',
  'Ends with',
  'Matches regex',
  'Does not match regex',
] as const;

/** The interface shows comparisons as empty objects in requests, so all their fields are optional. */
const comparison = z.looseObject({
  id: z.string().optional(),
  comparisonOperator: z.enum(COMPARISON_OPERATORS).optional(),
  value: z.string().optional(),
});

const systemMessages = z.looseObject(
  Object.fromEntries(
    [
      'invalidMessage',
      'botClosed',
      'networkErrorTitle',
      'networkErrorMessage',
      'popupBlockedTitle',
      'popupBlockedDescription',
      'popupBlockedButtonLabel',
      'fileUploadError',
      'fileUploadSizeError',
      'whatsAppPictureChoiceSelectLabel',
    ].map((message) => [message, z.string().optional()]),
  ),
);

export const settings = z.looseObject({
  general: z
    .looseObject({
      isBrandingEnabled: z.boolean().optional(),
      isTypingEmulationEnabled: z.boolean().optional(),
      isInputPrefillEnabled: z.boolean().optional(),
      isHideQueryParamsEnabled: z.boolean().optional(),
      isNewResultOnRefreshEnabled: z.boolean().optional(),
      rememberUser: z
        .looseObject({
          isEnabled: z.boolean().optional(),
          storage: z.enum(['session', 'local']).optional(),
        })
        .optional(),
      systemMessages: systemMessages.optional(),
    })
    .optional(),
  typingEmulation: z
    .looseObject({
      enabled: z.boolean().optional(),
      speed: z.number().optional(),
      maxDelay: z.number().optional(),
      delayBetweenBubbles: z.number().min(0).max(5).optional(),
      isDisabledOnFirstMessage: z.boolean().optional(),
    })
    .optional(),
  metadata: z
    .looseObject({
      title: z.string().optional(),
      description: z.string().optional(),
      imageUrl: z.string().optional(),
      favIconUrl: z.string().optional(),
      customHeadCode: z.string().optional(),
      googleTagManagerId: z.string().optional(),
      allowIndexing: z.boolean().optional(),
    })
    .optional(),
  whatsApp: z
    .looseObject({
      isEnabled: z.boolean().optional(),
      startCondition: z
        .looseObject({
          logicalOperator: z.enum(['OR', 'AND']).optional(),
          comparisons: listOf(comparison).optional(),
        })
        .optional(),
      /** In hours. */
      sessionExpiryTimeout: z.number().min(0.01).max(48).optional(),
      errorAndMarketingStatusWebhookForwardUrl: z.string().optional(),
      isWebhookForwardingEnabled: z.boolean().optional(),
      webhookForwardingEventTypes: listOf(z.enum(['all', 'errorStatuses', 'marketingStatuses'])).optional(),
    })
    .optional(),
  publicShare: z.looseObject({ isEnabled: z.boolean().optional() }).optional(),
  security: z
    .looseObject({
      allowedOrigins: listOf(z.string()).optional(),
      /**
       * Names of the variables that a client may set when it starts a chat. All if absent. Only in this
       * service.
       */
      prefillableVariables: listOf(z.string()).optional(),
    })
    .optional(),
});

export const resultsTablePreferences = z.looseObject({
  columnsOrder: listOf(z.string()).optional(),
  columnsVisibility: recordOf(z.boolean()).optional(),
  /** Old exports have an empty array instead of an empty object. */
  columnsWidth: z.union([recordOf(z.number()), listOf(z.never())]).optional(),
});

/** Fields of a document that both import and update accept. */
const documentFields = {
  version: z.enum(BOT_VERSIONS).optional(),
  name: z.string().optional(),
  icon: z.string().nullable().optional(),
  folderId: z.string().nullable().optional(),
  /** Null in the V5 variant. */
  events: listOf(event).nullable().optional(),
  groups: listOf(group).optional(),
  edges: listOf(edge).optional(),
  variables: listOf(variable).optional(),
  theme: theme.optional(),
  settings: settings.optional(),
  selectedThemeTemplateId: z.string().nullable().optional(),
  resultsTablePreferences: resultsTablePreferences.nullable().optional(),
  whatsAppCredentialsId: z.string().nullable().optional(),
  riskLevel: z.number().nullable().optional(),
};

/** A document to import. Everything may be missing; `document-defaults.ts` fills it in. */
export const importedDocumentSchema = z.looseObject(documentFields);

/** The same, or an export from before June 2022, which is checked after its keys are renamed. */
export const importableDocument = z.looseObject({}).superRefine((sent, context) => {
  const result = importedDocumentSchema.safeParse(isStepsEra(sent) ? stepsToBlocks(sent) : sent);
  if (result.success) return;
  context.issues.push(...(result.error.issues.slice(0, ENOUGH_ISSUES) as typeof context.issues));
});

/**
 * The fields that an update accepts. It ignores the other fields that the server decides, so they are not
 * listed.
 */
export const botPatch = z.looseObject({
  ...documentFields,
  publicId: z
    .string()
    .max(MAX_PUBLIC_ID_CHARS, { abort: true })
    .regex(PUBLIC_ID, { message: PUBLIC_ID_RULE })
    .nullable()
    .optional(),
  customDomain: z
    .string()
    .max(MAX_CUSTOM_DOMAIN_CHARS, { abort: true })
    .regex(CUSTOM_DOMAIN, { message: CUSTOM_DOMAIN_RULE })
    .nullable()
    .optional(),
  isClosed: z.boolean().optional(),
  /** `updatedAt` of the bot that the change is based on. It is a conflict if the stored bot is newer. */
  updatedAt: timestamp.optional(),
});

const completeEvent = event.extend({ graphCoordinates: coordinates });
const completeGroup = group.extend({
  title: z.string(),
  graphCoordinates: coordinates,
  blocks: z.array(z.unknown()),
});

export const flowFields = {
  version: z.enum(BOT_VERSIONS),
  /** Null in the V5 variant, where a start block takes its place. */
  events: z.array(completeEvent).nullable(),
  groups: z.array(completeGroup),
  edges: z.array(edge),
  variables: z.array(variable),
  theme,
  settings,
};

/** A bot as the service returns it, with every field that the interface lists for a bot. */
export const bot = z.looseObject({
  ...flowFields,
  id: z.string(),
  name: z.string(),
  icon: z.string().nullable(),
  folderId: z.string().nullable(),
  publicId: z.string().nullable(),
  customDomain: z.string().nullable(),
  workspaceId: z.string(),
  selectedThemeTemplateId: z.string().nullable(),
  resultsTablePreferences: resultsTablePreferences.nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
  isArchived: z.boolean(),
  isClosed: z.boolean(),
  whatsAppCredentialsId: z.string().nullable(),
  riskLevel: z.number().nullable(),
});

/** The published copy: the flow, without anything that only the bot's owner needs. */
export const publishedBot = z.strictObject({
  ...flowFields,
  id: z.string(),
  createdAt: timestamp,
  updatedAt: timestamp,
  botId: z.string(),
});

/** Something that an import or an update filled in, renamed, left out or rounded, or a dangling reference. */
export const warning = z.object({
  code: z.enum(['FILLED_IN', 'RENAMED', 'DROPPED', 'ROUNDED', 'DANGLING']),
  path: z.string(),
  message: z.string(),
});

export type Warning = z.output<typeof warning>;
