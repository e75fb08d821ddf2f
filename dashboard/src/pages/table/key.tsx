import { takeApart, templateSegments } from './keys.ts';

export function Template({ text }: { text: string }) {
  return (
    <code class="key">
      {templateSegments(text).map((segment, i) => (
        <span key={i} class={segment.part === null ? 'literal' : 'placeholder'}>
          {segment.text}
        </span>
      ))}
    </code>
  );
}

/** A stored key; what the placeholders wrote stands out, and says on hover which one wrote it. */
export function Key({ template, text }: { template: string | null; text: string }) {
  return (
    <code class="key">
      {takeApart(template, text).map((segment, i) => (
        <span
          key={i}
          class={segment.part === null ? 'literal' : 'value'}
          title={segment.part === null ? undefined : `{${segment.part}}`}
        >
          {segment.text}
        </span>
      ))}
    </code>
  );
}
