import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import type { OpenapiSchemas, OperationSchemas } from './openapi-schemas.ts';

/**
 * Names of schemas that become components, each with one location: an endpoint and a part of its request or response,
 * or a component, and from there the keywords of JSON Schema. Every schema that equals it becomes a reference.
 */
export const SHARED_SCHEMAS: Readonly<Record<string, string>> = {
  // Documents
  Avatar: 'Theme/properties/chat/properties/hostAvatar',
  Border: 'Theme/properties/chat/properties/container/properties/border',
  BlockIndex: 'EditOperation/oneOf/6/properties/was',
  CanvasPosition: 'EditOperation/oneOf/2/properties/was',
  Coordinates: 'Group/properties/graphCoordinates',
  EdgeSource: 'Edge/properties/from',
  EdgeOrigin: 'EditOperation/oneOf/12/properties/namedBy/items',
  GeneralSettings: 'Settings/properties/general',
  ImportableDocument: 'import-bot/body/properties/bot',
  PartTheme: 'Theme/properties/chat/properties/hostBubbles',
  SchemaVersion: 'Bot/properties/version',
  Shadow: 'Theme/properties/chat/properties/container/properties/shadow',
  TypingEmulation: 'Settings/properties/typingEmulation',
  VariableValue: 'Variable/properties/value',

  // Bots and releases
  BotDraft: 'get-bot/response',
  BotSource: 'list-bots/response/properties/bots/items/properties/source',
  BotWithWarnings: 'update-bot/response',
  BotWithWarningsCompatible: 'update-bot-compatible/response',
  ChangedElement: 'diff-bot/response/properties/diff/properties/events/properties/changed/items',
  Confirmation: 'delete-bot/response',
  Differences: 'diff-bot/response/properties/diff/properties/events',
  DiffElement: 'diff-bot/response/properties/diff/properties/events/properties/added/items',
  Folder: 'list-folders/response/properties/folders/items',
  FolderResponse: 'get-folder/response',
  ListedBot: 'list-bots/response/properties/bots/items',
  Publication: 'publish-bot/response',
  TokenReference: 'list-releases/response/properties/releases/items/properties/createdBy',

  // Results
  DeletedResults: 'delete-results/response',
  Statistics: 'get-stats/response/properties/stats',
  StatisticsResponse: 'get-stats/response',
  Transcript: 'get-result-transcript/response',

  // Chats
  ChatBot: 'start-chat/response/properties/bot',
  ChatInput: 'start-chat/response/properties/input',
  ChatLog: 'start-chat/response/properties/logs/items',
  ChatMessage: 'start-chat/response/properties/messages/items',
  ChatReply: 'start-chat/body/properties/message',
  ChatStart: 'start-chat/response',
  ChatStartCompatible: 'start-chat-compatible/response',
  ClientLogs: 'submit-client-logs/body',
  ClientSideAction: 'start-chat/response/properties/clientSideActions/items',
  ChatTrace: 'start-preview-chat/response/properties/trace',
  HttpExchange: 'start-preview-chat/response/properties/exchange',
  DynamicTheme: 'start-chat/response/properties/dynamicTheme',
  PrefilledVariables: 'start-chat/body/properties/prefilledVariables',
  PreviewStartBody: 'start-preview-chat/body',
  SendMessageBody: 'send-message/body',
  SendMessageResponse: 'send-message/response',
  StartChatBody: 'start-chat/body',
  TextFormat: 'start-chat/body/properties/textBubbleContentFormat',
  UploadForm: 'create-file-upload/response',

  // Workspaces, tokens, jobs
  Credentials: 'list-credentials/response/properties/credentials/items',
  CustomDomain: 'list-custom-domains/response/properties/customDomains/items',
  Invitation: 'list-invitations/response/properties/invitations/items',
  Job: 'list-jobs/response/properties/jobs/items',
  JobProgress: 'list-jobs/response/properties/jobs/items/properties/progress',
  JobResponse: 'start-job/response',
  JobWithFile: 'get-job/response/properties/job',
  NewToken: 'create-token/response/properties/token',
  TokenInvitation: 'list-tokens/response/properties/tokens/items/properties/invitation',
  TokenSignIn: 'list-tokens/response/properties/tokens/items/properties/signIn',
  PersonalToken: 'accept-invitation/response',
  Token: 'list-tokens/response/properties/tokens/items',
  Workspace: 'create-workspace/response/properties/workspace',
  WorkspaceName: 'rename-workspace/body',
};

const PREFIX = '#/components/schemas/';

/** Makes components of the schemas that `SHARED_SCHEMAS` names, as far as these endpoints have them. */
export function extractSchemas({ components, operations }: OpenapiSchemas): OpenapiSchemas {
  const found = Object.entries(SHARED_SCHEMAS).flatMap(([name, location]) => {
    const schema = findSchema({ components, operations }, location);
    return schema ? [[name, withoutDescription(schema)] as const] : [];
  });
  const names = new Map(found.map(([name, schema]) => [JSON.stringify(schema), name]));

  const replaceIn = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(replace);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, replace(inner)]));
  };
  const replace = (value: unknown): unknown => {
    if (!isJsonObject(value)) return replaceIn(value);
    const name = names.get(JSON.stringify(withoutDescription(value)));
    if (name === undefined) return replaceIn(value);
    const { description } = value;
    return { $ref: `${PREFIX}${name}`, ...(description !== undefined && { description }) };
  };

  const all = [...Object.entries(components), ...found].map(
    ([name, schema]) => [name, replaceIn(schema) as JsonObject] as const,
  );
  return {
    components: Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    operations: new Map(
      [...operations].map(([id, { body, response, ...parameters }]): [string, OperationSchemas] => [
        id,
        {
          ...parameters,
          ...(body && { body: replace(body) as JsonObject }),
          ...(response && { response: replace(response) as JsonObject }),
        },
      ]),
    ),
  };
}

/** Returns the schema at a location. Undefined if the endpoints do not include it. */
function findSchema({ components, operations }: OpenapiSchemas, location: string): JsonObject | undefined {
  const [root = '', ...path] = location.split('/');
  const found = path.reduce<unknown>(
    (value, key) =>
      Array.isArray(value) ? value[Number(key)] : isJsonObject(value) ? value[key] : undefined,
    operations.get(root) ?? components[root],
  );
  return isJsonObject(found) ? found : undefined;
}

function withoutDescription({ description: _, ...schema }: JsonObject): JsonObject {
  return schema;
}
