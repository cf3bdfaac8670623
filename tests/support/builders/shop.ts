import { provideSecret } from "#base/secrets.server.ts";
import type { Sql } from "#db/client.server.ts";
import { accountId, demoAccounts } from "#db/seed/accounts.server.ts";
import { seedId } from "#db/seed/deterministic.ts";
import { confirmCard } from "#integrations/payment/builtin/pay-card.server.ts";
import { openProviders } from "#integrations/payment/providers.server.ts";
import type { Person, Role } from "#shop/kernel/access.ts";
import { type BuiltInRole, type Permission, permissions } from "#shop/kernel/permissions.ts";
import type { PlaceOrderInput } from "#shop/orders/checkout/checkout.ts";
import { quoteCheckout } from "#shop/orders/checkout/quote-checkout.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";

export const goodCard = { number: "4242 4242 4242 4242", expiry: "12/39", cvc: "123" };
export const declinedCard = { ...goodCard, number: "4000 0000 0000 0002" };

/**
 * Opens the payment methods without an external provider, and sets the shop's secret, as the program does at the
 * start.
 */
export function openTestProviders(): void {
  openProvidersWith({ payments: ["builtin", "transfer", "cod"] });
}

/** The same for the named payment methods, with their settings. */
export function openProvidersWith(settings: Partial<Parameters<typeof openProviders>[0]>): void {
  provideSecret(Buffer.alloc(32, "test"));
  openProviders(
    { payments: [], stripe: undefined, midtrans: undefined, ...settings },
    { builtin: "test-secret-of-at-least-32-characters" },
  );
}

/** What the demo accounts may do. The demo shop's USER has the role `sales`. */
const permissionsOf: Readonly<Record<Role, readonly Permission[]>> = {
  CUSTOMER: [],
  USER: [
    "orders.read",
    "orders.draft",
    "orders.fulfil",
    "orders.edit",
    "orders.cancel",
    "returns.read",
    "returns.edit",
    "payments.read",
    "payments.edit",
    "products.read",
    "stock.read",
    "shipping.read",
    "promos.read",
    "customers.read",
    "customers.contact",
    "customisations.read",
    "customisations.review",
    "enquiries.read",
    "enquiries.edit",
    "mail.read",
    "mail.send",
    "reports.read",
  ],
  ADMIN: permissions,
};

/** One of the demo accounts as an actor. */
export function demoPerson(email: (typeof demoAccounts)[number]["email"]): Person {
  const id = accountId(email);
  const role = demoAccounts.find((account) => account.email === email)?.role ?? "CUSTOMER";
  return {
    kind: "person",
    id,
    role,
    email,
    permissions: permissionsOf[role],
    claims: { sub: id, role: "authenticated" },
  };
}

/** The demo shop's administrator with a fresh proof: may refund alone. */
export async function provenAdmin(): Promise<Person> {
  return withProof(demoPerson("admin@etalase.test"));
}

/** The demo shop's staff member with the refund right and a fresh proof. */
export async function provenStaff(): Promise<Person> {
  const person = demoPerson("staff@etalase.test");
  await giveStaffRole(person, "manager");
  return withProof(person);
}

/** Gives a USER one of the shop's roles. */
export async function giveStaffRole(person: Person, role: BuiltInRole): Promise<void> {
  await asSeed()`update profiles set staff_role = ${role} where id = ${person.id}`;
}

/** A person in a new session whose proof stays fresh for the whole test. */
export async function withProof(person: Person, sql: Sql = asSeed()): Promise<Person> {
  const proven = inSession(person);
  await sql`
    insert into auth.sessions (id, user_id, reauthenticated_at)
    values (${String(proven.claims.session_id)}, ${person.id}, now() + interval '1 hour')
    on conflict (id) do update set reauthenticated_at = excluded.reauthenticated_at`;
  return proven;
}

/** The person with the session that `withProof` opens. */
export function inSession(person: Person): Person {
  const session_id = seedId(`test-session:${person.id}`);
  return { ...person, claims: { ...person.claims, session_id } };
}

/** Another confirmed customer with an address. */
export async function makeCustomer(name: string): Promise<{ person: Person; addressId: string }> {
  const sql = asSeed();
  const id = seedId(`test-customer:${name}`);
  const email = `${name.toLowerCase().replaceAll(/[^a-z0-9.+-]+/g, "-")}@pelanggan.test`;
  const addressId = seedId(`test-address:${name}`);
  await sql`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${email}, now())`;
  await sql`
    insert into addresses (id, customer_id, recipient, phone, region_code, postal_code, street)
    values (${addressId}, ${id}, ${name}, ${phoneOf(name)}, '3273191001', '40111', 'Jl. Braga 1')`;
  const claims = { sub: id, role: "authenticated" };
  return {
    person: { kind: "person", id, role: "CUSTOMER", email, permissions: [], claims },
    addressId,
  };
}

/** A different telephone number for each name. */
function phoneOf(name: string): string {
  const digits = Number.parseInt(seedId(`test-phone:${name}`).slice(0, 8), 16) % 100_000_000;
  return `+62812${String(digits).padStart(8, "0")}`;
}

export const demoAddressId = seedId("address:customer");
export const regularMethodId = seedId("method:regular");

/** The input that a customer's screen would send for a cart: it requests the quote first, as the screen does. */
export async function orderInput(
  actor: Person,
  cart: Pick<PlaceOrderInput, "lines" | "promo_codes"> & {
    address_id?: string;
    payment_method?: string;
  },
): Promise<PlaceOrderInput> {
  const asked = {
    address_id: demoAddressId,
    payment_method: "builtin:card",
    ...cart,
    shipping_method_id: regularMethodId,
  };
  const quote = await quoteCheckout({ actor }, asked, "id");
  return {
    ...asked,
    expected_total: quote.total,
    accepted_terms_version: quote.terms_version,
  };
}

/** Types a card into the built-in provider's form. */
export async function payWith(
  paymentId: string,
  card: typeof goodCard = goodCard,
): Promise<Awaited<ReturnType<typeof confirmCard>>> {
  const [row] = await asSeed()<{ provider_payment_id: string; secret: string }[]>`
    select provider_payment_id, client ->> 'secret' as secret from payments where id = ${paymentId}`;
  return confirmCard(row?.provider_payment_id ?? "", row?.secret ?? "", card);
}

/** A variant of the demo shop with at least `pieces` to sell. */
export async function variantInStock(pieces = 20): Promise<string> {
  const [row] = await asSeed()<{ variant_id: string }[]>`
    select variant_id from stock_items s join product_variants v on v.id = s.variant_id join products p on p.id = v.product_id
    where s.available >= ${pieces} and not p.print_required order by variant_id limit 1`;
  if (!row) throw new Error("the demo shop has no such stock");
  return row.variant_id;
}

export async function stockOf(
  variantId: string,
): Promise<{ on_hand: number; allocated: number; held: number; available: number }> {
  const [row] = await asSeed()<
    { on_hand: number; allocated: number; held: number; available: number }[]
  >`select on_hand, allocated, held, available from stock_items where variant_id = ${variantId}`;
  if (!row) throw new Error("no stock item");
  return row;
}

/** Sets the available pieces of a variant to exactly this number. */
export async function setStock(variantId: string, pieces: number): Promise<void> {
  const { available } = await stockOf(variantId);
  if (available === pieces) return;
  await asSeed()`
    insert into stock_movements (variant_id, kind, quantity, reason)
    values (${variantId}, 'adjusted', ${pieces - available}, 'test')`;
}
