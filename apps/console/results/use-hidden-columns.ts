import { useState } from 'preact/hooks';

const PREFIX = 'hidden-columns:';

/**
 * Result columns that the user has hidden, by title. Kept in this browser: titles are the
 * author's words, not answers.
 */
export function useHiddenColumns(
  botId: string,
): [hidden: ReadonlySet<string>, setHidden: (title: string, isHidden: boolean) => void] {
  const key = PREFIX + botId;
  const [hidden, setAll] = useState(() => readHidden(key));
  const setHidden = (title: string, isHidden: boolean) => {
    const next = new Set(hidden);
    if (isHidden) next.add(title);
    else next.delete(title);
    setAll(next);
    try {
      if (next.size === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify([...next]));
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  };
  return [hidden, setHidden];
}

function readHidden(key: string): ReadonlySet<string> {
  try {
    const titles: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return new Set(Array.isArray(titles) ? titles.filter((title) => typeof title === 'string') : []);
  } catch {
    return new Set();
  }
}
