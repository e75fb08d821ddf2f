/** An id made from a title: its letters a to z and digits, and a number at the end if the id is taken. */
export function freeId(title: string, taken: readonly string[], otherwise: string): string {
  const plain =
    title
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}+/gu, '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || otherwise;
  let id = plain;
  for (let i = 2; taken.includes(id); i++) id = `${plain}-${i}`;
  return id;
}
