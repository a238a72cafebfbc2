import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { CodeControl } from './code-control.tsx';
import { FieldFrame } from './field-frame.tsx';
import { useForm } from './form-context.ts';
import type { ValuePath } from './form-edit.ts';
import { TextControl } from './text-control.tsx';

const GOOGLE_NOTE = 'As at fonts.google.com. Respondents load it from fonts.bunny.net.';

/** The font of a bot: the default one, one of Google's by its name, or one that its author declares. */
export function FontField({ label, value, path }: { label: string; value: unknown; path: ValuePath }) {
  const { edit } = useForm();
  const font = isJsonObject(value) ? value : {};
  const family = typeof value === 'string' ? value : toText(font.family);
  const source = isJsonObject(value) ? toText(font.type) : value ? 'Google' : '';
  const choose = (type: string) => {
    if (type === '') return edit({ kind: 'set', path });
    if (isJsonObject(value)) return edit({ kind: 'set', path: [...path, 'type'], value: type });
    edit({ kind: 'set', path, value: { type, ...(family !== '' && { family }) } });
  };
  const set = (key: string) => (text: string) =>
    edit({ kind: 'set', path: [...path, key], ...(text !== '' && { value: text }) });
  const setFamily =
    typeof value === 'string'
      ? (text: string) => edit({ kind: 'set', path, ...(text !== '' && { value: text }) })
      : set('family');
  return (
    <>
      <FieldFrame label={label} node={{}}>
        {({ id }) => (
          <select
            id={id}
            class="input"
            value={source}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          >
            <option value="">Open Sans (default)</option>
            <option value="Google">One of Google's fonts</option>
            <option value="Custom">A font of your own</option>
          </select>
        )}
      </FieldFrame>
      {source !== '' && (
        <FontText
          label="Family"
          value={family}
          placeholder="Open Sans"
          {...(source === 'Google' && { note: GOOGLE_NOTE })}
          onCommit={setFamily}
        />
      )}
      {source === 'Custom' && (
        <>
          <FontText
            label="Style sheet"
            note="Address of a style sheet that declares the font."
            value={toText(font.url)}
            placeholder="https://"
            onCommit={set('url')}
          />
          <FontText
            label="Declaration"
            note="Or CSS that declares it."
            value={toText(font.css)}
            placeholder="@font-face { … }"
            isCode
            onCommit={set('css')}
          />
        </>
      )}
    </>
  );
}

function FontText(props: {
  label: string;
  note?: string;
  value: string;
  placeholder: string;
  isCode?: boolean;
  onCommit: (text: string) => void;
}) {
  const { label, note, isCode = false, ...text } = props;
  return (
    <FieldFrame label={label} node={note === undefined ? {} : { description: note }}>
      {({ labelId, ...ids }) =>
        isCode ? (
          <CodeControl {...text} {...ids} labelId={labelId} language="css" />
        ) : (
          <TextControl {...text} {...ids} look="line" />
        )
      }
    </FieldFrame>
  );
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
