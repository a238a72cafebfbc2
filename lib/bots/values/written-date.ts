/** A moment as it is written, in milliseconds since the epoch as if it were UTC. A time of day alone has no day. */
export type WrittenMoment = { ms: number; hasDay: boolean; hasTime: boolean };

/** Format in which a date or time input writes its values. */
export type DateFormat = {
  /** Unicode pattern such as `dd/MM/yyyy`. */
  pattern: string;
  /** Text between the two dates of a range. Absent if the input asks for one date. */
  separator?: string;
};

/**
 * Reads a date in a pattern: as it was written by an input, or as an author would write it beside it, with other
 * separators, without zeros in front or without the time of day. Undefined if it is not a date of that pattern.
 */
export function readDateInPattern(text: string, pattern: string): WrittenMoment | undefined {
  if (text.length > MAX_CHARS) return undefined;
  const readers = getReaders(pattern);
  for (const read of readers) {
    const moment = read(text.trim().replace(/\s+/g, ' '));
    if (moment) return moment;
  }
  return undefined;
}

const ISO_DATE =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Reads an ISO 8601 date, as Set variable blocks write it. Its day and time are those of its own offset. */
export function readIsoDate(text: string): WrittenMoment | undefined {
  const [, year, month, day, hour, minute, second] = ISO_DATE.exec(text.trim()) ?? [];
  if (year === undefined) return undefined;
  return toMoment({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    ...(hour !== undefined && { hour: Number(hour), minute: Number(minute), second: Number(second ?? 0) }),
  });
}

const NAMED_MONTH =
  /^(?:\p{L}{3,9},?\s+)?(?:\d{1,2}\.?\s+\p{L}{3,9}\.?,?\s+\d{4}|\p{L}{3,9}\.?\s+\d{1,2},?\s+\d{4})$/u;

/** Reads a date with the English name of its month, such as `31 January 2026`, which can only mean one day. */
export function readNamedDate(text: string): WrittenMoment | undefined {
  if (text.length > MAX_CHARS || !NAMED_MONTH.test(text.trim())) return undefined;
  const ms = Date.parse(`${text.trim()} UTC`);
  return Number.isNaN(ms) ? undefined : { ms, hasDay: true, hasTime: false };
}

type Fields = {
  year?: number;
  month?: number;
  day?: number;
  dayOfYear?: number;
  hour?: number;
  minute?: number;
  second?: number;
  isPm?: boolean;
};

type Token = {
  /** Source of a regular expression. */
  source: string;
  part: 'day' | 'time' | 'between';
  /** Set if the token has a value. */
  take?: (text: string, fields: Fields) => void;
};

const TOKEN = /[MdDQwoH]o|([a-zA-Z])\1*|''|'(?:''|[^'])+'|[^a-zA-Z']/g;

type Reader = (text: string) => WrittenMoment | undefined;

const readersByPattern = new Map<string, Reader[]>();

/** Patterns come from documents, so only a few are remembered. */
const MAX_PATTERNS = 200;

function getReaders(pattern: string): Reader[] {
  const known = readersByPattern.get(pattern);
  if (known) return known;
  const tokens = toTokens(pattern);
  const readers = tokens ? [toReader(tokens), ...withoutTime(tokens).map(toReader)] : [];
  if (readersByPattern.size >= MAX_PATTERNS) readersByPattern.clear();
  readersByPattern.set(pattern, readers);
  return readers;
}

/** Returns undefined if the pattern has a token that cannot be read back. */
function toTokens(pattern: string): Token[] | undefined {
  const tokens: Token[] = [];
  for (const [symbol] of pattern.slice(0, MAX_CHARS).replace(/\s+/g, ' ').matchAll(TOKEN)) {
    const token = toToken(symbol);
    if (!token) return undefined;
    tokens.push(token);
  }
  const values = tokens.filter(({ part }) => part !== 'between');
  // Reading many values that can have several lengths would take exponential time.
  const hasSeveralNames = values.filter(({ source }) => source === ANY_NAME).length > 1;
  return values.length > 0 && values.length <= MAX_VALUES && !hasSeveralNames ? tokens : undefined;
}

/** Longer texts are not dates. */
const MAX_CHARS = 100;
const MAX_VALUES = 10;
const ANY_NAME = String.raw`\p{L}+`;

function toToken(symbol: string): Token | undefined {
  const known = KNOWN.find(({ symbols }) => symbols.includes(symbol));
  if (known) return known;
  if (symbol === "''") return literal("'");
  if (symbol.startsWith("'")) return literal(symbol.slice(1, -1).replaceAll("''", "'"));
  return /^[a-zA-Z]/.test(symbol) ? undefined : literal(symbol);
}

