import type { ReactNode } from "react";

interface AroundProps {
  /** Of no other element. */
  id: string;
  /** Once round the goods, in millimetres; null: the area has ends. */
  by: number | null;
  children: ReactNode;
}

/** What is drawn of an area; round goods show it a turn to the left and a turn to the right again, moved as it is moved. */
export function Around({ id, by, children }: AroundProps) {
  if (by === null) return children;
  return (
    <>
      <use href={`#${id}`} x={-by} />
      <use href={`#${id}`} x={by} />
      <g id={id}>{children}</g>
    </>
  );
}
