import type { Config } from "#base/config-type.ts";
import { fail, ok, type Result } from "#base/result.ts";
import { asShop } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { findSettings, saveSettings } from "./save-settings.server.ts";
import { maySkip, type SetupStep, type SetupStepName, setupSteps } from "./setup.ts";

/** What is left to do before a new shop sells; undefined for staff who may not change settings. */
export async function readSetup(
  actor: Person,
  { payments }: Pick<Config, "payments">,
): Promise<readonly SetupStep[] | undefined> {
  if (!may(actor, "settings.edit")) return undefined;
  const [found] = await asShop()<
    (Record<Exclude<SetupStepName, "payment">, boolean> & {
      account: boolean;
      /** A serviceable zone allows cash on delivery. */
      has_cash_zone: boolean;
      skipped: SetupStepName[];
    })[]
  >`
    select s.name <> 'Toko' and s.email || s.whatsapp <> '' as identity,
      s.street <> '' and s.city <> '' as address,
      exists (select from private.setup_steps where is_decided) or exists (select from orders) as tax,
      exists (select from products where status = 'published') as product,
      exists (select from shipping_rates r join shipping_methods m on m.id = r.method_id
        join shipping_zones z on z.id = r.zone_id where m.enabled and z.serviceable)
        or exists (select from shipping_methods where enabled and source <> 'table') as delivery,
      exists (select from bank_accounts where enabled) as account,
      exists (select from shipping_zones where cash_on_delivery and serviceable) as has_cash_zone,
      exists (select from orders) as purchase,
      array(select step from private.setup_steps where not is_decided order by step) as skipped
    from shop_settings s`;
  if (!found) throw new Error("the shop has no settings");
  const done: Record<SetupStepName, boolean> = {
    ...found,
    payment:
      found.account ||
      payments.some((provider) =>
        provider === "cod"
          ? found.has_cash_zone
          : provider !== "transfer" && provider !== "builtin",
      ),
  };
  return setupSteps.map((name) => ({
    name,
    state: done[name] ? "done" : maySkip(name) && found.skipped.includes(name) ? "skipped" : "open",
  }));
}

/** Records that the shop does not charge PPN. @returns whether that was saved */
export async function declineTax(actor: Person): Promise<boolean> {
  const before = await findSettings(actor, "tax");
  if (!before) return false;
  const after = { ...before, charges_ppn: false };
  return (await saveSettings(actor, "tax", { before, after })).ok;
}

/** Puts a step aside, or takes it up again. A required step cannot be put aside. */
export function skipSetupStep(
  actor: Person,
  step: SetupStepName,
  isSkipped: boolean,
): Promise<Result<null, "not_permitted" | "step_required">> {
  if (isSkipped && !maySkip(step)) return Promise.resolve(fail("step_required"));
  return asStaff<null, never>(actor, "settings.edit", async (sql) => {
    await (isSkipped
      ? sql`insert into private.setup_steps (step) values (${step}) on conflict do nothing`
      : sql`delete from private.setup_steps where step = ${step}`);
    return ok(null);
  });
}
