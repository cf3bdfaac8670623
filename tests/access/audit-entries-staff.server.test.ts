import { beforeAll, test } from "vitest";
import type { Person } from "#shop/kernel/access.ts";
import {
  addSavedView,
  changeSavedView,
  deleteSavedView,
  type SavedViewInput,
} from "#shop/office/saved-views/saved-views.server.ts";
import {
  beginTermsDraft,
  findTermsDraft,
  publishTermsDraft,
  saveTermsDraft,
} from "#shop/settings/terms/terms-drafts.server.ts";
import { resetFactor } from "#shop/staff/approvals/reset-factor.server.ts";
import { saveRoleLimits, saveShopLimits } from "#shop/staff/approvals/role-limits.server.ts";
import { askColleague } from "#shop/staff/approvals/with-limits.server.ts";
import { inviteStaff, resendInvitation, revokeInvitation } from "#shop/staff/invitations.server.ts";
import { changeStaffRights } from "#shop/staff/role-changes.server.ts";
import { requireSecondFactor } from "#shop/staff/staff-policy.server.ts";
import { createStaffRole, deleteStaffRole, saveStaffRole } from "#shop/staff/staff-roles.server.ts";
import { makeStaff } from "#tests/support/builders/limits.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { type Act, about, actingAdmin, expectEntries, expectEveryUseCase } from "./acts.ts";

testDatabase({ demo: true });
let admin: Person;
let colleague: Person;
beforeAll(async () => {
  const acting = await actingAdmin();
  admin = { ...acting, claims: { ...acting.claims, aal: "aal2" } };
  colleague = await makeStaff("rekan-catat", "manager");
  // Somebody who may approve what the acting administrator asks for.
  const second = await makeStaff("pemilik-catat", "manager");
  await asSeed()`update profiles set role = 'ADMIN' where id = ${second.id}`;
  await asSeed()`delete from auth.mfa_factors`;
  for (const id of [admin.id, colleague.id]) {
    await asSeed()`
      insert into auth.mfa_factors (user_id, factor_type, status) values (${id}, 'totp', 'verified')`;
  }
  await asSeed()`
    update auth.sessions set aal = 'aal2' where user_id = ${admin.id}`;
});

const role = {
  id: crypto.randomUUID(),
  name: "Gudang malam",
  permissions: ["stock.read"] as const,
};
const roleInput = { ...role, permissions: [...role.permissions] };
async function roleVersion(): Promise<number> {
  const [row] = await asSeed()<{ version: number }[]>`
    select version from staff_roles where id = ${role.id}`;
  return row?.version ?? 0;
}
const limits = {
  write_off: 500_000,
  price_cut: 20,
  recipients: 5_000,
  staff_discount: 30,
  factor_reset_alone: true,
};
let invitationId = "";
async function openInvitation(): Promise<string> {
  const [row] = await asSeed()<{ id: string }[]>`
    select id from staff_invitations where email = 'undang@toko.test'`;
  invitationId = row?.id ?? "";
  return invitationId;
}
const termsId = crypto.randomUUID();
const terms = (in_force_from: string) => ({
  version: "2040-uji",
  in_force_from,
  id: "# Pihak\n\nPenjual dan pembeli.",
  en: "# Parties\n\nSeller and buyer.",
});
const view: SavedViewInput = {
  id: crypto.randomUUID(),
  list: "orders",
  name: "Besar",
  filter: "total.gte:1000000",
  sort: "",
};
const shared = { ...view, id: crypto.randomUUID(), name: "Bersama" };

const ofColleague = about("person", () => colleague.id);
const ofRole = about("staff_role", role.id);
const ofInvitation = about("staff_invitation", () => invitationId);
const ofView = about("saved_view", view.id);
const ofShared = about("saved_view", shared.id);

