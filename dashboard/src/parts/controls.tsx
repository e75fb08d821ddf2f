import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Icon } from './icons.tsx';

export interface Option<V extends string> {
  value: V;
  label: string;
  hint?: string;
}

/** A few choices side by side, one of them selected. */
export function Segments<V extends string>(props: {
  label: string;
  options: Option<V>[];
  value: V | null;
  choose: (value: V) => void;
}) {
  return (
    <div class="segments" role="group" aria-label={props.label}>
      {props.options.map(option => (
        <button
          key={option.value}
          aria-pressed={option.value === props.value}
          title={option.hint}
          onClick={() => props.choose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

/** Tabs with the standard keys: arrows move; only the selected tab, or else the first, is reached by Tab. */
export function Tabs<V extends string>(props: {
  label: string;
  options: Option<V>[];
  value: V;
  choose: (value: V) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const chosen = props.options.findIndex(option => option.value === props.value);
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (chosen + (chosen < 0 && step < 0 ? 0 : step) + props.options.length) % props.options.length;
    props.choose(props.options[next]!.value);
    (list.current?.children[next] as HTMLElement | undefined)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={props.label} ref={list} onKeyDown={move}>
      {props.options.map((option, index) => (
        <button
          key={option.value}
          role="tab"
          aria-selected={option.value === props.value}
          tabIndex={index === Math.max(chosen, 0) ? 0 : -1}
          onClick={() => props.choose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

/** A button that opens a list below it; Escape and a click elsewhere close it. */
export function Menu(props: {
  label: ComponentChildren;
  name: string;
  align?: 'left';
  children: (close: () => void) => ComponentChildren;
}) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => !root.current?.contains(event.target as Node) && setOpen(false);
    document.addEventListener('pointerdown', outside);
    root.current?.querySelector<HTMLElement>('[role^=menuitem][aria-checked=true], [role^=menuitem]')?.focus();
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);
  const keys = (event: KeyboardEvent) => {
    if (!open) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      setOpen(false);
      root.current?.querySelector('button')?.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const items = [...(root.current?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
      const at = items.indexOf(document.activeElement as HTMLElement);
      items[(at + (event.key === 'ArrowDown' ? 1 : -1) + items.length) % items.length]?.focus();
    }
  };
  return (
    <div class="menu" ref={root} onKeyDown={keys}>
      <button
        class="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        aria-label={props.name}
        onClick={() => setOpen(!open)}
      >
        {props.label}
        <Icon name="chevron" />
      </button>
      {open && (
        <div class={'menu-list' + (props.align ? ' ' + props.align : '')} role="menu" id={id}>
          {props.children(() => setOpen(false))}
        </div>
      )}
    </div>
  );
}

/** The browser's own modal dialog: focus stays inside, Escape closes. */
export function Dialog(props: { title: string; close?: () => void; wide?: boolean; children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    element.current?.showModal();
    return () => element.current?.close();
  }, []);
  return (
    <dialog
      ref={element}
      class={props.wide ? 'wide' : ''}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault();
        props.close?.();
      }}
      onPointerDown={event => event.target === element.current && props.close?.()}
    >
      <div class="dialog-head">
        <h2 id={id}>{props.title}</h2>
        {props.close && (
          <button class="button quiet icon" aria-label="Close" onClick={props.close}>
            <Icon name="close" />
          </button>
        )}
      </div>
      <div class="dialog-body">{props.children}</div>
    </dialog>
  );
}

export function Panel(props: {
  title: ComponentChildren;
  actions?: ComponentChildren;
  note?: ComponentChildren;
  children: ComponentChildren;
}) {
  const id = useId();
  return (
    <section class="panel" aria-labelledby={id}>
      <div class="panel-head">
        <h2 id={id}>{props.title}</h2>
        {props.actions}
      </div>
      {props.children}
      {props.note && <div class="panel-note">{props.note}</div>}
    </section>
  );
}

/** A search field that waits for a pause in typing. */
export function SearchField(props: { label: string; value: string; change: (value: string) => void }) {
  const [text, setText] = useState(props.value);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const sent = useRef(props.value);
  useEffect(() => {
    // Only a change from outside (the back button) replaces what is being typed.
    if (props.value !== sent.current) setText(props.value);
    sent.current = props.value;
  }, [props.value]);
  const type = (value: string) => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sent.current = value;
      props.change(value);
    }, 250);
  };
  return (
    <label class="search">
      <span class="hidden">{props.label}</span>
      <Icon name="search" />
      <input
        class="input"
        type="search"
        value={text}
        placeholder={props.label}
        onInput={event => type(event.currentTarget.value)}
      />
    </label>
  );
}

export function Choice<V extends string>(props: {
  label: string;
  value: V;
  options: Option<V>[];
  choose: (value: V) => void;
}) {
  return (
    <label>
      <span class="hidden">{props.label}</span>
      <select class="select" value={props.value} onChange={event => props.choose(event.currentTarget.value as V)}>
        {props.options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
