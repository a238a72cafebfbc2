import { hasText } from '#lib/platform/json/has-text.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';

/**
 * Something without which a block does nothing, or leaves something out.
 *
 * `isLost`: what the block is to pass on or to ask is lost, at every run. Otherwise only a result is missing.
 */
export type Essential = { field: string; message: string; isLost?: true };

type Action = (options: JsonObject) => Essential[];

/** The actions of a block by name. `field` is the option that names the action, `standard` the one without a name. */
type Actions = { field: string; standard?: string; byName: Readonly<Record<string, Action>> };

/** Returns what is missing in a block of this type. Unknown types need nothing. */
export function findMissingEssentials(type: unknown, options: JsonObject): Essential[] {
  const actions = typeof type === 'string' ? ACTIONS.get(type) : undefined;
  if (actions) {
    const { field, standard, byName } = actions;
    const given = options[field];
    const name = hasText(given) ? given : standard;
    if (name === undefined) {
      return [{ field, message: 'no action is chosen, so the block does nothing; choose one' }];
    }
    const action = Object.hasOwn(byName, name) ? byName[name] : undefined;
    return (
      action?.(options) ?? [
        {
          field,
          message: `the action "${name.slice(0, 60).toWellFormed()}" is not known here, so the block does nothing`,
        },
      ]
    );
  }
  return typeof type === 'string' ? (PLAIN.get(type)?.(options) ?? []) : [];
}

/** Needs a value in each field; the message is what happens without it. */
function needs(fields: Readonly<Record<string, string>>, { isLost }: { isLost?: true } = {}): Action {
  return (options) =>
    Object.entries(fields)
      .filter(([field]) => !isFilled(options[field]))
      .map(([field, message]) => ({ field, message, ...(isLost && { isLost }) }));
}

const all =
  (...actions: Action[]): Action =>
  (options) =>
    actions.flatMap((action) => action(options));

/** Needs a list with at least one entry that has all of these fields. */
function needsEntry(
  list: string,
  fields: readonly string[],
  message: string,
  { isLost }: { isLost?: true } = {},
): Action {
  return (options) => {
    const entries = Array.isArray(options[list]) ? options[list].filter(isJsonObject) : [];
    const isThere = entries.some((entry) => fields.every((field) => isFilled(entry[field])));
    return isThere ? [] : [{ field: list, message, ...(isLost && { isLost }) }];
  };
}

const LOST = { isLost: true } as const;

const nothing: Action = () => [];

const unsupported =
  (message: string): Action =>
  () => [{ field: 'action', message }];

const sheet = (lost: { isLost?: true }) =>
  needs(
    {
      spreadsheetId: 'no spreadsheet is chosen, so the block does nothing; choose one',
      sheetId: 'no sheet of the spreadsheet is chosen, so the block does nothing; choose one',
    },
    lost,
  );

const savedResponse = needsEntry(
  'responseMapping',
  ['variableId'],
  'the response is saved in no variable; choose one',
);

const model = needs({ model: 'no model is chosen, so the service is not asked; choose one' });

/** Needs a message with a text, or one that stands for the texts in a variable. */
const messages: Action = ({ messages: list }) => {
  const entries = Array.isArray(list) ? list.filter(isJsonObject) : [];
  const isThere = entries.some(
    ({ role, content, dialogueVariableId }) =>
      hasText(role) && (hasText(content) || isJsonObject(content) || hasText(dialogueVariableId)),
  );
  const message = 'there are no messages, so the service is not asked; add one';
  return isThere ? [] : [{ field: 'messages', message }];
};

const chatCompletion = all(model, messages, savedResponse);

const generatedVariables = all(
  model,
  needs({ prompt: 'there is no prompt, so the service is not asked; write one' }),
  needsEntry(
    'variablesToExtract',
    ['variableId', 'type'],
    'no variables to extract are chosen, so the service is not asked; add one',
  ),
);

const completionOnly: Actions = { field: 'action', byName: { 'Create chat completion': chatCompletion } };

const speech = needs({
  input: 'there is no text to speak, so no audio is made; enter one',
  saveUrlInVariableId: 'the audio is saved in no variable; choose one',
});

