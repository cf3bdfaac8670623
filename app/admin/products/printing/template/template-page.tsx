import { data } from "react-router";
import { requireStaff } from "#app/access.server.ts";
import { printingWords } from "#app/admin/products/printing/messages/printing.ts";
import { languageOf } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { findTemplateStart } from "#shop/designs/print-setup/find-template.server.ts";
import { may } from "#shop/kernel/access.ts";
import { staffWith } from "../../../staff.server.ts";
import type { Route } from "./+types/template-page";
import { answerTemplate } from "./template-action.server.ts";
import { TemplateDesigner } from "./template-designer.tsx";

export const middleware: Route.MiddlewareFunction[] = [requireStaff];

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: printingWords(languageOf(source.location.pathname)).templates.title,
    hidden: true,
  });

/** The editor of a template: the buyers' drawing board, with fields for what a buyer fills in. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const staff = staffWith(context, "products.read");
  const language = languageOf(url.pathname);
  const start = await findTemplateStart(staff, params.id, params.template, language);
  if (!start) throw data(null, { status: 404 });
  return { start, mayEdit: may(staff, "products.edit") };
}

export function action({ params, request, context }: Route.ActionArgs) {
  return answerTemplate(staffWith(context, "products.edit"), params.id, params.template, request);
}

export default function TemplatePage({ loaderData }: Route.ComponentProps) {
  return <TemplateDesigner key={loaderData.start.id} {...loaderData} />;
}
