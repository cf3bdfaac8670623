import { Form } from "react-router";
import { useProblemText } from "#app/admin/shipping/fields.tsx";
import { grouped } from "#app/admin/shipping/figures.ts";
import { useMayEdit } from "#app/admin/shipping/may-edit.ts";
import { shippingWords, useShippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { moveFromForm } from "#app/admin/shipping/move-action.server.ts";
import { MoveButtons } from "#app/admin/shipping/move-buttons.tsx";
import { ShippingPage } from "#app/admin/shipping/shipping-page.tsx";
import { staffWith } from "#app/admin/staff.server.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { Pill } from "#app/ui/pill.tsx";
import { listMethods, type MethodRow } from "#shop/settings/shipping/methods.server.ts";
import type { Route } from "./+types/methods";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: shippingWords(languageOf(source.location.pathname)).methods.title,
    hidden: true,
  });

export async function loader({ context }: Route.LoaderArgs) {
  staffWith(context, "shipping.read");
  return { methods: await listMethods() };
}

export function action({ request, context }: Route.ActionArgs) {
  return moveFromForm(staffWith(context, "shipping.edit"), "shipping_methods", request);
}

/** Methods in the order in which buyers see them. */
export default function ShippingMethods({ loaderData, actionData }: Route.ComponentProps) {
  const { methods } = loaderData;
  const words = useShippingWords();
  const to = useLocalPath();
  const textOf = useProblemText();
  const mayEdit = useMayEdit();
  const add = (look: "primary" | "quiet") =>
    mayEdit ? (
      <ButtonLink to={to("/admin/Shipping/Methods/new")} look={look} icon="plus">
        {words.methods.add}
      </ButtonLink>
    ) : null;
  if (methods.length === 0) {
    return (
      <ShippingPage tab="methods">
        <EmptyState title={words.methods.empty} action={add("primary")}>
          {words.methods.emptyText}
        </EmptyState>
      </ShippingPage>
    );
  }
  return (
    <ShippingPage tab="methods" action={add("quiet")}>
      {actionData?.problem ? <Notice tone="error">{textOf(actionData.problem)}</Notice> : null}
      <Form method="post" className="@container">
        <table className="w-full border-collapse @max-4xl:block">
          <thead className="border-b border-ink @max-4xl:hidden">
            <tr className="printed text-left">
              <th className="w-24 py-2">{words.order}</th>
              <th className="px-3 py-2">{words.methods.title}</th>
              <th className="px-3 py-2">{words.methods.courier}</th>
              <th className="px-3 py-2">{words.methods.source}</th>
              <th className="px-3 py-2 text-right">{words.methods.weight}</th>
              <th className="px-3 py-2 text-right">{words.methods.zones}</th>
              <th className="px-3 py-2">{words.methods.state}</th>
            </tr>
          </thead>
          <tbody className="@max-4xl:block">
            {methods.map((method, index) => (
              <MethodLine key={method.id} method={method} place={index} count={methods.length} />
            ))}
          </tbody>
        </table>
      </Form>
    </ShippingPage>
  );
}

function MethodLine({ method, place, count }: { method: MethodRow; place: number; count: number }) {
  const { methods: words } = useShippingWords();
  const language = useLanguage();
  const to = useLocalPath();
  const name = method.name[language];
  const weight = `${grouped(method.min_weight_grams)}–${grouped(method.max_weight_grams)} g`;
  return (
    <tr className="relative border-b border-rule hover:bg-paper @max-4xl:grid @max-4xl:grid-cols-[minmax(0,1fr)_auto] @max-4xl:gap-x-3 @max-4xl:py-2">
      <td className="py-1 @max-4xl:order-2 @max-4xl:row-span-3 @max-4xl:self-center">
        <span className="relative z-10 inline-flex">
          <MoveButtons name={name} id={method.id} place={place} count={count} />
        </span>
      </td>
      <td className="px-3 py-2 @max-4xl:order-1 @max-4xl:p-0">
        <Link
          to={to(`/admin/Shipping/Methods/${method.id}`)}
          className="font-semibold text-carbon after:absolute after:inset-0"
        >
          {name}
        </Link>
      </td>
      <td className="px-3 py-2 @max-4xl:order-3 @max-4xl:p-0">
        {[method.courier, method.service].filter(Boolean).join(" ")}
      </td>
      <td className="px-3 py-2 text-muted @max-4xl:order-4 @max-4xl:p-0">
        {words.sources[method.source]}
      </td>
      <td className="figures px-3 py-2 text-right @max-4xl:hidden">{weight}</td>
      <td className="figures px-3 py-2 text-right @max-4xl:hidden">{method.zones}</td>
      <td className="px-3 py-2 @max-4xl:order-5 @max-4xl:col-span-2 @max-4xl:px-0 @max-4xl:py-1">
        <span className="flex flex-wrap items-center gap-2">
          {method.enabled ? (
            method.zones === 0 ? (
              <Pill copy="yellow" icon="triangle-alert">
                {words.noZones}
              </Pill>
            ) : (
              <Pill copy="green" icon="circle-check">
                {words.on}
              </Pill>
            )
          ) : (
            <Pill copy="white" icon="ban">
              {words.off}
            </Pill>
          )}
          <span className="figures text-muted @4xl:hidden">{weight}</span>
        </span>
      </td>
    </tr>
  );
}
