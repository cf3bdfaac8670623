import { approvalWords, useApprovalWords } from "#app/admin/approvals/messages/approvals.ts";
import { useProvenFetcher } from "#app/admin/kit/form/use-proven-fetcher.tsx";
import { ListTable } from "#app/admin/kit/list/list-table.tsx";
import { cellClasses, rowClasses } from "#app/admin/kit/list/simple-list.tsx";
import { Section } from "#app/admin/kit/section.tsx";
import { languageOf, useLocalPath } from "#app/language.ts";
import { useRoleName } from "#app/messages/shared/staff-roles.ts";
import { wordsFor } from "#app/messages/shared/words-for.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Field } from "#app/ui/field.tsx";
import { Link } from "#app/ui/link.tsx";
import { TextInput } from "#app/ui/text-input.tsx";
import { readSignInKeys } from "#shop/customers/sign-in-methods.server.ts";
import { isAdministrator, may } from "#shop/kernel/access.ts";
import { permissions } from "#shop/kernel/permissions.ts";
import { limitKinds } from "#shop/staff/approvals/approval.ts";
import { readLimits } from "#shop/staff/approvals/role-limits.server.ts";
import { limitsFor, type RoleLimits } from "#shop/staff/approvals/role-limits.ts";
import { staffWith } from "../staff.server.ts";
import type { Route } from "./+types/limits";
import { useLimitText } from "./limit-text.ts";
import { answerShopLimits, type LimitsAnswer } from "./limits-action.server.ts";
import { StaffPage } from "./staff-page.tsx";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: approvalWords(languageOf(source.location.pathname)).limits.title,
    hidden: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const staff = staffWith(context, "staff.edit");
  const [limits, keys] = await Promise.all([readLimits(staff), readSignInKeys(staff)]);
  if (!limits) throw new Error("whoever may edit staff reads limits");
  return {
    ...limits,
    keys,
    isAdmin: isAdministrator(staff),
    maySettings: may(staff, "settings.edit"),
  };
}

export async function action({ request, context }: Route.ActionArgs): Promise<LimitsAnswer> {
  return answerShopLimits(staffWith(context, "staff.edit"), await readForm(request));
}

/** What each role may do alone, and the shop's own limits. */
export default function AdminStaffLimits({ loaderData }: Route.ComponentProps) {
  const { shop, roles } = loaderData;
  const { limits: words } = useApprovalWords();
  const nameOf = useRoleName();
  const owner = { id: "", name: words.owner, permissions, limits: {} as RoleLimits };
  const limitText = useLimitText();
  const to = useLocalPath();
  return (
    <StaffPage tab="limits">
      <p className="max-w-[72ch] text-muted">{words.lead}</p>
      <ShopLimitsForm {...loaderData} />
      <ListTable
        heads={[
          { label: words.role },
          ...limitKinds.map((kind) => ({ label: words.names[kind], isNumber: true })),
        ]}
      >
        {[owner, ...roles].map((role) => {
          const meant = limitsFor(role.permissions);
          return meant.length === 0 ? null : (
            <tr key={role.id} className={rowClasses}>
              <td className={cellClasses}>
                {role.id === "" ? (
                  <b>{role.name}</b>
                ) : (
                  <Link
                    to={to(`/admin/Staff/Roles/${role.id}`)}
                    className="font-semibold wrap-break-word text-carbon after:absolute after:inset-0"
                  >
                    {nameOf(role.id, role.name)}
                  </Link>
                )}
              </td>
              {limitKinds.map((kind) => {
                const own = role.limits[kind];
                return (
                  <td
                    key={kind}
                    className={`${cellClasses} @4xl:text-right ${meant.includes(kind) ? "" : "@max-4xl:hidden"}`}
                  >
                    {meant.includes(kind) ? (
                      <span className={own === undefined ? "text-muted" : "font-semibold"}>
                        <span className="@4xl:hidden">{words.names[kind]}: </span>
                        <span className="figures">
                          {limitText(kind, own === undefined ? shop[kind] : own)}
                        </span>
                      </span>
                    ) : (
                      <span className="text-muted">–</span>
                    )}
                  </td>
                );
              })}
            </tr>
          );
        })}
      </ListTable>
      <p className="max-w-[72ch] text-muted">{words.alone}</p>
    </StaffPage>
  );
}

type ShopLimitsProps = Pick<
  Route.ComponentProps["loaderData"],
  "shop" | "keys" | "isAdmin" | "maySettings"
>;

function ShopLimitsForm({ shop, keys, isAdmin, maySettings }: ShopLimitsProps) {
  const { limits: words } = useApprovalWords();
  const limitText = useLimitText();
  const to = useLocalPath();
  const { fetcher, proof, answer } = useProvenFetcher<LimitsAnswer>(keys);
  const reply = fetcher.state === "idle" ? answer : undefined;
  const say = (code: string) => wordsFor(words.problems, code, "invalid_input");
  return (
    <Section title={words.shopTitle} hint={words.shopLead}>
      {isAdmin ? (
        <fetcher.Form method="post" noValidate className="grid gap-5">
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 sm:grid-cols-2">
            {(["write_off", "price_cut", "staff_discount", "recipients"] as const).map((kind) => (
              <Field
                key={`${kind} ${shop[kind]}`}
                label={words.names[kind]}
                hint={`${words.hints[kind]} ${words.empty}`}
                error={reply?.problems?.[kind] ? say(reply.problems[kind]) : undefined}
                optional
              >
                {(parts) => (
                  <TextInput
                    {...parts}
                    name={kind}
                    inputMode="numeric"
                    className="figures"
                    maxLength={20}
                    autoComplete="off"
                    defaultValue={shop[kind] ?? ""}
                  />
                )}
              </Field>
            ))}
          </div>
          <Checkbox
            name="factor_reset_second"
            label={words.factorReset}
            defaultChecked={!shop.factor_reset_alone}
          />
          <div className="flex flex-wrap items-center gap-4">
            <Button type="submit" look="quiet" busy={fetcher.state !== "idle"}>
              {words.save}
            </Button>
            <p role="status" className={reply?.problem ? "text-stamp" : "text-muted"}>
              {reply?.problem ? say(reply.problem) : reply?.done ? words.saved : ""}
            </p>
          </div>
        </fetcher.Form>
      ) : (
        <p>{words.problems.beyond_own_rights}</p>
      )}
      <p>
        {words.names.refund}: <b className="figures">{limitText("refund", shop.refund)}</b>.{" "}
        {words.names.refund_day}:{" "}
        <b className="figures">{limitText("refund_day", shop.refund_day)}</b>. {words.shopRefunds}{" "}
        {maySettings ? (
          <Link to={to("/admin/Settings/orders")} className="link">
            {words.toSettings}
          </Link>
        ) : null}
      </p>
      {proof}
    </Section>
  );
}
