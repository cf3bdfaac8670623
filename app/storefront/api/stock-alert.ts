import { data } from "react-router";
import * as v from "valibot";
import { networkContext } from "#app/context.ts";
import { formProblems } from "#app/form-problems.server.ts";
import { languageOf } from "#app/language.ts";
import { readForm } from "#app/read-form.server.ts";
import { askForStockAlert } from "#shop/mailing/stock-alerts/ask-for-alert.server.ts";
import {
  type StockAlertProblem,
  stockAlertSchema,
} from "#shop/mailing/stock-alerts/stock-alert.ts";
import type { Route } from "./+types/stock-alert";

export type StockAlertAnswer =
  | { readonly stored: { readonly email: string } }
  | {
      /** A code for each field that needs to be put right. */
      readonly problems?: Readonly<Record<string, string>>;
      readonly failure?: StockAlertProblem;
    };

/** Requests a stock alert: 422 for invalid input, 429 for too many requests. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const refuse = (status: number, answer: StockAlertAnswer) => data(answer, { status });
  const fields = { email: text("email"), variant_id: text("variant_id") };
  const checked = v.safeParse(stockAlertSchema, fields);
  if (!checked.success) return refuse(422, { problems: formProblems(checked.issues) });
  const asked = await askForStockAlert(checked.output, {
    idempotencyKey: text("key").replaceAll("\0", "").slice(0, 100) || crypto.randomUUID(),
    captchaToken: text("captcha"),
    ip: context.get(networkContext),
    language: languageOf(url.pathname),
  });
  if (asked.ok) return refuse(200, { stored: { email: checked.output.email } });
  const status = { too_many_requests: 429, variant_not_found: 404 }[asked.problem as string] ?? 422;
  return refuse(status, { failure: asked.problem });
}
