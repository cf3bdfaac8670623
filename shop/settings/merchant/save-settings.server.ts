import { fail, ok, type Result } from "#base/result.ts";
import { asShop, type Sql, violatedConstraint } from "#db/client.server.ts";
import { may, type Person } from "#shop/kernel/access.ts";
import { asStaff } from "#shop/staff/as-staff.server.ts";
import { isFresh } from "#shop/staff/fresh-session.server.ts";
import { mergeThreeWay } from "#shop/staff/three-way.ts";
import { type SettingsPart, type SettingValues, settingFields } from "./settings.ts";

/** The values of a part; undefined without the permission. */
export async function findSettings(
  actor: Person,
  part: SettingsPart,
): Promise<SettingValues | undefined> {
  return may(actor, "settings.edit") ? readSettings(asShop(), part) : undefined;
}

async function readSettings(sql: Sql, part: SettingsPart, lock = sql``): Promise<SettingValues> {
  const [row] = await sql<SettingValues[]>`select * from shop_settings ${lock}`;
  if (!row) throw new Error("the shop has no settings");
  return Object.fromEntries(settingFields[part].map(({ name }) => [name, row[name] ?? null]));
}

export type SaveSettingsProblem =
  | {
      readonly code:
        | "not_permitted"
        | "only_administrators"
        | "reauthentication_needed"
        | "cod_limits_reversed"
        | "npwp_missing";
    }
  | {
      readonly code: "changed_meanwhile";
      readonly theirs: SettingValues;
      readonly conflicts: readonly string[];
    };

/** Saves a part. Fields that somebody else changed meanwhile and the actor did not stay as they are. */
export async function saveSettings(
  actor: Person,
  part: SettingsPart,
  { before, after }: { readonly before: SettingValues; readonly after: SettingValues },
): Promise<Result<null, SaveSettingsProblem>> {
  const { cod_min, cod_max } = after;
  if (typeof cod_min === "number" && typeof cod_max === "number" && cod_min > cod_max) {
    return fail({ code: "cod_limits_reversed" });
  }
  try {
    return await asStaff<null, SaveSettingsProblem>(
      actor,
      "settings.edit",
      async (sql) => {
        const theirs = await readSettings(sql, part, sql`for update`);
        const { merged, conflicts } = mergeThreeWay(before, theirs, after);
        if (conflicts.length > 0) return fail({ code: "changed_meanwhile", theirs, conflicts });
        const refusal = await whyNotLimits(sql, actor, part, theirs, merged);
        if (refusal) return fail({ code: refusal });
        const row = Object.fromEntries(
          Object.entries(merged).map(([name, value]) => [
            name,
            typeof value === "object" && value !== null ? sql.json(value) : value,
          ]),
        );
        await sql`update shop_settings set ${sql(row as never)}`;
        if (part === "tax") {
          // Either answer is a decision, so the setting alone does not tell that it was made.
          await sql`
          insert into private.setup_steps (step, is_decided) values ('tax', true)
          on conflict (step) do update set is_decided = true`;
        }
        return ok(null);
      },
      { code: "not_permitted" },
    );
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint === "shop_settings_check") return fail({ code: "cod_limits_reversed" });
    if (constraint === "npwp_missing") return fail({ code: "npwp_missing" });
    throw error;
  }
}

/** Why the actor may not change what one person does alone; undefined when no such field changes. */
async function whyNotLimits(
  sql: Sql,
  actor: Person,
  part: SettingsPart,
  before: SettingValues,
  after: SettingValues,
): Promise<"only_administrators" | "reauthentication_needed" | undefined> {
  const isChanged = settingFields[part].some(
    (field) => "isLimit" in field && before[field.name] !== after[field.name],
  );
  if (!isChanged) return undefined;
  const [own] = await sql<{ is_admin: boolean }[]>`
    select private.role_of(${actor.id}) = 'ADMIN' as is_admin`;
  if (!own?.is_admin) return "only_administrators";
  return (await isFresh(sql, actor)) ? undefined : "reauthentication_needed";
}