const userId = { userId: 'no user id is set, so nothing is sent; enter one' };

const ACTIONS: ReadonlyMap<string, Actions> = new Map<string, Actions>([
  [
    'Google Sheets',
    {
      field: 'action',
      byName: {
        'Insert a row': all(
          sheet(LOST),
          needsEntry(
            'cellsToInsert',
            ['column', 'value'],
            'no cell has a column and a value, so no row is added; fill one in',
            LOST,
          ),
        ),
        'Update a row': all(
          sheet(LOST),
          needsEntry(
            'cellsToUpsert',
            ['column', 'value'],
            'no cell has a column and a value, so no row is changed; fill one in',
            LOST,
          ),
          ({ filter }) =>
            isJsonObject(filter) && isFilled(filter.comparisons)
              ? []
              : [
                  {
                    field: 'filter',
                    message: 'there is no filter, so no row is changed; say which rows are meant',
                    ...LOST,
                  },
                ],
        ),
        'Get data from sheet': all(
          sheet({}),
          needsEntry(
            'cellsToExtract',
            ['column', 'variableId'],
            'no column is saved in a variable, so nothing is read; choose one',
          ),
        ),
      },
    },
  ],
  [
    'OpenAI',
    {
      field: 'task',
      standard: 'Create chat completion',
      byName: {
        'Create chat completion': messages,
        'Create speech': speech,
        'Create image': () => [
          { field: 'task', message: 'the task "Create image" is not supported, so the block does nothing' },
        ],
      },
    },
  ],
  [
    'openai',
    {
      field: 'action',
      byName: {
        'Create chat completion': chatCompletion,
        'Ask Model': all(
          model,
          needs({ message: 'there is no message, so the service is not asked; write one' }),
          savedResponse,
        ),
        'Ask Assistant': all(
          needs({
            assistantId: 'no assistant is chosen, so the service is not asked; choose one',
            message: 'there is no message, so the service is not asked; write one',
          }),
          savedResponse,
        ),
        'Generate variables': generatedVariables,
        'Create speech': speech,
        'Create transcription': needs({
          url: 'there is no address of an audio file, so the service is not asked; enter one',
          transcriptionVariableId: 'the transcription is saved in no variable; choose one',
        }),
      },
    },
  ],
  [
    'anthropic',
    {
      field: 'action',
      byName: { 'Create Chat Message': chatCompletion, 'Generate variables': generatedVariables },
    },
  ],
  [
    'mistral',
    {
      field: 'action',
      byName: { 'Create chat completion': chatCompletion, 'Generate variables': generatedVariables },
    },
  ],
  ['groq', completionOnly],
  ['deepseek', completionOnly],
  ['open-router', completionOnly],
  ['perplexity', completionOnly],
  ['together-ai', completionOnly],
  [
    'dify-ai',
    {
      field: 'action',
      byName: {
        'Create Chat Message': all(
          needs({ query: 'there is no query, so the service is not asked; write one' }),
          savedResponse,
        ),
        'Query Knowledge Base': all(
          needs({
            datasetId: 'no dataset is chosen, so the service is not asked; choose one',
            query: 'there is no query, so the service is not asked; write one',
          }),
          savedResponse,
        ),
      },
    },
  ],
  [
    'chat-node',
    {
      field: 'action',
      byName: {
        'Send Message': all(
          needs({
            botId: 'no bot of ChatNode is chosen, so it is not asked; choose one',
            message: 'there is no message, so the service is not asked; write one',
          }),
          savedResponse,
        ),
      },
    },
  ],
  [
    'elevenlabs',
    {
      field: 'action',
      byName: {
        'Convert text to speech': needs({
          text: 'there is no text to speak, so no audio is made; enter one',
          voiceId: 'no voice is chosen, so no audio is made; choose one',
          saveUrlInVariableId: 'the audio is saved in no variable; choose one',
        }),
      },
    },
  ],
  [
    'qr-code',
    {
      field: 'action',
      byName: {
        'Generate a QR Code': needs({
          data: 'there is nothing to encode, so no QR code is made; enter a text',
          saveUrlInVariableId: 'no variable for the QR code is chosen, so none is made; choose one',
        }),
      },
    },
  ],
  [
    'nocodb',
    {
      field: 'action',
      byName: {
        'Search Records': all(
          needs({ tableId: 'no table is chosen, so nothing is read; choose one' }),
          needsEntry(
            'responseMapping',
            ['fieldName', 'variableId'],
            'no field is saved in a variable; choose one',
          ),
        ),
        'Create Record': all(
          needs({ tableId: 'no table is chosen, so no record is added; choose one' }, LOST),
          needsEntry(
            'fields',
            ['key', 'value'],
            'no field has a value, so no record is added; fill one in',
            LOST,
          ),
        ),
        'Update Existing Record': all(
          needs({ tableId: 'no table is chosen, so no record is changed; choose one' }, LOST),
          needsEntry(
            'updates',
            ['fieldName', 'value'],
            'no field has a value, so no record is changed; fill one in',
            LOST,
          ),
          ({ filter }) =>
            isJsonObject(filter) && isFilled(filter.comparisons)
              ? []
              : [
                  {
                    field: 'filter',
                    message: 'there is no filter, so no record is changed; say which records are meant',
                    ...LOST,
                  },
                ],
        ),
      },
    },
  ],
  [
    'segment',
    {
      field: 'action',
      byName: {
        'Identify User': needs(userId),
        Alias: needs({ ...userId, previousId: 'no previous id is set, so nothing is sent; enter one' }),
        Page: needs({ ...userId, name: 'the page has no name, so nothing is sent; enter one' }),
        Track: needs({ ...userId, eventName: 'the event has no name, so nothing is sent; enter one' }),
      },
    },
  ],
  [
    'posthog',
    {
      field: 'action',
      byName: {
        Capture: (options) =>
          needs({
            event: 'the event has no name, so nothing is sent; enter one',
            ...(options.isAnonymous !== true && {
              distinctId: 'no distinct id is set, so nothing is sent; enter one, or make the event anonymous',
            }),
          })(options),
        'Identify Group': needs({
          groupType: 'the group has no type, so nothing is sent; enter one',
          groupKey: 'the group has no key, so nothing is sent; enter one',
        }),
      },
    },
  ],
  [
    'gmail',
    {
      field: 'action',
      byName: { 'Send email': needs({ to: 'there is no recipient, so no mail is sent; enter one' }, LOST) },
    },
  ],
  ['zendesk', { field: 'action', byName: { 'Open Web Widget': nothing } }],
  [
    'cal-com',
    {
      field: 'action',
      byName: {
        'Book event': needs({ link: 'there is no event link, so no calendar is shown; enter one' }),
      },
    },
  ],
  [
    'blink',
    {
      field: 'action',
      byName: {
        Redirect: needs({ url: 'there is no address, so nobody is redirected; enter one' }),
        'Get Users': unsupported('the action "Get Users" is not supported, so the block does nothing'),
        'Send Feed Event': unsupported(
          'the action "Send Feed Event" is not supported, so the block does nothing',
        ),
      },
    },
  ],
]);

/** Blocks without actions. */
const PLAIN: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['Email', needs({ recipients: 'there is no recipient, so no mail is sent; enter one' }, LOST)],
  ['payment input', needs({ amount: 'there is no amount, so the payment is skipped; enter one' }, LOST)],
  ['Pixel', needs({ pixelId: 'there is no pixel id, so nothing is sent; enter one' })],
  [
    'Chatwoot',
    ({ task, ...options }) =>
      task === 'Close widget'
        ? []
        : needs({ websiteToken: 'there is no website token, so the widget does not open; enter one' })(
            options,
          ),
  ],
  ['Redirect', needs({ url: 'there is no address, so nobody is redirected; enter one' })],
  ['Code', needs({ content: 'there is no code, so the block does nothing; write some' })],
  ['Set variable', needs({ variableId: 'no variable is chosen, so the block does nothing; choose one' })],
]);

/** Whether a field has a value: a text that is not blank, or a list with such a text or an object. Numbers are not read. */
function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.some((entry) => isJsonObject(entry) || hasText(entry)) : hasText(value);
}
