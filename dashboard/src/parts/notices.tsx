import { useEffect, useState } from 'preact/hooks';

let show: (text: string) => void = () => {};

/** Shows briefly what happened, also to screen readers. */
export function notice(text: string): void {
  show(text);
}

export function Notices() {
  const [list, setList] = useState<{ id: number; text: string }[]>([]);
  useEffect(() => {
    let id = 0;
    show = text => {
      const entry = { id: id++, text };
      setList(before => [...before.slice(-2), entry]);
      setTimeout(() => setList(before => before.filter(other => other !== entry)), 5000);
    };
  }, []);
  return (
    <div class="toasts" role="status">
      {list.map(entry => (
        <div class="toast" key={entry.id}>
          {entry.text}
        </div>
      ))}
    </div>
  );
}
