import { useId } from 'preact/hooks';
import type { Bot } from '../bots/bot-context.ts';
import { Field } from '../parts/field.tsx';

/** Where a chat with the draft begins, and with which values. */
export type StartOptions = {
  /** Empty: where conversations begin. */
  groupId: string;
  /** Values by the names of variables. */
  variables: Readonly<Record<string, string>>;
};

/** A form for what a chat with the draft starts with. */
export function StartOptionsForm(props: {
  bot: Pick<Bot, 'groups' | 'variables'>;
  options: StartOptions;
  onChange: (options: StartOptions) => void;
}) {
  const { bot, options, onChange } = props;
  const id = useId();
  const names = listNames(bot);
  return (
    <div class="start-options">
      <div class="field">
        <label for={id}>Start from</label>
        <select
          id={id}
          class="input"
          value={options.groupId}
          onChange={({ currentTarget }) => onChange({ ...options, groupId: currentTarget.value })}
        >
          <option value="">The start</option>
          {bot.groups.map((group) => (
            <option key={group.id} value={group.id}>
              {String(group.title || 'Without a title')}
            </option>
          ))}
        </select>
      </div>
      {names.length > 0 && (
        <details>
          <summary>Fill in variables</summary>
          {names.map((name) => (
            <Field
              key={name}
              label={name}
              value={Object.hasOwn(options.variables, name) ? (options.variables[name] ?? '') : ''}
              autocomplete="off"
              onInput={({ currentTarget: { value } }) =>
                onChange({ ...options, variables: fillIn(options.variables, name, value) })
              }
            />
          ))}
        </details>
      )}
    </div>
  );
}

/** Sets a value. An empty field leaves the variable as the bot has it. */
function fillIn(
  variables: StartOptions['variables'],
  name: string,
  value: string,
): StartOptions['variables'] {
  const { [name]: _, ...others } = variables;
  return value === '' ? others : { ...others, [name]: value };
}

/** Lists the variables that can be filled in. The API refuses the name that JSON can have and objects cannot. */
function listNames({ variables }: Pick<Bot, 'variables'>): string[] {
  return [...new Set(variables.map(({ name }) => String(name)))].filter((name) => name !== '__proto__');
}
