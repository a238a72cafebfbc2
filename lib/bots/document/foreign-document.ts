import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { shortenText } from '#lib/platform/json/shorten-text.ts';

/** Kinds of files, recognised by keys that occur together. A refusal names the keys of the first entry that fits. */
type Look = { keys: readonly string[]; is: string; fits?: (document: JsonObject) => boolean };

const isList = (key: string) => (document: JsonObject) => Array.isArray(document[key]);
const isText = (key: string) => (document: JsonObject) => typeof document[key] === 'string';

const LOOKS: readonly Look[] = [
  // Other responses and exports of this service and Typebot.
  { keys: ['message', 'code'], is: 'an error that a request got instead of a bot', fits: isText('message') },
  { keys: ['bots'], is: 'a list of bots. Import each as a document of its own', fits: isList('bots') },
  {
    keys: ['typebots'],
    is: 'a list of bots. Import each as a document of its own',
    fits: isList('typebots'),
  },
  { keys: ['releases'], is: 'a list of releases', fits: isList('releases') },
  { keys: ['results'], is: 'results of a bot. They are imported on their own', fits: isList('results') },
  { keys: ['answers'], is: 'a result of a bot. Results are imported on their own', fits: isList('answers') },
  { keys: ['themeTemplates'], is: 'a list of theme templates', fits: isList('themeTemplates') },
  { keys: ['workspaces'], is: 'a list of workspaces', fits: isList('workspaces') },
  { keys: ['issues'], is: 'the outcome of a check', fits: isList('issues') },
  { keys: ['messages', 'sessionId'], is: 'a turn of a chat' },
  {
    keys: ['blocks', 'title'],
    is: 'one group of a bot. A document has a list of them in `groups`',
    fits: isList('blocks'),
  },
  { keys: ['theme'], is: 'a theme without a flow', fits: ({ settings }) => settings === undefined },
  { keys: ['general', 'chat'], is: 'a theme without a flow' },
  {
    keys: ['publishedBot'],
    is: 'a bot that was not published',
    fits: ({ publishedBot }) => publishedBot === null,
  },
  {
    keys: ['publishedTypebot'],
    is: 'a bot that was not published',
    fits: ({ publishedTypebot }) => publishedTypebot === null,
  },

  // Other products.
  { keys: ['nodes', 'connections'], is: 'an n8n workflow' },
  { keys: ['nodes', 'startNode'], is: 'a Botpress flow' },
  { keys: ['botId', 'nodes'], is: 'a Botpress bot' },
  {
    keys: ['nodes', 'edges'],
    is: 'a flow of a node editor such as Flowise, Langflow or Dify',
    fits: isList('nodes'),
  },
  { keys: ['workflow', 'kind'], is: 'a Dify app' },
  { keys: ['diagrams', 'project'], is: 'a Voiceflow project' },
  { keys: ['dialog_nodes'], is: 'a Watson Assistant skill' },
  { keys: ['defaultTimezone', 'language'], is: 'a Dialogflow agent' },
  { keys: ['responses', 'contexts'], is: 'a Dialogflow intent' },
  { keys: ['userSays'], is: 'a Dialogflow intent' },
  { keys: ['transitionRoutes'], is: 'a Dialogflow CX flow' },
  { keys: ['bricks'], is: 'a Landbot flow' },
  { keys: ['diagram'], is: 'a Landbot flow' },
  { keys: ['flow', 'metadata'], is: 'a Make scenario', fits: isList('flow') },
  { keys: ['zaps'], is: 'an export of Zapier' },
  { keys: ['page_id', 'flows'], is: 'a ManyChat template' },
  { keys: ['rule_collection'], is: 'a ManyChat template' },
  { keys: ['intents'], is: 'a list of intents' },

  // Other files that end in .json.
  { keys: ['openapi'], is: 'an OpenAPI description' },
  { keys: ['swagger'], is: 'a Swagger description' },
  { keys: ['info', 'item'], is: 'a Postman collection' },
  {
    keys: ['log'],
    is: 'recorded HTTP requests (HAR)',
    fits: ({ log }) => isJsonObject(log) && 'entries' in log,
  },
  { keys: ['type', 'private_key'], is: 'the key of a service account. Keep it secret' },
  { keys: ['lockfileVersion'], is: 'a package-lock.json' },
  { keys: ['dependencies'], is: 'a package.json' },
  { keys: ['devDependencies'], is: 'a package.json' },
  { keys: ['scripts'], is: 'a package.json', fits: ({ scripts }) => isJsonObject(scripts) },
  { keys: ['compilerOptions'], is: 'a tsconfig.json' },
  { keys: ['$schema', 'properties'], is: 'a JSON Schema' },
  {
    keys: ['blocks'],
    is: "blocks of another product, or a bot's without their group",
    fits: isList('blocks'),
  },
  { keys: ['nodes'], is: 'a flow of another product' },
];

/** Keys of an unknown file that the refusal names. */
const MAX_NAMED_KEYS = 5;
const MAX_KEY_CHARS = 30;

/** Says why something is not a document, and what it looks like. Only repeats keys, never values. */
export function describeForeignDocument(value: unknown): string {
  return `Not a bot. ${describe(value)}`;
}

/** Whether the table says what an object is. */
export function isKnownForeign(object: JsonObject): boolean {
  return findLook(object) !== undefined;
}

function findLook(object: JsonObject): Look | undefined {
  return LOOKS.find(
    ({ keys, fits = () => true }) => keys.every((key) => Object.hasOwn(object, key)) && fits(object),
  );
}

function describe(value: unknown): string {
  if (typeof value === 'string') return 'A text: send the document itself, without quotes around it';
  if (Array.isArray(value)) return describeList(value);
  if (!isJsonObject(value)) return 'Expected a JSON object';
  const look = findLook(value);
  if (look) return `${listKeys(look.keys)}: ${look.is}`;
  const keys = Object.keys(value);
  const needs = 'A bot has `groups`, `blocks`, `events` or `edges`';
  return keys.length === 0 ? `${needs}, this is empty` : `${needs}, this has ${listKeys(keys)}`;
}

function describeList(list: unknown[]): string {
  const [first] = list;
  if (isJsonObject(first)) {
    if (Object.hasOwn(first, 'groups') || Object.hasOwn(first, 'edges')) {
      return `A list of ${list.length === 1 ? 'one bot: send the bot itself' : `${list.length} bots: import each as a document of its own`}`;
    }
    if (Object.hasOwn(first, 'wires')) return 'A list of nodes with `wires`: a Node-RED flow';
    if (Object.hasOwn(first, 'answers')) return 'A list of results. They are imported on their own';
  }
  return 'A list: expected one JSON object';
}

function listKeys(keys: readonly string[]): string {
  const shown = keys.slice(0, MAX_NAMED_KEYS).map((key) => `\`${shortenText(key, MAX_KEY_CHARS)}\``);
  if (keys.length > shown.length) return `${shown.join(', ')} and others`;
  const [last = ''] = shown.slice(-1);
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
}
