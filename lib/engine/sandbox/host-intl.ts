import { MAX_FORMATTERS, MAX_INTL_CHARS } from './sandbox-limits.ts';

/*
 * The machine has no data on languages and time zones, but authors format numbers and dates all the time, so
 * the host handles these few calls. Only JSON crosses the border, and each call is looked up in a fixed list.
 */

type Formatter = { resolvedOptions: () => unknown };

type Options = Record<string, unknown>;

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

const DATE_PARTS = ['weekday', 'year', 'month', 'day'];
const TIME_PARTS = ['dayPeriod', 'hour', 'minute', 'second', 'fractionalSecondDigits'];
const DATE_DEFAULTS = { year: 'numeric', month: 'numeric', day: 'numeric' };
const TIME_DEFAULTS = { hour: 'numeric', minute: 'numeric', second: 'numeric' };

/**
 * Methods of dates. Each shows its defaults unless the options name a part that stands in for them
 * (https://tc39.es/ecma402/#sec-createdatetimeformat). The methods themselves would make a new formatter for
 * every call.
 */
const DATE_METHODS: ReadonlyMap<string, DateMethod> = new Map<string, DateMethod>([
  [
    'toLocaleString',
    { parts: [...DATE_PARTS, ...TIME_PARTS], defaults: { ...DATE_DEFAULTS, ...TIME_DEFAULTS } },
  ],
  ['toLocaleDateString', { parts: DATE_PARTS, defaults: DATE_DEFAULTS, refusedStyle: 'timeStyle' }],
  ['toLocaleTimeString', { parts: TIME_PARTS, defaults: TIME_DEFAULTS, refusedStyle: 'dateStyle' }],
]);

type DateMethod = { parts: string[]; defaults: object; refusedStyle?: string };

/** Takes `[kind, method, locales, options, arguments]` and returns `{value}` or `{error}`, all as JSON. */
export type HostIntl = (request: string) => string;

/** Formatters for the code of one turn. Each is made once, and there are at most `MAX_FORMATTERS` of them. */
export function createHostIntl(): HostIntl {
  const formatters = new Map<string, Formatter>();

  function getFormatter(key: unknown[], create: () => Formatter): Formatter {
    const text = JSON.stringify(key);
    const made = formatters.get(text);
    if (made) return made;
    if (formatters.size >= MAX_FORMATTERS)
      throw new RangeError(`Code may make ${MAX_FORMATTERS} different formatters at most`);
    const formatter = create();
    formatters.set(text, formatter);
    return formatter;
  }

  function dateText(method: string, time: number, locales: string | string[], options: Options): string {
    const type = DATE_METHODS.get(method);
    if (!type) throw new TypeError(`Date.${method} is not supported`);
    if (Number.isNaN(time)) return 'Invalid Date';
    const formatter = getFormatter(['Date', method, locales, options], () =>
      dateFormat(type, locales, options),
    );
    return (formatter as Intl.DateTimeFormat).format(time);
  }

  function answer(request: string): unknown {
    if (request.length > MAX_INTL_CHARS) throw new RangeError('Too much to format at once');
    const [kind, method, locales, options, args] = JSON.parse(request) as [
      string,
      string,
      string | string[] | null,
      Options | null,
      unknown[],
    ];
    const chosen = locales ?? DEFAULT_LOCALE;
    if (kind === 'Date') return dateText(method, new Date(Number(args[0])).getTime(), chosen, options ?? {});
    const type = FORMATTERS.get(kind);
    if (!type) throw new TypeError(`Intl.${kind} is not supported`);
    const formatter = getFormatter([kind, locales, options], () => type.create(chosen, options ?? undefined));
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

/** The locale of the servers that bots were written for. */
const DEFAULT_LOCALE = 'en-US';

function dateFormat(
  { parts, defaults, refusedStyle }: DateMethod,
  locales: string | string[],
  options: Options,
): Intl.DateTimeFormat {
  const has = (name: string) => options[name] !== undefined;
  if (refusedStyle !== undefined && has(refusedStyle))
    throw new TypeError(`Invalid option : ${refusedStyle}`);
  const hasOwnParts = [...parts, 'dateStyle', 'timeStyle'].some(has);
  return new Intl.DateTimeFormat(locales, { timeZone: 'UTC', ...(hasOwnParts ? {} : defaults), ...options });
}
