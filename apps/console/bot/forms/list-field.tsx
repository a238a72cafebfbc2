import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { FormNode } from '#apps/sites/form-node.ts';
import { isJsonObject } from '#lib/platform/json/json-object.ts';
import { Button } from '../../parts/button.tsx';
import { FieldNote } from './field-note.tsx';
import { FlagField } from './flag-field.tsx';
import { useForm } from './form-context.ts';
import type { ValuePath } from './form-edit.ts';
import { createListElement, summarizeElement } from './form-model.ts';

/** A list: its elements can be added, removed and moved, and each is a part of the form. */
export function ListField(props: {
  label: string;
  node: FormNode & { kind: 'list' };
  /** Undefined if the list is absent. */
  value: readonly unknown[] | undefined;
  path: ValuePath;
  children: (element: unknown, path: ValuePath, label: string) => ComponentChildren;
}) {
  const { label, node, path, children } = props;
  const { edit, newId } = useForm();
  const value = props.value ?? [];
  const isAbsent = node.ifAbsent !== undefined && props.value === undefined;
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  /** Control that gets the focus after the next rendering: the buttons move with their elements. */
  const focusNext = useRef<{ index: number; wanted: string }>();
  const elementTitle = node.entryTitle ?? node.element.title ?? 'Entry';

  // With the rendering itself: an effect of the one before, which saves a text that was typed, may come after the click.
  useLayoutEffect(() => {
    if (!focusNext.current) return;
    const { index, wanted } = focusNext.current;
    const item = list.current?.children[index];
    if (!item) return;
    focusNext.current = undefined;
    item.querySelector<HTMLElement>(wanted)?.focus();
  });
  const move = (from: number, to: number, wanted: string) => {
    focusNext.current = { index: to, wanted };
    edit({ kind: 'move', path, from, to });
  };
  const add = () => {
    focusNext.current = { index: value.length, wanted: 'input, textarea, select, [contenteditable]' };
    edit({ kind: 'insert', path, index: value.length, value: createListElement(node.element, newId) });
  };

  return (
    <fieldset class="list-field">
      <legend id={id}>{label}</legend>
      {node.description && <FieldNote text={node.description} />}
      {node.ifAbsent !== undefined && (
        <FlagField
          label={node.ifAbsent}
          node={{ kind: 'flag' }}
          value={isAbsent}
          onChange={(next) => edit({ kind: 'set', path, ...(!next && { value: [] }) })}
        />
      )}
      <ol ref={list}>
        {value.map((element, index) => {
          const name = `${elementTitle} ${index + 1}`;
          const isLast = index === value.length - 1;
          return (
            <li key={getKey(element, index)} class="list-element">
              <div class="list-element-head">
                <span class="soft">
                  {name}
                  <span class="visually-hidden"> {summarizeElement(element)}</span>
                </span>
                <Button
                  look="quiet"
                  icon="up"
                  label={`Move ${name} up`}
                  data-move="up"
                  isDisabled={index === 0}
                  onClick={() => move(index, index - 1, index === 1 ? '[data-move=down]' : '[data-move=up]')}
                />
                <Button
                  look="quiet"
                  icon="down"
                  label={`Move ${name} down`}
                  data-move="down"
                  isDisabled={isLast}
                  onClick={() =>
                    move(index, index + 1, index + 2 === value.length ? '[data-move=up]' : '[data-move=down]')
                  }
                />
                <Button
                  look="quiet"
                  icon="trash"
                  label={`Remove ${name}`}
                  onClick={() => {
                    focusNext.current = { index: Math.max(0, index - 1), wanted: 'button:not(:disabled)' };
                    edit({ kind: 'remove', path, index });
                  }}
                />
              </div>
              {children(element, [...path, index], name)}
            </li>
          );
        })}
      </ol>
      {!isAbsent && (
        <Button icon="plus" onClick={add}>
          Add {elementTitle.toLocaleLowerCase()}
        </Button>
      )}
    </fieldset>
  );
}

/** An element's own id, so that it keeps what is typed into it while it moves. */
function getKey(element: unknown, index: number): string {
  return isJsonObject(element) && typeof element.id === 'string' ? element.id : `at ${index}`;
}
