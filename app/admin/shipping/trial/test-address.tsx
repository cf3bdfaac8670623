import { Form } from "react-router";
import { shippingWords } from "#app/admin/shipping/messages/shipping.ts";
import { useShippingTestWords } from "#app/admin/shipping/messages/shipping-test.ts";
import { namePayments } from "#app/admin/shipping/name-payments.server.ts";
import { ShippingPage } from "#app/admin/shipping/shipping-page.tsx";
import { answerTest } from "#app/admin/shipping/test-action.server.ts";
import { staffWith } from "#app/admin/staff.server.ts";
import { languageOf } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import type { Route } from "./+types/test-address";
import { TestFields } from "./test-fields.tsx";
import { TestResults } from "./test-results.tsx";
import { emptyTestValues } from "./test-values.ts";

export const meta: Route.MetaFunction = (source) =>
  pageMeta(source, {
    title: shippingWords(languageOf(source.location.pathname)).tabs.test,
    hidden: true,
  });

export function loader({ url, context }: Route.LoaderArgs) {
  staffWith(context, "shipping.read");
  return { values: emptyTestValues, payments: namePayments(url) };
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const actor = staffWith(context, "shipping.read");
  return answerTest(actor, await readForm(request), null, languageOf(url.pathname));
}

/** What a buyer at an address sees with today's settings, and why. */
export default function ShippingTest({ loaderData, actionData }: Route.ComponentProps) {
  const words = useShippingTestWords();
  return (
    <ShippingPage tab="test">
      <p className="max-w-[66ch] text-muted">{words.lead}</p>
      <Form method="post" preventScrollReset noValidate>
        {/* The button that Enter presses in a field without one of its own. */}
        <button type="submit" name="intent" value="test" hidden tabIndex={-1} aria-hidden="true" />
        <TestFields
          values={actionData?.values ?? loaderData.values}
          problem={actionData?.problem}
          payments={loaderData.payments}
          run={words.run}
        />
      </Form>
      {actionData ? <TestResults answer={actionData} /> : null}
    </ShippingPage>
  );
}
