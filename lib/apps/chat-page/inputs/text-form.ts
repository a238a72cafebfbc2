import { AUTHOR_CLASS } from '#lib/apps/chat-page/author-class-names.ts';
import { button, element } from '#lib/apps/chat-page/element.ts';
import { UploadRefused, uploadFile } from '#lib/apps/chat-page/upload-file.ts';
import { getFields, getFlag, toNumber, toText } from '#lib/client/loose-fields.ts';
import { canRecord, type Recording, startRecording } from './audio-recording.ts';
import {
  complaintLine,
  getForm,
  getPlaceholder,
  getSendLabel,
  type InputBuilder,
  type InputContext,
  textReply,
} from './input-context.ts';

const FIELD_TYPES: Record<string, string> = {
  'number input': 'number',
  'email input': 'email',
  'url input': 'url',
};

const AUTOCOMPLETE: Record<string, string> = { 'email input': 'email', 'url input': 'url' };

/** A single-line or multi-line field for text, numbers, e-mail addresses and URLs. */
export const textForm: InputBuilder = (context) => {
  const { input, options, question, prefilledValue } = context;
  const { type } = input;
  const isText = type === 'text input';
  const attributes = {
    class: `field ${AUTHOR_CLASS.input}`,
    placeholder: getPlaceholder(context),
    'aria-label': question || getPlaceholder(context),
    autocomplete: AUTOCOMPLETE[type] ?? 'off',
    inputmode: isText ? toText(options, 'inputMode') : undefined,
  };
  const field =
    isText && getFlag(options, 'isLong')
      ? element('textarea', { attributes: { ...attributes, rows: '4' } })
      : element('input', {
          attributes: { ...attributes, type: FIELD_TYPES[type] ?? 'text', ...bounds(context) },
        });
  if (prefilledValue !== undefined) field.value = prefilledValue;

  const complaint = complaintLine();
  const files = isText && getFlag(getFields(options, 'attachments'), 'isEnabled') ? attachments() : undefined;
  const send = button(getSendLabel(context), `button ${AUTHOR_CLASS.button}`);
  const busy = (isBusy: boolean) => {
    send.disabled = isBusy;
    send.setAttribute('aria-busy', String(isBusy));
  };
  const upload = (file: File) => uploadFile(file, { ...context, blockId: input.id });

  const submit = async () => {
    const text = field.value;
    const chosen = files?.files() ?? [];
    if (text.trim() === '' && chosen.length === 0) return field.focus();
    if (chosen.length === 0) return context.answer(textReply(text));
    busy(true);
    try {
      const urls: string[] = [];
      for (const file of chosen) urls.push(await upload(file));
      const message = { type: 'text' as const, text, attachedFileUrls: urls };
      context.answer({
        message,
        label: [text, ...chosen.map(({ name }) => name)].filter(Boolean).join('\n'),
      });
    } catch (error) {
      busy(false);
      complaint.textContent = error instanceof UploadRefused ? error.message : String(error);
    }
  };
  const microphone =
    isText && getFlag(getFields(options, 'audioClip'), 'isEnabled') && canRecord()
      ? recordButton(async (clip) => {
          busy(true);
          try {
            context.answer({
              message: { type: 'audio', url: await upload(clip) },
              label: 'Voice message',
            });
          } catch (error) {
            complaint.textContent = error instanceof UploadRefused ? error.message : String(error);
          } finally {
            busy(false);
          }
        }, complaint)
      : undefined;

  const line = element('div', { class: 'line' }, field, getUnit(context), files?.button, microphone, send);
  const form = getForm(`form ${AUTHOR_CLASS.inputForm}`, () => void submit(), line, files?.list, complaint);
  if (field instanceof HTMLTextAreaElement) {
    field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    });
  }
  return { node: form, focus: () => field.focus() };
};

function bounds({ input, options }: InputContext): Record<string, string | undefined> {
  if (input.type !== 'number input') return {};
  const bound = (name: string) => toNumber(options, name)?.toString();
  return { min: bound('min'), max: bound('max'), step: bound('step') ?? 'any' };
}

/** Unit of the number, such as `€`, `kg` or `%`. */
function getUnit({ input, options }: InputContext): HTMLElement | undefined {
  const style = input.type === 'number input' ? toText(options, 'style') : undefined;
  if (!style || style === 'decimal') return undefined;
  try {
    const format = new Intl.NumberFormat(toText(options, 'locale'), {
      style: style as Intl.NumberFormatOptionsStyle,
      currency: toText(options, 'currency') ?? (style === 'currency' ? 'USD' : undefined),
      unit: toText(options, 'unit') ?? (style === 'unit' ? 'kilogram' : undefined),
      unitDisplay: 'short',
    } as Intl.NumberFormatOptions);
    const part = format
      .formatToParts(2)
      .find(({ type: kind }) => ['currency', 'unit', 'percentSign'].includes(kind));
    return part && element('span', { class: 'unit' }, part.value);
  } catch {
    // Unknown currency or unit.
    return undefined;
  }
}

function attachments() {
  let chosen: File[] = [];
  const list = element('ul', { class: 'files', attributes: { 'aria-label': 'Attached files' } });
  const picker = element('input', { attributes: { type: 'file', multiple: '', hidden: '', tabindex: '-1' } });
  picker.addEventListener('change', () => {
    chosen = [...(picker.files ?? [])];
    list.replaceChildren(...chosen.map(({ name }) => element('li', {}, name)));
  });
  const open = button('', 'button quiet', () => picker.click());
  open.setAttribute('aria-label', 'Attach files');
  open.append(element('span', { class: 'clip' }), picker);
  return { button: open, list, files: () => chosen };
}

function recordButton(onClip: (clip: File) => void, complaint: HTMLElement): HTMLButtonElement {
  let recording: Recording | undefined;
  const record = button('', 'button quiet', async () => {
    if (recording) {
      const { stop } = recording;
      recording = undefined;
      record.setAttribute('aria-pressed', 'false');
      return onClip(await stop());
    }
    try {
      recording = await startRecording();
      record.setAttribute('aria-pressed', 'true');
    } catch {
      complaint.textContent = 'The microphone is not available.';
    }
  });
  record.setAttribute('aria-label', 'Record a voice message');
  record.setAttribute('aria-pressed', 'false');
  record.append(element('span', { class: 'microphone' }));
  return record;
}
