/** What WebKit itself has to say about a request, which it reports like an uncaught error of the page. */
const NOTICE = /^(Fetch API|XMLHttpRequest) cannot load /;

type Message = { method?: string; params?: { message?: unknown } };
type Entry = { text: string; source: string };

/** Makes WebKit's own notices lines on the console, as in the other engines. Messages of a page are JSON within a message. */
export function moveNoticeToConsole(message: Message): Message {
  const { method, params } = message;
  if (method !== 'Target.dispatchMessageFromTarget' || typeof params?.message !== 'string') return message;
  if (!params.message.includes('Console.messageAdded')) return message;
  const inner: { params: { message: Entry } } = JSON.parse(params.message);
  const entry = inner.params.message;
  if (!NOTICE.test(entry.text)) return message;
  const moved = { ...inner, params: { ...inner.params, message: { ...entry, source: 'network' } } };
  return { ...message, params: { ...params, message: JSON.stringify(moved) } };
}
