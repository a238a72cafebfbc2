import * as z from 'zod';
import { COMPARISON_OPERATORS } from '#lib/blocks/comparison-operators.ts';
import { ENOUGH_ISSUES } from '#lib/platform/errors/service-error.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { buildWhenSent } from '#lib/platform/validation/build-when-sent.ts';
import { listOf, recordOf } from '#lib/platform/validation/list-schema.ts';
import { once } from '#lib/platform/validation/once.ts';
import { BOT_VERSIONS } from './bot-version.ts';
import { CUSTOM_DOMAIN, CUSTOM_DOMAIN_RULE, MAX_CUSTOM_DOMAIN_CHARS } from './custom-domain.ts';
import { EVENT_TYPES } from './event-types.ts';
import {
  isReservedPublicId,
  MAX_PUBLIC_ID_CHARS,
  PUBLIC_ID,
  PUBLIC_ID_RULE,
  RESERVED_PUBLIC_ID_RULE,
} from './public-id.ts';
import { stepsToBlocks } from './steps-to-blocks.ts';
import { WEBHOOK_REPLIES } from './webhook-replies.ts';
import { findDocument, findPatch } from './wrapped-document.ts';

/*
 * The fields of a bot, as the interface defines them. Every object is loose, so unknown keys are kept at every
 * level. The schemas only validate: what gets stored is the original document, not zod's output. They have no
 * defaults or transforms, so that the API documentation can be generated from them.
 */

const timestamp = once(() => z.iso.datetime({ offset: true }));
const coordinates = once(() => z.looseObject({ x: z.number(), y: z.number() }));

const event = once(() =>
  z.looseObject({
    id: z.string().min(1),
    type: z.enum(EVENT_TYPES),
    outgoingEdgeId: z.string().optional(),
    graphCoordinates: coordinates().optional(),
  }),
);

const group = once(() =>
  z.looseObject({
    id: z.string().min(1),
    title: z.string().optional(),
    graphCoordinates: coordinates().optional(),
    blocks: z.array(z.unknown()).optional(),
  }),
);

const edgeFrom = once(() =>
  z
    .looseObject({
      blockId: z.string().optional(),
      itemId: z.string().optional(),
      pathId: z.string().optional(),
      eventId: z.string().optional(),
    })
    .refine((from) => from.blockId !== undefined || from.eventId !== undefined, {
      message: 'Must have a blockId or an eventId',
    }),
);

const edge = once(() =>
  z.looseObject({
    id: z.string().min(1),
    from: edgeFrom(),
    to: z.looseObject({ groupId: z.string(), blockId: z.string().optional() }),
  }),
);

/** An edge in a request. Some exports only have the block that it leads to, which says which group that is in. */
const sentEdge = once(() =>
  edge().extend({
    to: z
      .looseObject({ groupId: z.string().nullable().optional(), blockId: z.string().optional() })
      .refine((to) => (to.groupId ?? to.blockId) !== undefined, {
        path: ['groupId'],
        message: 'Missing; expected the id of a group, or a blockId beside it',
      }),
  }),
);

const variableValue = once(() => z.union([z.string(), listOf(z.string().nullable())]).nullable());

export const variable = once(() =>
  z.looseObject({
    id: z.string().min(1),
    name: z.string(),
    isSessionVariable: z.boolean().optional(),
    value: variableValue().optional(),
  }),
);

const border = once(() =>
  z.looseObject({
    thickness: z.number().optional(),
    color: z.string().optional(),
    roundeness: z.enum(['none', 'medium', 'large', 'custom']).optional(),
    customRoundeness: z.number().optional(),
    opacity: z.number().min(0).max(1).optional(),
  }),
);

const surface = once(() => ({
  backgroundColor: z.string().optional(),
  color: z.string().optional(),
  blur: z.number().optional(),
  opacity: z.number().min(0).max(1).optional(),
  shadow: z.enum(['none', 'sm', 'md', 'lg', 'xl', '2xl']).optional(),
  border: border().optional(),
}));

const avatar = once(() => z.looseObject({ isEnabled: z.boolean().optional(), url: z.string().optional() }));

