import * as v from "valibot";
import {
  allValues,
  type FormValues,
  firstValue,
  readValues,
} from "#app/admin/kit/form/form-values.ts";
import type { MergeAnswer } from "#app/admin/kit/form/merge-answer.ts";
import { saveMerged } from "#app/admin/kit/form/three-way.server.ts";
import { formProblems } from "#app/form-problems.server.ts";
import type { Language } from "#base/language.ts";
import type { Result } from "#base/result.ts";
import { isUuid } from "#base/uuid.ts";
import { isRole, type Person } from "#shop/kernel/access.ts";
import { shopInstant } from "#shop/kernel/time-zones.ts";
import { findMerchant } from "#shop/settings/merchant/find-merchant.server.ts";
import { resetFactor } from "#shop/staff/approvals/reset-factor.server.ts";
import {
  invitationSchema,
  inviteStaff,
  resendInvitation,
  revokeInvitation,
} from "#shop/staff/invitations.server.ts";
import { changeStaffRights, type StaffRights } from "#shop/staff/role-changes.server.ts";
import { requireSecondFactor } from "#shop/staff/staff-policy.server.ts";
import {
  createStaffRole,
  deleteStaffRole,
  listStaffRoles,
  saveStaffRole,
  staffRoleSchema,
} from "#shop/staff/staff-roles.server.ts";
import { roleValues } from "./role-values.ts";

export interface StaffAnswer {
  readonly done?:
    | "invited"
    | "resent"
    | "revoked"
    | "policy"
    | "changed"
    | "ended"
    | "saved"
    | "limits"
    | "factor"
    | "deleted";
  readonly problem?: string;
  /** A code for each field that needs to be put right. */
  readonly problems?: Readonly<Record<string, string>>;
}

/** Of the form of one role: after a colleague's save also the merge, or the three values. */
export interface RoleAnswer extends StaffAnswer, Omit<MergeAnswer, "done"> {
  readonly done?: StaffAnswer["done"];
}

const refused: StaffAnswer = { problem: "invalid_input" };

function answer(result: Result<null, string>, done: NonNullable<StaffAnswer["done"]>): StaffAnswer {
  return result.ok ? { done } : { problem: result.problem };
}

/** Handles the forms of the list of people: invitations and the policy. @param language of the mails */
export async function answerStaff(
  actor: Person,
  form: FormData,
  language: Language,
): Promise<StaffAnswer> {
  const id = form.get("id");
  switch (form.get("intent")) {
    case "invite": {
      const input = v.safeParse(invitationSchema, Object.fromEntries(form));
      if (!input.success) return { problems: formProblems(input.issues) };
      return answer(await inviteStaff(actor, input.output, language), "invited");
    }
    case "resend":
      return isUuid(id) ? answer(await resendInvitation(actor, id, language), "resent") : refused;
    case "revoke":
      return isUuid(id) ? answer(await revokeInvitation(actor, id), "revoked") : refused;
    case "require": {
      const from = await momentOf(form.get("from"));
      if (from === undefined) return { problems: { from: "time_invalid" } };
      return answer(await requireSecondFactor(actor, from), "policy");
    }
    case "drop":
      return answer(await requireSecondFactor(actor, null), "policy");
    default:
      return refused;
  }
}

/** `2026-12-01T09:00` in the shop's time as ISO 8601; empty: now. Undefined for anything else. */
async function momentOf(value: FormDataEntryValue | null): Promise<string | undefined> {
  if (value === null || value === "") return new Date().toISOString();
  if (typeof value !== "string" || !/^20\d{2}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(value))
    return undefined;
  const { timeZone } = await findMerchant();
  const at = shopInstant(value, timeZone);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** Handles the forms of one person. */
export async function answerPerson(
  actor: Person,
  personId: string,
  form: FormData,
): Promise<StaffAnswer> {
  if (form.get("intent") === "factor") return answer(await resetFactor(actor, personId), "factor");
  const before = rightsOf(String(form.get("before") ?? ""));
  const isEnd = form.get("intent") === "end";
  const after = isEnd
    ? before && { ...before, role: "CUSTOMER" as const }
    : rightsOf(String(form.get("role") ?? ""));
  if (!before || !isUuid(personId)) return refused;
  if (!after) return { problems: { role: "role_unknown" } };
  const changed = await changeStaffRights(actor, personId, before, {
    ...after,
    // An administrator keeps the staff role that they had.
    staff_role: after.role === "USER" ? after.staff_role : before.staff_role,
  });
  return answer(changed, isEnd ? "ended" : "changed");
}

/** `ADMIN`, or the id of a staff role; `ADMIN {staff role}` names the one that an administrator keeps. */
function rightsOf(value: string): StaffRights | undefined {
  const [first = "", kept] = value.split(" ");
  if (isRole(first))
    return first === "ADMIN" ? { role: first, staff_role: kept ?? "manager" } : undefined;
  return /^[a-z0-9-]{1,60}$/.test(first) ? { role: "USER", staff_role: first } : undefined;
}

/** Handles the form of one role. @param id of the stored role; `new` for one that is being made */
export async function answerRole(actor: Person, id: string, form: FormData): Promise<RoleAnswer> {
  if (form.get("intent") === "delete") return answer(await deleteStaffRole(actor, id), "deleted");
  const read = (values: FormValues) =>
    v.safeParse(staffRoleSchema, {
      id: form.get("id"),
      name: firstValue(values, "name"),
      permissions: allValues(values, "permissions"),
    });
  if (id === "new") {
    const input = read(readValues(form));
    if (!input.success) return { problems: formProblems(input.issues) };
    return answer(await createStaffRole(actor, input.output), "saved");
  }
  const { done, ...merged } = await saveMerged({
    form,
    sets: new Set(["permissions"]),
    save: async (values, version) => {
      const input = read(values);
      if (!input.success) return { ok: false, answer: { problems: formProblems(input.issues) } };
      const saved = await saveStaffRole(actor, id, version, input.output);
      if (saved.ok) return { ok: true, version: version + 1 };
      const { problem } = saved;
      return { ok: false, answer: { problem }, isStale: problem === "changed_meanwhile" };
    },
    read: async () => {
      const stored = (await listStaffRoles(actor)).find((role) => role.id === id);
      return stored && { values: roleValues(stored), version: stored.version };
    },
  });
  if (!done) return merged;
  return { done: "saved", ...(merged.remount && { remount: merged.remount }) };
}
