import * as v from "valibot";
import { formProblems } from "#app/form-problems.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { readAmount } from "#shop/kernel/read-amount.ts";
import { limitKinds } from "#shop/staff/approvals/approval.ts";
import { saveRoleLimits, saveShopLimits } from "#shop/staff/approvals/role-limits.server.ts";
import { roleLimitsSchema, shopLimitsSchema } from "#shop/staff/approvals/role-limits.ts";

export interface LimitsAnswer {
  readonly done?: "limits";
  readonly problem?: string;
  /** A code for each limit that needs to be put right. */
  readonly problems?: Readonly<Record<string, string>>;
}

const text = (form: FormData, name: string) => String(form.get(name) ?? "").trim();
const figureOf = (typed: string) => readAmount(typed.replace(/%$/, "")) ?? Number.NaN;

/** Handles the limits of one role: for each the shop's, none, or an own figure. */
export async function answerRoleLimits(
  actor: Person,
  roleId: string,
  form: FormData,
): Promise<LimitsAnswer> {
  const wanted: Record<string, number | null> = {};
  for (const kind of limitKinds) {
    const choice = text(form, `${kind}_choice`);
    if (choice === "none") wanted[kind] = null;
    if (choice === "own") wanted[kind] = figureOf(text(form, kind));
  }
  const limits = v.safeParse(roleLimitsSchema, wanted);
  if (!limits.success) return { problems: formProblems(limits.issues) };
  const before = v.safeParse(roleLimitsSchema, parsed(text(form, "seen")));
  if (!before.success) return { problem: "invalid_input" };
  const saved = await saveRoleLimits(actor, roleId, before.output, limits.output);
  return saved.ok ? { done: "limits" } : { problem: saved.problem };
}

/** Handles the shop's limits; an empty field is no limit. */
export async function answerShopLimits(actor: Person, form: FormData): Promise<LimitsAnswer> {
  const read = (name: string) => (text(form, name) === "" ? null : figureOf(text(form, name)));
  const limits = v.safeParse(shopLimitsSchema, {
    write_off: read("write_off"),
    price_cut: read("price_cut"),
    recipients: read("recipients"),
    staff_discount: read("staff_discount"),
    factor_reset_alone: form.get("factor_reset_second") === null,
  });
  if (!limits.success) return { problems: formProblems(limits.issues) };
  const saved = await saveShopLimits(actor, limits.output);
  return saved.ok ? { done: "limits" } : { problem: saved.problem };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