export const theme = once(() =>
  z.looseObject({
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
          .looseObject({ ...surface(), maxWidth: z.string().optional(), maxHeight: z.string().optional() })
          .optional(),
        hostAvatar: avatar().optional(),
        guestAvatar: avatar().optional(),
        hostBubbles: z.looseObject(surface()).optional(),
        guestBubbles: z.looseObject(surface()).optional(),
        buttons: z.looseObject(surface()).optional(),
        inputs: z.looseObject({ ...surface(), placeholderColor: z.string().optional() }).optional(),
        buttonsInput: z.looseObject({ layout: z.enum(['wrap', 'vertical']).optional() }).optional(),
        roundness: z.enum(['none', 'medium', 'large']).optional(),
      })
      .optional(),
    customCss: z.string().optional(),
  }),
);

/** All fields are optional because the interface allows empty comparisons in requests. */
const comparison = once(() =>
  z.looseObject({
    id: z.string().optional(),
    comparisonOperator: z.enum(COMPARISON_OPERATORS).optional(),
    value: z.string().optional(),
  }),
);

const systemMessages = once(() =>
  z.looseObject(
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
  ),
);

export const settings = once(() =>
  z.looseObject({
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
        systemMessages: systemMessages().optional(),
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
            comparisons: listOf(comparison()).optional(),
          })
          .optional(),
        /** Hours. */
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
         * Names of the variables that a client may set when starting a chat. Defaults to all variables. An
         * extension of the interface.
         */
        prefillableVariables: listOf(z.string()).optional(),
      })
      .optional(),
  }),
);

export const resultsTablePreferences = once(() =>
  z.looseObject({
    columnsOrder: listOf(z.string()).optional(),
    columnsVisibility: recordOf(z.boolean()).optional(),
    /** Old exports have an empty array instead of an empty object. */
    columnsWidth: z.union([recordOf(z.number()), listOf(z.never())]).optional(),
  }),
);

/** Document fields that both import and update accept. */
const documentFields = once(() => ({
  version: z.enum(BOT_VERSIONS).optional(),
  name: z.string().optional(),
  icon: z.string().nullable().optional(),
  folderId: z.string().nullable().optional(),
  /** Null in the V5 variant. */
  events: buildWhenSent(() => listOf(event()).nullable()),
  groups: buildWhenSent(() => listOf(group())),
  edges: buildWhenSent(() => listOf(sentEdge())),
  variables: buildWhenSent(() => listOf(variable())),
  theme: buildWhenSent(theme),
  settings: buildWhenSent(settings),
  selectedThemeTemplateId: z.string().nullable().optional(),
  resultsTablePreferences: buildWhenSent(() => resultsTablePreferences().nullable()),
  whatsAppCredentialsId: z.string().nullable().optional(),
  riskLevel: z.number().nullable().optional(),
}));

/** A document to import. Every field is optional; `document-defaults.ts` fills in what is missing. */
export const importedDocumentSchema = once(() => z.looseObject(documentFields()));

/**
 * Like `importedDocumentSchema`, but also accepts exports from before June 2022, validated after their keys
 * have been renamed. Uses `z.unknown()` because an object schema would return a copy, for which
 * `stepsToBlocks` has no cached result.
 */
export const importableDocument = z.unknown().superRefine((sent, context) => {
  // The schema itself says best that nothing was sent.
  const found = sent === undefined ? undefined : findDocument(sent);
  if (found && 'refusal' in found) {
    context.addIssue({ code: 'custom', path: found.path, message: found.refusal });
    return;
  }
  checkWithin(importedDocumentSchema(), found && stepsToBlocks(found.content), found?.path ?? [], context);
}) as z.ZodType<JsonObject, JsonObject>;

/** Adds the issues of a part to those of the whole. */
function checkWithin(
  schema: z.ZodType,
  value: unknown,
  path: string[],
  context: z.core.$RefinementCtx,
): void {
  const issues = schema.safeParse(value).error?.issues.slice(0, ENOUGH_ISSUES) ?? [];
  const inside = issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
  context.issues.push(...(inside as typeof context.issues));
}

