/*
 * The machine has no tables of languages and time zones, and authors format numbers and dates all the time: these few
 * calls are answered by the host. Only JSON crosses, and what is called is looked up in a fixed list.
 */

type Formatter = { resolvedOptions: () => unknown };

const FORMATTERS: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  [
    'NumberFormat',
    { methods: ['format', 'formatToParts'], create: (...args) => new Intl.NumberFormat(...args) },
  ],
  [
    'DateTimeFormat',
    {
      methods: ['format', 'formatToParts', 'formatRange'],
      create: (locales, options) => new Intl.DateTimeFormat(locales, { timeZone: 'UTC', ...options }),
      argument: Number,
    },
  ],
  [
    'PluralRules',
    { methods: ['select'], create: (...args) => new Intl.PluralRules(...args), argument: Number },
  ],
  [
    'RelativeTimeFormat',
    { methods: ['format', 'formatToParts'], create: (...args) => new Intl.RelativeTimeFormat(...args) },
  ],
  ['ListFormat', { methods: ['format', 'formatToParts'], create: (...args) => new Intl.ListFormat(...args) }],
  ['Collator', { methods: ['compare'], create: (...args) => new Intl.Collator(...args) }],
]);

type Kind = {
  methods: string[];
  // biome-ignore lint/suspicious/noExplicitAny: the options are the code's; Intl itself refuses what it does not know
  create: (locales: string | string[] | undefined, options: any) => Formatter;
  argument?: (value: unknown) => unknown;
};

const DATE_METHODS = new Set(['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const);
type DateMethod = typeof DATE_METHODS extends Set<infer M> ? M : never;

/** Texts are only formatted in pieces of this length at most. */
const MAX_REQUEST_CHARS = 10_000;
const MAX_FORMATTERS = 20;

/** Answers `[kind, method, locales, options, arguments]` with `{value}` or `{error}`, all as JSON. */
export function createHostIntl(): (request: string) => string {
  const formatters = new Map<string, Formatter>();

  function answer(request: string): unknown {
    if (request.length > MAX_REQUEST_CHARS) throw new RangeError('Too much to format at once');
    const [kind, method, locales, options, args] = JSON.parse(request) as [
      string,
      string,
      string | string[] | null,
      object | null,
      unknown[],
    ];
    const chosen = locales ?? DEFAULT_LOCALE;
    if (kind === 'Date') return dateText(method, Number(args[0]), chosen, options ?? {});
    const type = FORMATTERS.get(kind);
    if (!type) throw new TypeError(`Intl.${kind} is not supported`);
    const key = JSON.stringify([kind, locales, options]);
    const formatter = formatters.get(key) ?? type.create(chosen, options ?? undefined);
    if (formatters.size >= MAX_FORMATTERS) formatters.clear();
    formatters.set(key, formatter);
    if (method === 'resolvedOptions') return formatter.resolvedOptions();
    if (!type.methods.includes(method)) throw new TypeError(`Intl.${kind}.${method} is not supported`);
    const call = (formatter as unknown as Record<string, (...values: unknown[]) => unknown>)[method];
    const { argument } = type;
    return call?.apply(formatter, argument ? args.map(argument) : args);
  }

  return (request) => {
    try {
      return JSON.stringify({ value: answer(request) });
    } catch (error) {
      return JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
    }
  };
}

/** That of the servers which bots were written for. */
const DEFAULT_LOCALE = 'en-US';

function dateText(method: string, time: number, locales: string | string[], options: object): string {
  const date = new Date(time);
  if (!isDateMethod(method)) throw new TypeError(`Date.${method} is not supported`);
  return date[method](locales, { timeZone: 'UTC', ...options });
}

function isDateMethod(method: string): method is DateMethod {
  return (DATE_METHODS as ReadonlySet<string>).has(method);
}
