import { useLocation, useSearch } from 'wouter-preact';

export type AddressQuery = {
  get: (name: string) => string;
  /** Sets values, of which empty ones are left out. Replaces the entry in the history unless `push`. */
  set: (values: Record<string, string>, options?: { push?: boolean }) => void;
};

/** The query of the address, where pages keep their search, filters and sorting. */
export function useAddressQuery(): AddressQuery {
  const search = useSearch();
  const [path, navigate] = useLocation();
  return {
    get: (name) => new URLSearchParams(search).get(name) ?? '',
    set: (values, { push = false } = {}) => {
      // Not `search`, which is that of the last rendering: two changes may follow one another.
      const query = new URLSearchParams(location.search);
      for (const [name, value] of Object.entries(values)) {
        if (value === '') query.delete(name);
        else query.set(name, value);
      }
      const text = query.toString();
      navigate(text === '' ? path : `${path}?${text}`, { replace: !push });
    },
  };
}