const patchFields = once(() =>
  z.looseObject({
    ...documentFields(),
    publicId: z
      .string()
      .max(MAX_PUBLIC_ID_CHARS, { abort: true })
      .regex(PUBLIC_ID, { message: PUBLIC_ID_RULE })
      .refine((publicId) => !isReservedPublicId(publicId), { message: RESERVED_PUBLIC_ID_RULE })
      .nullable()
      .optional(),
    customDomain: z
      .string()
      .max(MAX_CUSTOM_DOMAIN_CHARS, { abort: true })
      .regex(CUSTOM_DOMAIN, { message: CUSTOM_DOMAIN_RULE })
      .nullable()
      .optional(),
    isClosed: z.boolean().optional(),
    webhookReplies: z.enum(WEBHOOK_REPLIES).optional(),
    /** `updatedAt` of the bot that the change is based on. If the stored bot is newer, the update is a conflict. */
    updatedAt: timestamp().optional(),
  }),
);

/**
 * The fields that an update accepts, perhaps in a wrapper. Other server-controlled fields are ignored, so they are not
 * listed.
 */
export const botPatch = once(() =>
  patchFields().superRefine((sent, context) => {
    const found = findPatch(sent, isPatchField);
    if ('refusal' in found) context.addIssue({ code: 'custom', path: found.path, message: found.refusal });
    else if (found.path.length > 0) checkWithin(patchFields(), found.content, found.path, context);
  }),
);

/** Whether an update can change a field of this name. */
export function isPatchField(name: string): boolean {
  return Object.hasOwn(patchFields().shape, name);
}

const completeEvent = once(() => event().extend({ graphCoordinates: coordinates() }));
const completeGroup = once(() =>
  group().extend({
    title: z.string(),
    graphCoordinates: coordinates(),
    blocks: z.array(z.unknown()),
  }),
);

export const flowFields = once(() => ({
  version: z.enum(BOT_VERSIONS),
  /** Null in the V5 variant, which uses a start block instead. */
  events: z.array(completeEvent()).nullable(),
  groups: z.array(completeGroup()),
  edges: z.array(edge()),
  variables: z.array(variable()),
  theme: theme(),
  settings: settings(),
}));

/** A bot as the service returns it, with every field of the interface. */
export const bot = once(() =>
  z.looseObject({
    ...flowFields(),
    id: z.string(),
    name: z.string(),
    icon: z.string().nullable(),
    folderId: z.string().nullable(),
    publicId: z.string().nullable(),
    customDomain: z.string().nullable(),
    workspaceId: z.string(),
    selectedThemeTemplateId: z.string().nullable(),
    resultsTablePreferences: resultsTablePreferences().nullable(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    isArchived: z.boolean(),
    isClosed: z.boolean(),
    webhookReplies: z.enum(WEBHOOK_REPLIES),
    whatsAppCredentialsId: z.string().nullable(),
    riskLevel: z.number().nullable(),
  }),
);

/** The published copy: the flow, without the fields meant only for the bot's owner. */
export const publishedBot = once(() =>
  z.strictObject({
    ...flowFields(),
    id: z.string(),
    createdAt: timestamp(),
    updatedAt: timestamp(),
    botId: z.string(),
  }),
);

/**
 * Something unwrapped, filled in, renamed, left out or rounded in the document, a dangling reference, or something that does
 * not work where the document is imported.
 */
export const warning = once(() =>
  z.object({
    code: z.enum([
      'UNWRAPPED',
      'FILLED_IN',
      'RENAMED',
      'DROPPED',
      'CONNECTED',
      'ROUNDED',
      'DANGLING',
      'UNKNOWN_BOT',
      'CREDENTIALS_NOT_STORED',
      'NO_EFFECT',
      'NOT_CHECKED',
    ]),
    path: z.string(),
    message: z.string(),
    /** Title of the group that it is in. Absent outside of groups, and if the group has no title. */
    group: z.string().optional(),
    /** Display name of the type of block that it is in. */
    block: z.string().optional(),
  }),
);

export type Warning = z.output<ReturnType<typeof warning>>;
