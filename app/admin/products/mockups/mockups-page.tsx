import { randomUUID } from "node:crypto";
import { data, Form } from "react-router";
import { PermittedLink } from "#app/admin/kit/permitted-link.tsx";
import { mockupsWords, useMockupsWords } from "#app/admin/products/mockups/messages/mockups.ts";
import { languageOf, useLanguage, useLocalPath } from "#app/language.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button } from "#app/ui/button.tsx";
import { Picture } from "#app/ui/domain/picture.tsx";
import { Link } from "#app/ui/link.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { findOwnMockups } from "#shop/designs/mockups/own-mockups.server.ts";
import { outlineOf } from "#shop/designs/mockups/surface.ts";
import { staffWith } from "../../staff.server.ts";
import type { Route } from "./+types/mockups-page";
import { MockupForm } from "./mockup-form.tsx";
import { changeMockups } from "./mockups-action.server.ts";

export const meta: Route.MetaFunction = (source) => {
  const language = languageOf(source.location.pathname);
  const found = source.loaderData as Route.ComponentProps["loaderData"] | undefined;
  const title = mockupsWords(language).title(found?.product.name[language] ?? "");
  return pageMeta(source, { title, hidden: true });
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const product = await findOwnMockups(staffWith(context, "media.manage"), params.id);
  if (!product) throw data(null, 404);
  return { product, next: randomUUID() };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const actor = staffWith(context, "media.manage");
  return changeMockups(actor, params.id, await readForm(request));
}

/** The photographs of a product on which designs are shown. */
export default function MockupsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { product, next } = loaderData;
  const words = useMockupsWords();
  const language = useLanguage();
  const to = useLocalPath();
  const { pictures, places, mockups } = product;
  const { done, problem } = actionData ?? {};
  return (
    <div className="grid max-w-5xl gap-6 wrap-anywhere">
      <header className="grid gap-1">
        <h1 tabIndex={-1} className="text-2xl">
          {words.title(product.name[language])}
        </h1>
        <p className="text-muted">{words.lead}</p>
        <p className="flex flex-wrap gap-x-4">
          {places.length > 0 ? (
            <PermittedLink
              permission="products.read"
              isAction
              to={to(`/admin/Products/${product.id}/Printing`)}
              className="link"
            >
              {words.toPrinting}
            </PermittedLink>
          ) : null}
          <Link to={to(`/admin/Products/${product.id}/Media`)} className="link">
            {words.back}
          </Link>
          {places.length > 0 ? (
            // The designer has another content security policy, so its page is loaded.
            <a href={to(`/item/${product.slug}/Design`)} className="link">
              {words.toDesigner}
            </a>
          ) : null}
        </p>
      </header>
      {problem ? (
        <Notice tone="error">{words.problems[problem] ?? words.problems.invalid_input}</Notice>
      ) : null}
      {done ? <Notice>{done === "add" ? words.saved : words.removed}</Notice> : null}
      <section className="grid gap-3">
        <h2 className="text-xl">{words.present}</h2>
        {mockups.length === 0 ? <p className="text-muted">{words.none}</p> : null}
        <ul className="flex flex-wrap gap-4">
          {mockups.map(({ id, image_id, side, area, corners, bend }) => {
            const picture = pictures.find((one) => one.id === image_id);
            const place = places.find((one) => one.side === side && one.area === area);
            return (
              <li key={id} className="grid w-48 gap-2 border border-rule bg-card p-3">
                <span className="relative">
                  {picture ? (
                    <Picture
                      picture={picture}
                      sizes="168px"
                      widest={320}
                      alt={picture.alt[language]}
                    />
                  ) : null}
                  <svg
                    aria-hidden="true"
                    viewBox="0 0 1 1"
                    className="absolute inset-0 size-full"
                    fill="#2b39a633"
                    stroke="#14183a"
                  >
                    <polygon
                      points={outlineOf({ corners, bend }).join(" ")}
                      vectorEffect="non-scaling-stroke"
                    />
                  </svg>
                </span>
                <span className="text-sm">{place?.name[language] ?? `${side}/${area}`}</span>
                <Form method="post">
                  <input type="hidden" name="intent" value="remove" />
                  <input type="hidden" name="id" value={id} />
                  <Button type="submit" look="quiet" wide>
                    {words.remove}
                  </Button>
                </Form>
              </li>
            );
          })}
        </ul>
      </section>
      <section className="grid gap-3 border-t border-rule pt-5">
        <h2 className="text-xl">{words.add}</h2>
        {places.length === 0 ? (
          <Notice>{words.notPrinted}</Notice>
        ) : pictures.length === 0 ? (
          <Notice>{words.noPictures}</Notice>
        ) : (
          <MockupForm key={mockups.length} id={next} pictures={pictures} places={places} />
        )}
      </section>
    </div>
  );
}
