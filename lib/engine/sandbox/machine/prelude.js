// @ts-check

/*
 * Runs in the VM before any user code, as sloppy-mode JavaScript: a function that takes the host's callbacks
 * and returns the functions the host calls. It saves the built-ins it needs, because user code may replace
 * them. It is not a security boundary: the host treats everything returned from here as untrusted.
 *
 * `encoded-value.ts` decodes the values encoded here. `machine-sources.ts` embeds this file as a string; run
 * `npm run docs` after changing it.
 */
(
  /** @type {(request: string) => string} */ hostIntl,
  /** @type {(request: string) => void} */ hostFetch,
  /** @type {string} */ limits,
) => {
  const { apply } = Reflect,
    { stringify, parse } = JSON,
    { keys, defineProperty, hasOwn } = Object,
    { isArray } = Array;
  const F = Function,
    AF = (async () => {}).constructor,
    P = Promise,
    D = Date,
    E = Error,
    S = String,
    N = Number,
    B = Boolean;
  const TE = TypeError,
    RE = RangeError,
    root = globalThis;
  const getTime = D.prototype.getTime,
    now = D.now,
    cut = S.prototype.slice;
  const valueOfText = S.prototype.valueOf,
    valueOfNumber = N.prototype.valueOf,
    valueOfFlag = B.prototype.valueOf;
  const { maxOutputChars, maxOutputDepth, maxIntlChars, maxFetches, maxRequestedChars } = parse(limits);
  /** @type {(object: object, name: PropertyKey, value: unknown) => object} */
  const hide = (object, name, value) =>
    defineProperty(object, name, { value, writable: true, configurable: true });

  let chars = 0;
  /** @type {(text: string) => string} */
  const counted = (text) => {
    chars += text.length;
    if (chars > maxOutputChars) throw new RE(`Output is larger than ${maxOutputChars} characters`);
    return text;
  };
  /** @type {(value: any, depth: number) => string} */
  const encoded = (value, depth) => {
    switch (typeof value) {
      case 'string':
        return counted(stringify(value));
      case 'number':
        return counted(value - value === 0 ? stringify(value) : '[1,"' + value + '"]');
      case 'boolean':
        return counted(value ? 'true' : 'false');
      case 'undefined':
        return counted('[1,"undefined"]');
      case 'bigint':
        return counted('null');
      case 'object':
        break;
      default:
        throw new TE('Unsupported type');
    }
    if (value === null) return counted('null');
    if (depth >= maxOutputDepth) throw new RE(`Output has more than ${maxOutputDepth} levels`);
    if (value instanceof P) throw new TE('Unsupported type');
    if (isArray(value)) {
      const length = value.length;
      let text = counted('[0');
      for (let index = 0; index < length; index++) text += ',' + encoded(value[index], depth + 1);
      return text + ']';
    }
    if (value instanceof D) {
      const time = apply(getTime, value, []);
      return counted(time === time ? '[2,' + time + ']' : '[2]');
    }
    if (value instanceof S) return encoded(apply(valueOfText, value, []), depth + 1);
    if (value instanceof N) return encoded(apply(valueOfNumber, value, []), depth + 1);
    if (value instanceof B) return encoded(apply(valueOfFlag, value, []), depth + 1);
    const names = keys(value);
    const length = names.length;
    let text = counted('{');
    for (let index = 0; index < length; index++) {
      const name = /** @type {string} */ (names[index]);
      text += (index ? ',' : '') + counted(stringify(name)) + ':' + encoded(value[name], depth + 1);
    }
    return text + '}';
  };

  /** @type {(text: string) => string} */
  const short = (text) => apply(cut, text, [0, 1000]);
  /** @type {(value: unknown) => string} */
  const toText = (value) => (typeof value === 'symbol' ? 'Symbol' : short(S(value)));
  /** @type {(error: unknown) => string} */
  const failed = (error) => {
    // Stringify each part separately: `JSON.stringify` would call an array's "toJSON".
    try {
      if (error instanceof E) {
        const { cause, message, name, stack } = error;
        return (
          '["error",' +
          stringify(toText(cause)) +
          ',' +
          stringify(toText(message)) +
          ',' +
          stringify(toText(name)) +
          ',' +
          stringify(toText(stack)) +
          ']'
        );
      }
      return (
        '["thrown",' +
        stringify(toText(typeof error === 'object' && error !== null ? stringify(error) : error)) +
        ']'
      );
    } catch {
      return '["thrown","Unknown error"]';
    }
  };

  /** @type {string} */
  let assigned = '';
  /** @type {(value: unknown) => string} */
  const succeeded = (value) => '["value",' + encoded(value, 0) + ',[' + assigned + ']]';

  hide(root, 'global', root);
  /** @type {Record<string, () => void>} */
  const silent = {};
  for (const name of [
    'log',
    'info',
    'warn',
    'error',
    'debug',
    'trace',
    'dir',
    'table',
    'group',
    'groupCollapsed',
    'groupEnd',
    'time',
    'timeEnd',
    'timeLog',
    'count',
    'assert',
    'clear',
  ])
    silent[name] = () => {};
  hide(root, 'console', silent);

  /** @type {(value: unknown) => unknown} */
  const plain = (value) => {
    if (value instanceof D) return plain(apply(getTime, value, []));
    if (typeof value === 'number' && value - value !== 0) return S(value);
    return typeof value === 'bigint' ? S(value) : value;
  };
  /** @type {(kind: string, method: string, locales: unknown, options: unknown, args: unknown[]) => unknown} */
  const askIntl = (kind, method, locales, options, args) => {
    const list = [];
    for (let index = 0; index < args.length; index++) list[index] = plain(args[index]);
    const request = stringify([kind, method, locales ?? null, options ?? null, list]);
    if (request.length > maxIntlChars) throw new RE('Too much to format at once');
    const { value, error } = parse(hostIntl(request));
    if (error !== undefined) throw new RE(error);
    return value;
  };
  /** @type {(kind: string, methods: string[]) => object} */
  const intlClass = (kind, methods) => {
    /** @type {any} */
    const Class = /** @this {any} */ function (
      /** @type {unknown} */ locales,
      /** @type {unknown} */ options,
    ) {
      if (!new.target) return new Class(locales, options);
      const own = options === undefined ? undefined : parse(stringify(options) ?? 'null');
      const resolved = askIntl(kind, 'resolvedOptions', locales, own, []);
      hide(this, 'resolvedOptions', () => resolved);
      for (const method of methods) {
        hide(this, method, (/** @type {unknown[]} */ ...args) =>
          askIntl(
            kind,
            method,
            locales,
            own,
            kind === 'DateTimeFormat' && args[0] === undefined ? [now()] : args,
          ),
        );
      }
    };
    hide(Class, 'supportedLocalesOf', (/** @type {unknown} */ locales) =>
      isArray(locales) ? locales : [locales],
    );
    hide(Class, 'name', kind);
    return Class;
  };
  const intl = {};
  hide(intl, 'NumberFormat', intlClass('NumberFormat', ['format', 'formatToParts']));
  hide(intl, 'DateTimeFormat', intlClass('DateTimeFormat', ['format', 'formatToParts', 'formatRange']));
  hide(intl, 'PluralRules', intlClass('PluralRules', ['select']));
  hide(intl, 'RelativeTimeFormat', intlClass('RelativeTimeFormat', ['format', 'formatToParts']));
  hide(intl, 'ListFormat', intlClass('ListFormat', ['format', 'formatToParts']));
  hide(intl, 'Collator', intlClass('Collator', ['compare']));
  hide(root, 'Intl', intl);
  hide(
    N.prototype,
    'toLocaleString',
    /** @this {any} */ function toLocaleString(
      /** @type {unknown} */ locales,
      /** @type {unknown} */ options,
    ) {
      return askIntl('NumberFormat', 'format', locales, options, [apply(valueOfNumber, this, [])]);
    },
  );
  hide(
    BigInt.prototype,
    'toLocaleString',
    /** @this {any} */ function toLocaleString(
      /** @type {unknown} */ locales,
      /** @type {unknown} */ options,
    ) {
      return askIntl('NumberFormat', 'format', locales, options, [S(this)]);
    },
  );
  hide(
    S.prototype,
    'localeCompare',
    /** @this {any} */ function localeCompare(
      /** @type {unknown} */ that,
      /** @type {unknown} */ locales,
      /** @type {unknown} */ options,
    ) {
      return askIntl('Collator', 'compare', locales, options, [S(this), S(that)]);
    },
  );
  for (const method of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']) {
    hide(
      D.prototype,
      method,
      /** @this {any} */ function (/** @type {unknown} */ locales, /** @type {unknown} */ options) {
        return askIntl('Date', method, locales, options, [apply(getTime, this, [])]);
      },
    );
  }

  for (const method of ['toString', 'toTimeString']) {
    const native = D.prototype[/** @type {'toString'} */ (method)];
    hide(
      D.prototype,
      method,
      /** @this {any} */ function () {
        const text = apply(native, this, []);
        return text === 'Invalid Date' ? text : text + ' (Coordinated Universal Time)';
      },
    );
  }

  // Do not override globals passed to the code.
  /** @type {(name: string, value: unknown) => unknown} */
  const offer = (name, value) => hasOwn(root, name) || hide(root, name, value);

  /** @type {string | undefined} */
  let outcome;
  /** @type {Map<number, { resolve: (text: string) => void; reject: (error: Error) => void }>} */
  const waiting = new Map();
  const { get: take, set: put, delete: drop } = Map.prototype;
  let fetches = 0,
    requestedChars = 0;

  return {
    define: (/** @type {string} */ json) => {
      const globals = parse(json);
      for (let index = 0; index < globals.length; index++) {
        const entry = globals[index];
        // Names that cannot be redefined, such as "undefined", keep their meaning.
        try {
          defineProperty(root, entry[0], {
            value: entry[1],
            writable: true,
            configurable: true,
            enumerable: true,
          });
        } catch {}
      }
    },
    evaluate: (/** @type {string} */ json) => {
      try {
        return succeeded(F(parse(json))());
      } catch (error) {
        return failed(error);
      }
    },
    start: (/** @type {string} */ json) => {
      offer('setVariable', (/** @type {unknown} */ name, /** @type {unknown} */ value) => {
        assigned += (assigned ? ',' : '') + '[' + stringify(S(name)) + ',' + encoded(value, 0) + ']';
      });
      offer(
        'fetch',
        (/** @type {unknown} */ url, /** @type {unknown} */ init) =>
          new P((resolve, reject) => {
            if (++fetches > maxFetches) throw new RE(`Script may send at most ${maxFetches} requests`);
            const request = '[' + fetches + ',' + stringify(S(url)) + ',' + (stringify(init) ?? 'null') + ']';
            requestedChars += request.length;
            if (requestedChars > maxRequestedChars)
              throw new RE(`Requests are larger than ${maxRequestedChars} characters`);
            apply(put, waiting, [fetches, { resolve, reject }]);
            hostFetch(request);
          }),
      );
      const body = parse(json);
      (async () => {
        try {
          outcome = succeeded(await AF(body)());
        } catch (error) {
          outcome = failed(error);
        }
      })();
    },
    outcome: () => outcome,
    settle: (/** @type {string} */ json) => {
      const settled = parse(json);
      const request = apply(take, waiting, [settled[0]]);
      apply(drop, waiting, [settled[0]]);
      if (settled[1]) request?.resolve(settled[2]);
      else request?.reject(new TE(settled[2]));
    },
  };
};
