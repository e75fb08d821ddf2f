import { useEffect, useState } from 'preact/hooks';
import { giveToken, isAsking, onAsking, token } from '../api/token.ts';
import { Dialog } from '../parts/controls.tsx';

/** Asks for a token as soon as the server refuses a request for lack of one. */
export function TokenPrompt() {
  const [asking, setAsking] = useState(isAsking());
  const [value, setValue] = useState('');
  useEffect(() => onAsking(() => setAsking(isAsking())), []);
  if (!asking) return null;
  const submit = (event: Event) => {
    event.preventDefault();
    if (value.trim()) giveToken(value.trim());
  };
  return (
    <Dialog title="Token needed">
      <form class="stack" onSubmit={submit}>
        <p class="muted">
          {token() ? 'The server did not accept that token.' : 'This server asks for a token.'} It is kept until this
          tab is closed.
        </p>
        <label class="field">
          Token
          <input
            class="input mono"
            type="password"
            autocomplete="current-password"
            autofocus
            value={value}
            onInput={event => setValue(event.currentTarget.value)}
          />
        </label>
        <div class="dialog-actions">
          <button class="button primary" type="submit" disabled={!value.trim()}>
            Continue
          </button>
        </div>
      </form>
    </Dialog>
  );
}