function literal(text: string): Token {
  // Authors mix up the separators of dates.
  if (/^[/.-]$/.test(text)) return { source: '[/.-]', part: 'between' };
  return { source: text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`), part: 'between' };
}

function number(
  symbols: string[],
  field: 'month' | 'day' | 'dayOfYear' | 'hour' | 'minute' | 'second',
  source = String.raw`\d{1,2}`,
): Token & { symbols: string[] } {
  const part = ['hour', 'minute', 'second'].includes(field) ? 'time' : 'day';
  return {
    symbols,
    source: `(${source})`,
    part,
    take: (text, fields) => {
      fields[field] = Number.parseInt(text, 10);
    },
  };
}

/** Written out, because formatting dates loads ICU's data, which would be half of loading a chat's function. */
const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

function names(symbols: string[], months: string[]): Token & { symbols: string[] } {
  return {
    symbols,
    source: `(${months.join('|')})`,
    part: 'day',
    take: (text, fields) => {
      fields.month = months.indexOf(text.toLowerCase()) + 1;
    },
  };
}

const KNOWN: (Token & { symbols: string[] })[] = [
  {
    // In date-fns, `Y` is the year that the week belongs to. It differs in a few days around New Year.
    symbols: ['y', 'yyy', 'yyyy', 'u', 'uuuu', 'Y', 'YYYY', 'R', 'RRRR'],
    source: String.raw`(\d{4})`,
    part: 'day',
    take: (text, fields) => {
      fields.year = Number(text);
    },
  },
  {
    symbols: ['yy', 'YY'],
    source: String.raw`(\d{4}|\d{2})`,
    part: 'day',
    take: (text, fields) => {
      fields.year = text.length === 2 ? 2000 + Number(text) : Number(text);
    },
  },
  number(['M', 'MM', 'L', 'LL'], 'month'),
  number(['Mo'], 'month', String.raw`\d{1,2}(?:st|nd|rd|th)`),
  names(
    ['MMM', 'LLL'],
    MONTHS.map((month) => month.slice(0, 3)),
  ),
  names(['MMMM', 'LLLL'], MONTHS),
  number(['d', 'dd'], 'day'),
  number(['do'], 'day', String.raw`\d{1,2}(?:st|nd|rd|th)`),
  // In date-fns, `D` is the day of the year.
  number(['D', 'DD', 'DDD'], 'dayOfYear', String.raw`\d{1,3}`),
  number(['H', 'HH', 'h', 'hh', 'K', 'KK', 'k', 'kk'], 'hour'),
  number(['m', 'mm'], 'minute'),
  number(['s', 'ss'], 'second'),
  {
    symbols: ['a', 'aa', 'aaa', 'aaaa', 'aaaaa', 'b', 'bb', 'bbb'],
    source: String.raw`(a\.?m?\.?|p\.?m?\.?|noon|midnight)`,
    part: 'time',
    take: (text, fields) => {
      fields.isPm = /^[pn]/i.test(text);
    },
  },
  {
    symbols: ['E', 'EE', 'EEE', 'EEEE', 'eee', 'eeee', 'ccc', 'cccc'],
    source: ANY_NAME,
    part: 'day',
  },
  { symbols: ['S', 'SS', 'SSS'], source: String.raw`\d{1,3}`, part: 'time' },
];

/** The part of a pattern with the day, if the time comes before or after it. */
function withoutTime(tokens: Token[]): Token[][] {
  const days = tokens.map(({ part }) => part === 'day');
  const dayTokens = tokens.slice(days.indexOf(true), days.lastIndexOf(true) + 1);
  const hasTime = tokens.some(({ part }) => part === 'time');
  return hasTime && days.includes(true) && dayTokens.every(({ part }) => part !== 'time') ? [dayTokens] : [];
}

function toReader(tokens: Token[]): Reader {
  const pattern = new RegExp(`^${tokens.map(({ source }) => source).join('')}$`, 'iu');
  const taking = tokens.flatMap(({ take }) => (take ? [take] : []));
  return (text) => {
    const found = pattern.exec(text);
    if (!found) return undefined;
    const fields: Fields = {};
    for (const [index, take] of taking.entries()) take(found[index + 1] ?? '', fields);
    return toMoment(fields);
  };
}

/** Returns undefined if there is no such day or time. */
function toMoment(fields: Fields): WrittenMoment | undefined {
  const { year, month, day, dayOfYear, hour, minute = 0, second = 0, isPm } = fields;
  const hasTime = hour !== undefined;
  const hasDay =
    year !== undefined && (dayOfYear !== undefined || (month !== undefined && day !== undefined));
  if (!hasDay && (!hasTime || year !== undefined || month !== undefined || day !== undefined))
    return undefined;
  const hours = toHours(hour ?? 0, isPm);
  if (hours > 23 || minute > 59 || second > 59) return undefined;
  const date = hasDay
    ? new Date(Date.UTC(year, dayOfYear === undefined ? (month ?? 1) - 1 : 0, dayOfYear ?? day))
    : new Date(0);
  if (hasDay && dayOfYear === undefined && (date.getUTCMonth() + 1 !== month || date.getUTCDate() !== day)) {
    return undefined;
  }
  return { ms: date.getTime() + ((hours * 60 + minute) * 60 + second) * 1000, hasDay, hasTime };
}

function toHours(hour: number, isPm: boolean | undefined): number {
  if (isPm === undefined) return hour;
  return (hour % 12) + (isPm ? 12 : 0);
}
