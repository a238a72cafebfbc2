import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { readHeadCode } from '#lib/bots/flow/head-code-selectors.ts';
import {
  isMatched,
  ownClassNames,
  parseSelector,
  type SelectorRoot,
  unknownName,
} from '#lib/bots/flow/selector-match.ts';
import { styleSheetSelectors } from '#lib/bots/flow/style-sheet-selectors.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { shortenText } from '#lib/platform/json/shorten-text.ts';
import { nearestName } from '#lib/platform/validation/nearest-name.ts';

/** More of them say no more. */
const MAX_ISSUES = 10;
const MAX_SHOWN_CHARS = 100;

/** Hosts of other kinds of embeds, which code looks for besides the one that there is. */
const OTHER_HOSTS = /^typebot-(bubble|popup)$/;

/** Finds selectors in custom CSS and head code that match nothing in a bot's window and page. */
export function findUnmatchedSelectors({ theme, settings, ...rest }: JsonObject): FlowIssue[] {
  const { customCss, ...otherTheme } = isJsonObject(theme) ? theme : {};
  const metadata = isJsonObject(settings) && isJsonObject(settings.metadata) ? settings.metadata : {};
  const code = typeof metadata.customHeadCode === 'string' ? metadata.customHeadCode : '';
  const css = typeof customCss === 'string' ? customCss : '';
  if (css === '' && code === '') return [];
  const head = readHeadCode(code);
  /** Names that the bot may give to elements of its own. Computed for the first name that the window does not have. */
  let written: string | undefined;
  const isOwn = (name: string): boolean => {
    written ??= JSON.stringify([otherTheme, { ...(settings as object), metadata: null }, rest]) + head.rest;
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(String.raw`(?<![\w.#-])${escaped}(?![\w-])`).test(written);
  };

  // The bot's own code, or a script from elsewhere, may create such an element.
  const mayBeCreated = (name: string) => isOwn(name) || (head.loadsScripts && !name.startsWith('typebot-'));

  const report = (
    selectors: string[],
    root: SelectorRoot,
    path: string,
    toMessage: (selector: string) => string,
  ): FlowIssue[] => {
    const unmatched = selectors.flatMap((selector) => {
      const reason = findReason(selector, root, mayBeCreated);
      return reason === undefined ? [] : [`${toMessage(shortenText(selector, MAX_SHOWN_CHARS))}: ${reason}`];
    });
    const listed = unmatched.length > MAX_ISSUES ? unmatched.slice(0, MAX_ISSUES - 1) : unmatched;
    const left = unmatched.length - listed.length;
    const messages = left > 0 ? [...listed, `and ${left} more selectors that match nothing`] : listed;
    return messages.map((message) => ({ severity: 'warning', code: 'UNMATCHED_SELECTOR', path, message }));
  };
  return [
    ...report(
      styleSheetSelectors(css),
      'window',
      'bot.theme.customCss',
      (selector) => `"${selector}" matches nothing in the chat`,
    ),
    ...report(
      head.selectors,
      'page',
      'bot.settings.metadata.customHeadCode',
      (selector) => `a script looks for "${selector}", which is not in the chat`,
    ),
  ];
}

/** Says why a selector matches nothing. Undefined if it matches something, or may do so. */
function findReason(
  selector: string,
  root: SelectorRoot,
  mayBeCreated: (name: string) => boolean,
): string | undefined {
  const parts = parseSelector(selector);
  if (!parts || isMatched(parts, root)) return undefined;
  const name = unknownName(parts, root);
  if (name === undefined) {
    // Code looks for elements of any page.
    const hasNames = parts.some(({ compound }) => compound.ids.length + compound.classes.length > 0);
    return hasNames ? toReason(name) : undefined;
  }
  const isOtherHost = root === 'page' && OTHER_HOSTS.test(name);
  return isOtherHost || mayBeCreated(name) ? undefined : toReason(name);
}

function toReason(name: string | undefined): string {
  if (name === undefined) return 'its elements are not nested like this';
  const near = nearestName(name, ownClassNames());
  return `nothing is called "${shortenText(name, MAX_SHOWN_CHARS)}"${near === undefined ? '' : `. Did you mean "${near}"?`}`;
}
