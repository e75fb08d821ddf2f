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

/** A stored key; the values of its parts are highlighted, with the name of the part on hover. */
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
