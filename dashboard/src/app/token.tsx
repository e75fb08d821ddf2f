import { useEffect, useState } from 'preact/hooks';
import { asking, giveToken, keepToken, onAsking, replaceToken, token } from '../api/token.ts';
import { Dialog } from '../parts/controls.tsx';
import { Icon } from '../parts/icons.tsx';

/** Asks for a token when the server refuses a request without one, or when a person wants to enter another. */
export function TokenPrompt() {
  const [reason, setReason] = useState(asking());
  const [value, setValue] = useState('');
  useEffect(() => onAsking(() => setReason(asking())), []);
  if (!reason) return null;
  const replacing = reason === 'replacing';
  const submit = (event: Event) => {
    event.preventDefault();
    if (value.trim()) giveToken(value.trim());
  };
  return (
    <Dialog title={replacing ? 'Use another token' : 'Token needed'} {...(replacing ? { close: keepToken } : {})}>
      <form class="stack" onSubmit={submit}>
        <p class="muted">
          {replacing
            ? 'It replaces the current token.'
            : token()
              ? 'The server did not accept that token.'
              : 'This server asks for a token.'}{' '}
          It is kept until this tab is closed.
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
          {replacing && (
            <button class="button" type="button" onClick={keepToken}>
              Cancel
            </button>
          )}
          <button class="button primary" type="submit" disabled={!value.trim()}>
            Continue
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Replaces the token; hidden if none was entered. */
export function TokenButton() {
  const [entered, setEntered] = useState(token() !== null);
  useEffect(() => onAsking(() => setEntered(token() !== null)), []);
  if (!entered) return null;
  return (
    <button class="button quiet icon" onClick={replaceToken} title="Use another token" aria-label="Use another token">
      <Icon name="key" />
    </button>
  );
}
