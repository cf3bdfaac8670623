import { log } from "#base/log.server.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import { TooMuchImageWork } from "#integrations/images/limit-image-work.ts";
import { isUsableProfile } from "#shop/designs/colour-profiles/convert-colours.server.ts";
import {
  type ProfiledProcess,
  type ProfileProblem,
  readProfile,
} from "#shop/designs/colour-profiles/icc-profile.ts";
import type { PrintProcess } from "#shop/designs/document/print-processes.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import type { ColourProfile } from "./output-intent.server.ts";

export interface PrintProfile {
  readonly process: ProfiledProcess;
  readonly name: string;
  readonly bytes: number;
  /** ISO 8601, UTC */
  readonly saved_at: string;
}

/** None for somebody who may not change settings. */
export async function listPrintProfiles(actor: Person): Promise<readonly PrintProfile[]> {
  if (!may(actor, "settings.edit")) return [];
  const rows = await asShop()<(PrintProfile & { saved_at: Date })[]>`
    select process, name, octet_length(icc) as bytes, saved_at from print_profiles order by process`;
  return rows.map((row) => ({ ...row, saved_at: row.saved_at.toISOString() }));
}

/** Replaces the profile of a process. `busy`: too many pictures are drawn. A repeated call stores the same. */
export async function savePrintProfile(
  actor: Person,
  process: ProfiledProcess,
  icc: Buffer,
): Promise<Result<null, ProfileProblem | "busy" | "not_permitted">> {
  if (!may(actor, "settings.edit")) return fail("not_permitted");
  const read = readProfile(icc);
  if (!read.ok) return read;
  try {
    if (!(await isUsableProfile(icc))) return fail("profile_damaged");
  } catch (error) {
    if (error instanceof TooMuchImageWork) return fail("busy");
    log.warn({ err: error, process }, "a colour profile was refused by the colour engine");
    return fail("profile_damaged");
  }
  const name = read.value.name || "ICC";
  return asStaff(actor, "settings.edit", async (sql) => {
    await sql`
      insert into print_profiles (process, name, icc) values (${process}, ${name}, ${icc})
      on conflict (process) do update set name = excluded.name, icc = excluded.icc, saved_at = now()
      where print_profiles.icc <> excluded.icc`;
    return ok(null);
  });
}

/** Files of the process are sRGB again. A repeated call removes once. */
export function removePrintProfile(
  actor: Person,
  process: ProfiledProcess,
): Promise<Result<null, "not_permitted">> {
  return asStaff(actor, "settings.edit", async (sql) => {
    await sql`delete from print_profiles where process = ${process}`;
    return ok(null);
  });
}

/** By which files of a process are converted; undefined: they are sRGB. */
export async function findPrintProfile(process: PrintProcess): Promise<ColourProfile | undefined> {
  const [row] = await asShop()<ColourProfile[]>`
    select name, icc from print_profiles where process = ${process}`;
  return row && { name: row.name, icc: Buffer.from(row.icc) };
}

/** The names of the profiles, by process. */
export async function profileNames(): Promise<ReadonlyMap<string, string>> {
  const rows = await asShop()<{ process: string; name: string }[]>`
    select process, name from print_profiles`;
  return new Map(rows.map(({ process, name }) => [process, name]));
}
