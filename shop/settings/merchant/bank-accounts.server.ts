import * as v from "valibot";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { textLine } from "#shop/kernel/text-line.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { isFresh } from "#shop/staff/fresh-session.server.ts";

/** An account that buyers transfer to. */
export interface BankAccount {
  readonly id: string;
  readonly bank: string;
  readonly number: string;
  readonly holder: string;
  readonly enabled: boolean;
}

export const bankAccountSchema = v.object({
  /** Chosen by the form, so that sending it twice makes one account. */
  id: v.pipe(v.string(), v.uuid("invalid_input")),
  bank: textLine(40),
  number: v.pipe(
    v.string(),
    v.transform((text) => text.replace(/[\s.-]/g, "")),
    v.regex(/^\d{5,20}$/, "account_number_invalid"),
  ),
  holder: textLine(80),
});

export type BankAccountProblem = "not_permitted" | "reauthentication_needed" | "account_not_found";

export async function listBankAccounts(actor: Person): Promise<readonly BankAccount[]> {
  if (!may(actor, "settings.edit")) return [];
  return asShop()<BankAccount[]>`
    select id, bank, number, holder, enabled from bank_accounts order by enabled desc, position, bank, id`;
}

/** Adds an account. Buyers' money goes there, so it needs a recent proof of identity. */
export function addBankAccount(
  actor: Person,
  account: v.InferOutput<typeof bankAccountSchema>,
): Promise<Result<null, BankAccountProblem>> {
  return asStaff<null, BankAccountProblem>(actor, "settings.edit", async (sql) => {
    if (!(await isFresh(sql, actor))) return fail("reauthentication_needed");
    await sql`
      insert into bank_accounts ${sql(account)} on conflict (id) do nothing`;
    return ok(null);
  });
}

/** Offers an account to buyers or no longer. Orders that wait for a transfer keep showing the enabled ones. */
export function setBankAccountEnabled(
  actor: Person,
  id: string,
  enabled: boolean,
): Promise<Result<null, BankAccountProblem>> {
  return asStaff<null, BankAccountProblem>(actor, "settings.edit", async (sql) => {
    if (!(await isFresh(sql, actor))) return fail("reauthentication_needed");
    const [changed] = await sql`
      update bank_accounts set enabled = ${enabled} where id = ${id} returning id`;
    return changed ? ok(null) : fail("account_not_found");
  });
}
