import type { ComponentChildren } from 'preact';
import type { Loaded } from '../api/load.ts';
import { Refused } from '../api/client.ts';
import { replaceToken } from '../api/token.ts';

export function Skeleton({ height = 14, width }: { height?: number; width?: string }) {
  return <span class="skeleton" style={{ height: height + 'px', ...(width ? { width } : {}) }} />;
}

export function SkeletonRows({ rows, height = 34 }: { rows: number; height?: number }) {
  return (
    <div class="panel-body" aria-hidden="true">
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} style={{ height: height + 'px', paddingTop: (height - 12) / 2 + 'px' }}>
          <Skeleton height={12} width={`${88 - ((i * 17) % 45)}%`} />
        </div>
      ))}
    </div>
  );
}

export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  const code = error instanceof Refused ? error.code : null;
  const isForbidden = error instanceof Refused && (error.status === 401 || error.status === 403);
  return (
    <div class="failure" role="alert">
      <strong>This could not be loaded</strong>
      <p>
        {sentenceCase(error.message)} {code && <code>{code}</code>}
      </p>
      <div class="failure-actions">
        {isForbidden && (
          <button class="button primary" onClick={replaceToken}>
            Use another token
          </button>
        )}
        {retry && (
          <button class="button" onClick={retry}>
            Try again
          </button>
        )}
      </div>
    </div>
  );
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children}
    </div>
  );
}

interface ShownProps<T> {
  of: Loaded<T>;
  /** A placeholder until the first answer, of the same size as the answer. */
  skeleton: ComponentChildren;
  children: (data: T) => ComponentChildren;
}

/** A skeleton, then the data. A failure replaces the data; while a newer answer loads, the old one is dimmed. */
export function Shown<T>({ of, skeleton, children }: ShownProps<T>) {
  if (of.error && !of.loading) return <Failure error={of.error} retry={of.reload} />;
  if (of.data === null) return <div aria-busy="true">{skeleton}</div>;
  return (
    <div class={of.loading ? 'stale' : ''} aria-busy={of.loading}>
      {children(of.data)}
    </div>
  );
}
