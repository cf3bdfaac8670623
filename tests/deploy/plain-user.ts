import { execFileSync } from "node:child_process";

/** The account that runs the shop in this proof: never root. */
export interface PlainUser {
  readonly uid: number;
  readonly gid: number;
}

/** `nobody` for root; undefined when this process is no root, because its children then have its account. */
export function plainUser(): PlainUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"]).toString());
  return { uid: id("-u"), gid: id("-g") };
}
