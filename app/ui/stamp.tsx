/** The red rubber stamp: only for LUNAS, HABIS and what went wrong. */
export function Stamp({ children, className = "" }: { children: string; className?: string }) {
  return <span className={`stamp ${className}`}>{children}</span>;
}
