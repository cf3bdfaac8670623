import { asSeed } from "#tests/support/runner/connections.ts";
import type { Account } from "./buyer.ts";

/** A customer with an address, made through the secret key's endpoint. `connect` must have been called before. */
export async function makeAccount(url: string, secret: string, n: number): Promise<Account> {
  const account = { email: `pembeli-${n}@pelanggan.test`, password: `kertas-karbon-${n}` };
  const response = await fetch(`${url}/auth/v1/admin/users`, {
    method: "POST",
    headers: { "Content-Type": "application/json", apikey: secret },
    body: JSON.stringify({ ...account, email_confirm: true }),
  });
  if (!response.ok) throw new Error(`no account: ${response.status} ${await response.text()}`);
  const { id } = (await response.json()) as { id: string };
  const [address] = await asSeed()<{ id: string }[]>`
    insert into addresses (customer_id, recipient, phone, region_code, postal_code, street)
    values (${id}, ${account.email}, ${`+62812${String(n).padStart(8, "0")}`}, '3273191001', '40111', 'Jl. Braga 1') returning id`;
  return { ...account, addressId: address?.id ?? "" };
}

/** Six different variants: the first two are always scarce, so that people compete for the last pieces. */
export async function chooseVariants(max = 6): Promise<string[]> {
  const rows = await asSeed()<{ variant_id: string }[]>`
    select distinct on (v.product_id) i.variant_id
    from stock_items i join product_variants v on v.id = i.variant_id
    join products p on p.id = v.product_id
    where i.available > 5 and not v.archived and p.status = 'published'
    order by v.product_id, v.position limit ${max}`;
  return rows.map((row) => row.variant_id);
}

/** Makes two variants scarce and the others plentiful, and resets the rate limits. */
export async function refill(variants: readonly string[], plenty = 400): Promise<void> {
  await asSeed()`delete from private.rate_limits`;
  for (const [index, variant] of variants.entries()) {
    await asSeed()`
      insert into stock_movements (variant_id, kind, quantity, reason)
      select variant_id, 'adjusted', ${index < 2 ? 6 : plenty} - available, 'refilled for the next round'
      from stock_items where variant_id = ${variant} and available <> ${index < 2 ? 6 : plenty}`;
  }
}