/** In order: later ones need earlier ones. */
const acts: readonly Act[] = [
  {
    name: "what staff may do alone",
    useCase: "saveShopLimits",
    run: () => saveShopLimits(admin, limits),
    entries: [
      [
        "staff_policy.changed",
        "staff_policy",
        "true",
        "price_cut_limit recipients_limit staff_discount_limit write_off_limit",
      ],
    ],
    again: true,
  },
  {
    name: "what a role may do alone",
    useCase: "saveRoleLimits",
    run: () => saveRoleLimits(admin, "warehouse", {}, { write_off: 100_000 }),
    entries: [["staff_roles.changed", "staff_role", "warehouse", "limits"]],
    again: true,
  },
  {
    name: "an act above a limit",
    useCase: "askColleague",
    run: async () => {
      const asked = await askColleague(
        admin,
        "staff.edit",
        { limit: "factor_reset", amount: 1 },
        async () => ({
          kind: "factor",
          subjectId: colleague.id,
          permissions: ["staff.edit"],
          payload: { factors: [] },
          shown: { title: "Rekan", changes: [], total: 0 },
        }),
      );
      return { ok: asked.problem === "waits_for_approval" };
    },
    entries: [["approval.asked", "approval", /^[0-9a-f-]{36}$/, ""]],
    again: true,
  },
  {
    name: "a colleague's lost factor",
    useCase: "resetFactor",
    run: () => resetFactor(admin, colleague.id),
    entries: [ofColleague("person.factor_reset", "")],
  },
  {
    name: "a second factor for all staff",
    useCase: "requireSecondFactor",
    run: () => requireSecondFactor(admin, "2040-01-01T00:00:00Z"),
    entries: [["staff_policy.changed", "staff_policy", "true", "second_factor_from"]],
    again: true,
  },
  {
    name: "a new role",
    useCase: "createStaffRole",
    run: () => createStaffRole(admin, roleInput),
    entries: [ofRole("staff_roles.created", "built_in id name permissions")],
    again: true,
  },
  {
    name: "a role with another name and permission",
    useCase: "saveStaffRole",
    run: async () =>
      saveStaffRole(admin, role.id, await roleVersion(), {
        name: "Gudang siang",
        permissions: ["stock.read", "stock.adjust"],
      }),
    entries: [ofRole("staff_roles.changed", "name permissions")],
    again: true,
  },
  {
    name: "a colleague with another role",
    useCase: "changeStaffRights",
    run: () =>
      changeStaffRights(
        admin,
        colleague.id,
        { role: "USER", staff_role: "manager" },
        { role: "USER", staff_role: "warehouse" },
      ),
    entries: [ofColleague("role.changed", "staff_role")],
  },
  {
    name: "the same role",
    useCase: "changeStaffRights",
    run: () =>
      changeStaffRights(
        admin,
        colleague.id,
        { role: "USER", staff_role: "warehouse" },
        { role: "USER", staff_role: "warehouse" },
      ),
    entries: [],
    again: true,
  },
  {
    name: "a role that nobody has",
    useCase: "deleteStaffRole",
    run: () => deleteStaffRole(admin, role.id),
    entries: [ofRole("staff_roles.deleted", "built_in id name permissions")],
  },
  {
    name: "an invitation",
    useCase: "inviteStaff",
    run: async () => {
      const invited = await inviteStaff(admin, { email: "undang@toko.test", role: "sales" }, "id");
      await openInvitation();
      return invited;
    },
    entries: [ofInvitation("staff_invitations.created", "expires_at id role staff_role")],
  },
  {
    name: "an invitation that is sent again",
    useCase: "resendInvitation",
    run: () => resendInvitation(admin, invitationId, "id"),
    entries: [ofInvitation("staff_invitations.changed", "expires_at")],
  },
  {
    name: "an invitation that is taken back",
    useCase: "revokeInvitation",
    run: () => revokeInvitation(admin, invitationId),
    entries: [ofInvitation("staff_invitations.changed", "revoked_at")],
  },
  {
    name: "a colleague who leaves",
    useCase: "changeStaffRights",
    run: () =>
      changeStaffRights(
        admin,
        colleague.id,
        { role: "USER", staff_role: "warehouse" },
        { role: "CUSTOMER", staff_role: "warehouse" },
      ),
    entries: [ofColleague("role.changed", "role")],
  },
  {
    name: "terms of a later day",
    useCase: "publishTermsDraft",
    run: async () => {
      await beginTermsDraft(admin, termsId);
      await saveTermsDraft(admin, termsId, 1, terms("2040-01-01"));
      const draft = await findTermsDraft(admin, termsId);
      return publishTermsDraft(admin, termsId, draft?.revision ?? 0, "2040-uji");
    },
    entries: [["terms.published", "terms", "2040-uji", ""]],
  },
  {
    name: "the same terms",
    useCase: "publishTermsDraft",
    run: () => publishTermsDraft(admin, termsId, 2, "2040-uji"),
    entries: [],
  },
  {
    name: "a view of one's own",
    useCase: "addSavedView",
    run: () => addSavedView(admin, view, false),
    entries: [ofView("saved_views.created", "filter id list name owner_id")],
    again: true,
  },
  {
    name: "a view for all staff",
    useCase: "addSavedView",
    run: () => addSavedView(admin, shared, true),
    entries: [ofShared("saved_views.created", "filter id list name")],
    again: true,
  },
  {
    name: "a view with another name",
    useCase: "changeSavedView",
    run: () => changeSavedView(admin, { ...shared, name: "Semua" }),
    entries: [ofShared("saved_views.changed", "name")],
    again: true,
  },
  {
    name: "a view that goes",
    useCase: "deleteSavedView",
    run: () => deleteSavedView(admin, shared),
    entries: [ofShared("saved_views.deleted", "filter id list name")],
  },
  {
    name: "a view of one's own that goes",
    useCase: "deleteSavedView",
    run: () => deleteSavedView(admin, view),
    entries: [ofView("saved_views.deleted", "filter id list name owner_id")],
  },
];

test("each act on staff, limits, terms and saved views leaves exactly its entries", () =>
  expectEntries(admin, acts));

test("every use case that writes staff, limits, terms or saved views is one of these acts", () =>
  expectEveryUseCase(
    /^(staff\/(?!tasks\/|approvals\/)|staff\/approvals\/(role-limits|reset-factor|with-limits)|settings\/terms\/|office\/saved-views\/)/,
    acts,
  ));
