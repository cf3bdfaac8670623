import { setTimeout } from "node:timers/promises";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Actor } from "./request.ts";

export interface Place {
  readonly url: string;
  readonly publishable: string;
  readonly secret: string;
}

const password = "kertas-karbon-7";

/**
 * All actors, with fresh accounts: earlier requests may have banned, renamed or signed out the old ones.
 * @param turn makes the addresses of this set unique
 */
export async function makeActors(place: Place, turn: number): Promise<Actor[]> {
  const { publishable, secret } = place;
  const nothing = { apikey: "", bearer: "", cookie: "", refreshToken: "", userId: "" };
  const customer = await makePerson(place, `customer-${turn}@fuzz.test`, "customer");
  const staff = await makePerson(place, `staff-${turn}@fuzz.test`, "staff");
  const forged = `${customer.bearer.slice(0, -4)}AAAA`;
  return [
    { ...nothing, name: "nobody" },
    { ...nothing, name: "anon", apikey: publishable, bearer: publishable },
    customer,
    staff,
    { ...nothing, name: "service", apikey: secret, bearer: secret, userId: customer.userId },
    { ...nothing, name: "forged", apikey: publishable, bearer: forged, userId: customer.userId },
  ];
}

async function makePerson(place: Place, email: string, name: "customer" | "staff"): Promise<Actor> {
  const service = createClient(place.url, place.secret, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const made = await service.auth.admin.createUser({ email, password, email_confirm: true });
  if (made.error) throw made.error;
  if (name === "staff") {
    const raised = await service
      .from("profiles")
      .update({ role: "USER" })
      .eq("id", made.data.user.id)
      .select()
      .single();
    if (raised.error) throw new Error(`nobody could be made staff: ${raised.error.message}`);
  }
  const client = createClient(place.url, place.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { session, user } = await signIn(client, email);
  const host = new URL(place.url).hostname.split(".")[0];
  const value = Buffer.from(JSON.stringify(session)).toString("base64url");
  return {
    name,
    apikey: place.publishable,
    bearer: session.access_token,
    cookie: `sb-${host}-auth-token=base64-${value}`,
    refreshToken: session.refresh_token,
    userId: user.id,
  };
}

/** Signs in, as soon as the queue of password hashes has room. */
async function signIn(client: SupabaseClient, email: string) {
  for (let attempt = 1; ; attempt++) {
    const { data, error } = await client.auth.signInWithPassword({ email, password });
    if (!error) return data;
    if (error.status !== 429 || attempt === 10) throw error;
    await setTimeout(2_000);
  }
}
