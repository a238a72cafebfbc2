import type { ComponentChild, TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { getFields, getFlag, getNumber, getText } from '#apps/client/loose-fields.ts';
import { focusWithoutScroll } from '#apps/window/focus-without-scroll.ts';
import { AnswerForm } from '#apps/window/inputs/answer-form.tsx';
import { ComplaintLine, useComplaint } from '#apps/window/inputs/complaint.tsx';
import { FIELD_CLASS, FieldBox } from '#apps/window/inputs/field-box.tsx';
import { canRecord, type Recording, startRecording } from '#apps/window/inputs/files/audio-recording.ts';
import { FileList } from '#apps/window/inputs/files/file-list.tsx';
import { RecordingBar } from '#apps/window/inputs/files/recording-bar.tsx';
import { UploadBar } from '#apps/window/inputs/files/upload-bar.tsx';
import { useUpload } from '#apps/window/inputs/files/use-upload.ts';
import { getPlaceholder, getSendLabel } from '#apps/window/inputs/input-labels.ts';
import type { InputProps } from '#apps/window/inputs/input-props.ts';
import { textReply } from '#apps/window/inputs/text-reply.ts';
import { getTypedField } from '#apps/window/inputs/typed-fields.ts';
import { AUTHOR_CLASS } from '#apps/window/theme/author-class-names.ts';
import { growWithText } from './grow-with-text.ts';
import { mayBeThousands, numberReply, TYPE_WITHOUT_SEPARATOR } from './number-reply.ts';

/** A single-line or multi-line field for text, numbers, e-mail addresses and URLs. */
export function TextForm(props: InputProps) {
  const { input, options, question, prefilledValue } = props;
  const typed = getTypedField(input.type);
  const isText = typed?.type === 'text';
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const complaint = useComplaint(props.complaint);
  const upload = useUpload(props, complaint, field);
  const [files, setFiles] = useState<readonly File[]>([]);
  const [recording, setRecording] = useState<Recording>();
  const isUploading = upload.share !== undefined;
  const hasAttachments = isAllowed(props, 'attachments');
  const hasRecorder = isAllowed(props, 'audioClip') && canRecord();
  const hasTools = hasAttachments || hasRecorder;

  const submit = async () => {
    const node = field.current;
    if (!node || isUploading) return;
    const text = node.value;
    if (node.validity.badInput) return complaint.report('Please type a number.');
    if (text.trim() === '' && files.length === 0) return node.focus();
    if (files.length > 0) return sendWithFiles(text);
    if (!isNumber(input)) return props.answer(textReply(text));
    if (mayBeThousands(text)) return complaint.report(TYPE_WITHOUT_SEPARATOR);
    props.answer(numberReply(text));
  };
  const sendWithFiles = async (text: string) => {
    const attachedFileUrls = await upload.send(files);
    if (!attachedFileUrls) return;
    const label = [text, ...files.map(({ name }) => name)].filter(Boolean).join('\n');
    props.answer({ message: { type: 'text', text, attachedFileUrls }, label });
  };
  const addFiles = (chosen: readonly File[]) => {
    complaint.report(undefined);
    setFiles((before) => [...before, ...chosen]);
  };
  const removeFile = (file: File) => setFiles((before) => before.filter((other) => other !== file));
  const record = async () => {
    complaint.report(undefined);
    try {
      setRecording(await startRecording());
    } catch {
      complaint.report('The microphone is not available.');
    }
  };
  const stopRecording = () => {
    setRecording(undefined);
    // The field is rendered again in the next frame.
    requestAnimationFrame(() => focusWithoutScroll(field.current));
  };
  const sendRecording = async (clip: File) => {
    setRecording(undefined);
    const [url] = (await upload.send([clip])) ?? [];
    if (url !== undefined) props.answer({ message: { type: 'audio', url }, label: 'Voice message' });
  };

  // A text that was there before, and a field that comes back after a recording.
  useEffect(() => {
    if (!recording) growWithText(field.current);
  }, [recording]);

  const shared = {
    class: FIELD_CLASS,
    placeholder: getPlaceholder(props),
    'aria-label': question || getPlaceholder(props),
    ...complaint.attributes,
    defaultValue: prefilledValue ?? '',
    readOnly: isUploading,
    // Respondents may write in another direction than the bot does. The other types have none.
    ...(isText && { dir: 'auto' as const }),
    onInput: () => {
      complaint.report(undefined);
      growWithText(field.current);
    },
  };
  return (
    <AnswerForm
      handle={props.handle}
      class={`form ${AUTHOR_CLASS.inputForm}`}
      field={field}
      setValue={(text) => {
        if (field.current) field.current.value = text;
        growWithText(field.current);
      }}
      onSubmit={() => void submit()}
    >
      {recording && (
        <RecordingBar
          recording={recording}
          onDone={(clip) => void sendRecording(clip)}
          onDiscard={stopRecording}
        />
      )}
      <div class={hasTools ? 'line tall-line' : 'line'} hidden={recording !== undefined}>
        <FieldBox>
          <FieldLine isText={isText}>
            {isText && getFlag(options, 'isLong') ? (
              <textarea
                {...shared}
                ref={field as preact.Ref<HTMLTextAreaElement>}
                rows={3}
                onKeyDown={submitWithControlEnter}
              />
            ) : (
              <input
                {...shared}
                ref={field as preact.Ref<HTMLInputElement>}
                type={typed?.type ?? 'text'}
                autocomplete={(typed?.autocomplete ?? 'off') as 'off'}
                inputMode={isText ? (getText(options, 'inputMode') as 'text') : undefined}
                {...getBounds(props)}
              />
            )}
          </FieldLine>
        </FieldBox>
        <Unit {...props} />
        {hasAttachments && <AttachButton isDisabled={isUploading} onChoose={addFiles} />}
        {hasRecorder && <RecordButton isDisabled={isUploading} onRecord={() => void record()} />}
        <button type="submit" class={`button ${AUTHOR_CLASS.button}`} disabled={isUploading}>
          {getSendLabel(props)}
        </button>
      </div>
      <FileList label="Attached files" files={files} onRemove={isUploading ? undefined : removeFile} />
      <UploadBar upload={upload} />
      <ComplaintLine complaint={complaint} />
    </AnswerForm>
  );
}

function submitWithControlEnter(event: TargetedKeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** Only answers to questions for any text may have more than text. */
function isAllowed({ input, options }: InputProps, name: 'attachments' | 'audioClip'): boolean {
  if (getTypedField(input.type)?.type !== 'text') return false;
  return getFlag(getFields(options, name), 'isEnabled') ?? false;
}

function AttachButton(props: { isDisabled: boolean; onChoose: (files: readonly File[]) => void }) {
  const { isDisabled, onChoose } = props;
  const picker = useRef<HTMLInputElement>(null);
  return (
    <button
      type="button"
      class="button quiet"
      aria-label="Attach files"
      disabled={isDisabled}
      onClick={() => picker.current?.click()}
    >
      <span class="glyph clip" />
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onClick={(event) => event.stopPropagation()}
        onChange={({ currentTarget }) => {
          const chosen = [...(currentTarget.files ?? [])];
          // So that a file that was removed can be chosen again.
          currentTarget.value = '';
          onChoose(chosen);
        }}
      />
    </button>
  );
}

function RecordButton({ isDisabled, onRecord }: { isDisabled: boolean; onRecord: () => void }) {
  return (
    <button
      type="button"
      class="button quiet"
      aria-label="Record a voice message"
      disabled={isDisabled}
      onClick={onRecord}
    >
      <span class="glyph microphone" />
    </button>
  );
}

/** Authors' CSS expects a line of its own around a field for any text, and none around the others. */
function FieldLine({ isText, children }: { isText: boolean; children: ComponentChild }) {
  return isText ? <div class="box-line flex justify-between items-center">{children}</div> : children;
}

function isNumber({ type }: InputProps['input']): boolean {
  return getTypedField(type)?.type === 'number';
}

function getBounds({ input, options }: InputProps) {
  if (!isNumber(input)) return {};
  return {
    min: getNumber(options, 'min'),
    max: getNumber(options, 'max'),
    step: getNumber(options, 'step') ?? 'any',
  };
}

/** Unit of the number, such as `€`, `kg` or `%`. */
function Unit({ input, options }: InputProps) {
  const style = isNumber(input) ? getText(options, 'style') : undefined;
  if (!style || style === 'decimal') return null;
  try {
    const format = new Intl.NumberFormat(getText(options, 'locale'), {
      style: style as Intl.NumberFormatOptionsStyle,
      currency: getText(options, 'currency') ?? (style === 'currency' ? 'USD' : undefined),
      unit: getText(options, 'unit') ?? (style === 'unit' ? 'kilogram' : undefined),
      unitDisplay: 'short',
    } as Intl.NumberFormatOptions);
    const part = format
      .formatToParts(2)
      .find(({ type }) => ['currency', 'unit', 'percentSign'].includes(type));
    return part ? <span class="unit">{part.value}</span> : null;
  } catch {
    // Unknown currency or unit.
    return null;
  }
}
