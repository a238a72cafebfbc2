import { useState } from 'preact/hooks';
import { SearchField } from '../parts/search-field.tsx';

/** More would cover the picture. */
const MAX_FOUND = 8;

export type GroupOfFlow = { id: string; title: string };

/** Finds a group by its title. */
export function GroupSearch(props: { groups: readonly GroupOfFlow[]; onShow: (groupId: string) => void }) {
  const { groups, onShow } = props;
  const [text, setText] = useState('');
  const wanted = text.toLocaleLowerCase();
  const found = wanted === '' ? [] : groups.filter(({ title }) => title.toLocaleLowerCase().includes(wanted));
  return (
    <div class="group-search">
      <SearchField
        label="Search groups"
        placeholder={groups.length === 1 ? 'Search 1 group' : `Search ${groups.length} groups`}
        value={text}
        onSearch={setText}
      />
      {wanted !== '' && (
        <div class="group-found" role="status">
          {found.length === 0 && <p class="soft">No group matches this search.</p>}
          <ul>
            {found.slice(0, MAX_FOUND).map(({ id, title }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => {
                    setText('');
                    onShow(id);
                  }}
                >
                  {title || 'Without a title'}
                </button>
              </li>
            ))}
          </ul>
          {found.length > MAX_FOUND && <p class="soft">and {found.length - MAX_FOUND} more</p>}
        </div>
      )}
    </div>
  );
}
