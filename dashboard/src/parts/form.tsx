import type { ComponentChildren, ComponentProps } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from './controls.tsx';

/** The state of a form whose actions may fail. */
export interface FormState {
  problem: string | null;
  busy: boolean;
  run: (work: () => Promise<unknown>) => Promise<void>;
}

/** Runs actions one at a time, and keeps the error of the last one. */
export function useForm(): FormState {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>) => {
    setProblem(null);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return { problem, busy, run };
}

export function FormProblem({ form, whole = false }: { form: FormState; whole?: boolean }) {
  if (!form.problem) return null;
  return (
    <p class={'inline-failure' + (whole ? ' whole' : '')} role="alert">
      {form.problem}
    </p>
  );
}

interface FormDialogProps {
  title: string;
  wide?: boolean;
  close: () => void;
  form: FormState;
  /** The label of the button that submits. */
  action: string;
  disabled?: boolean;
  submit: () => Promise<unknown>;
  remove?: { label: string; run: () => Promise<unknown> } | null;
  children: ComponentChildren;
}

/** A dialog with a form: its fields, its problem, and the buttons to delete, cancel and submit. */
export function FormDialog({
  title,
  wide = false,
  close,
  form,
  action,
  disabled = false,
  submit,
  remove = null,
  children,
}: FormDialogProps) {
  return (
    <Dialog title={title} close={close} wide={wide}>
      <form
        class="stack"
        onSubmit={event => {
          event.preventDefault();
          void form.run(submit);
        }}
      >
        {children}
        <FormProblem form={form} />
        <div class="dialog-actions">
          {remove && (
            <button class="button danger quiet" type="button" disabled={form.busy} onClick={() => form.run(remove.run)}>
              {remove.label}
            </button>
          )}
          <button class="button push" type="button" onClick={close}>
            Cancel
          </button>
          <button class="button primary" type="submit" disabled={disabled || form.busy}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface FieldProps<T extends string> {
  label: string;
  value: T;
  set: (value: T) => void;
  whole?: boolean;
}

type TextProps = FieldProps<string> &
  Omit<ComponentProps<'input'>, 'label' | 'value' | 'class' | 'onInput'> & { children?: ComponentChildren };

/** A labelled line of text; other properties go to the input. */
export function TextField({ label, value, set, whole = false, children, ...input }: TextProps) {
  return (
    <label class={'field' + (whole ? ' whole' : '')}>
      {label}
      <input {...input} class="input" value={value} onInput={event => set(event.currentTarget.value)} />
      {children}
    </label>
  );
}

export interface Choice<T extends string> {
  value: T;
  label: string;
}

/** A labelled list to choose one value from. */
export function SelectField<T extends string>({
  label,
  value,
  set,
  whole = false,
  choices,
}: FieldProps<T> & { choices: readonly Choice<T>[] }) {
  return (
    <label class={'field' + (whole ? ' whole' : '')}>
      {label}
      <select class="select" value={value} onChange={event => set(event.currentTarget.value as T)}>
        {choices.map(choice => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}
