import { useState } from "react";
import { useFetcher, useNavigate } from "react-router";
import { languageOf, useLocalPath } from "#app/language.ts";
import { buyingWords, useBuyingWords } from "#app/messages/shared/buying.ts";
import { pageMeta } from "#app/page-meta.ts";
import { readForm } from "#app/read-form.server.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { ownPath } from "#base/own-path.ts";
import { maxAddresses } from "#shop/customers/addresses/address.ts";
import { listAddresses } from "#shop/customers/addresses/addresses.server.ts";
import { readProfile } from "#shop/customers/profile.server.ts";
import { personOf } from "../person.server.ts";
import type { Route } from "./+types/address";
import { AddressForm } from "./address-form.tsx";
import { AddressLines } from "./address-lines.tsx";
import { answerAddressForm } from "./save-address-action.server.ts";

export const meta: Route.MetaFunction = (source) => {
  const words = buyingWords(languageOf(source.location.pathname)).address;
  return pageMeta(source, { title: words.title, hidden: true });
};

export async function loader({ url, context }: Route.LoaderArgs) {
  const next = ownPath(url.searchParams.get("next"));
  const actor = personOf(context);
  const [addresses, owner] = await Promise.all([listAddresses(actor), readProfile(actor)]);
  return { addresses, owner, next: next ?? null };
}

export async function action({ request, context }: Route.ActionArgs) {
  return answerAddressForm(personOf(context), await readForm(request));
}

export default function AddressPage({ loaderData }: Route.ComponentProps) {
  const { address: words } = useBuyingWords();
  const { addresses, owner, next } = loaderData;
  const to = useLocalPath();
  const navigate = useNavigate();
  const [editing, setEditing] = useState<string | "new" | null>(null);
  const fetcher = useFetcher();
  const onSaved = () => {
    setEditing(null);
    if (next) navigate(next);
  };
  const isEmpty = addresses.length === 0;

  return (
    <div className="page grid max-w-3xl gap-6 py-8">
      <header className="grid gap-2">
        <h1 tabIndex={-1} className="text-2xl md:text-3xl">
          {words.title}
        </h1>
        <p className="text-muted">{words.intro}</p>
      </header>
      {isEmpty && editing === null ? (
        <EmptyState
          title={words.empty}
          action={<Button onClick={() => setEditing("new")}>{words.add}</Button>}
        >
          {words.emptyText}
        </EmptyState>
      ) : null}
      <ul className="grid gap-4">
        {addresses.map((address) => (
          <li key={address.id} className="border border-rule bg-card p-5">
            {editing === address.id ? (
              <AddressForm
                address={address}
                owner={owner}
                onSaved={onSaved}
                onCancel={() => setEditing(null)}
              />
            ) : (
              <div className="grid gap-3">
                <AddressLines address={address} />
                <fetcher.Form method="post" className="flex flex-wrap gap-2">
                  <input type="hidden" name="id" value={address.id} />
                  <Button look="quiet" icon="pen-line" onClick={() => setEditing(address.id)}>
                    {words.edit}
                  </Button>
                  {address.is_default ? null : (
                    <Button look="bare" type="submit" name="intent" value="default">
                      {words.makeDefault}
                    </Button>
                  )}
                  <Button look="bare" icon="trash-2" type="submit" name="intent" value="remove">
                    {words.remove}
                  </Button>
                </fetcher.Form>
              </div>
            )}
          </li>
        ))}
      </ul>
      {editing === "new" ? (
        <section className="border border-rule bg-card p-5">
          <AddressForm owner={owner} onSaved={onSaved} onCancel={() => setEditing(null)} />
        </section>
      ) : isEmpty ? null : addresses.length < maxAddresses ? (
        <div className="flex flex-wrap gap-3">
          <Button look="quiet" icon="plus" onClick={() => setEditing("new")}>
            {words.add}
          </Button>
          {next ? (
            <ButtonLink to={to("/Checkout")} icon="arrow-right">
              {words.continue}
            </ButtonLink>
          ) : null}
        </div>
      ) : (
        <p className="text-muted">{words.full}</p>
      )}
    </div>
  );
}
