import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { asShop } from "#db/client.server.ts";
import { placeForOwner, postgresOwner } from "#db/embedded-owner.server.ts";
import type { Account } from "./buyer.ts";

const run = promisify(execFile);

export async function clusterOf(dataDir: string): Promise<string> {
  return path.join(await placeForOwner(dataDir, await postgresOwner()), "postgres");
}

/** Line 1 of the file is the process, line 4 the port. */
async function postmasterFile(dataDir: string): Promise<string[]> {
  const text = await readFile(path.join(await clusterOf(dataDir), "postmaster.pid"), "utf8");
  return text.split("\n");
}

/** Every process of the embedded PostgreSQL dies at once, with no chance to write anything down. */
export async function killPostgres(dataDir: string): Promise<void> {
  const postmaster = Number((await postmasterFile(dataDir))[0]);
  // Stopped first, so that it cannot put out a sign of life or start another process meanwhile.
  process.kill(postmaster, "SIGSTOP");
  for (const pid of [...(await childrenOf(postmaster)), postmaster]) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      // One that ended by itself meanwhile is as dead.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

export async function childrenOf(parent: number): Promise<number[]> {
  const { stdout } = await run("ps", ["-e", "-o", "pid=,ppid="]);
  return stdout.split("\n").flatMap((line) => {
    const [pid, ppid] = line.trim().split(/\s+/).map(Number);
    return pid !== undefined && ppid === parent ? [pid] : [];
  });
}

/** How to reach the embedded PostgreSQL of a program that runs. */
export async function databaseAddress(dataDir: string): Promise<string> {
  const password = (await readFile(path.join(dataDir, "postgres-password"), "utf8")).trim();
  const port = (await postmasterFile(dataDir))[3];
  return `postgres://etalase:${password}@127.0.0.1:${port}/etalase`;
}

/** A customer with an address, made through the secret key's endpoint. `connect` must have been called. */
export async function makeAccount(url: string, secret: string, n: number): Promise<Account> {
  const account = { email: `pembeli-${n}@pelanggan.test`, password: `kertas-karbon-${n}` };
  const response = await fetch(`${url}/auth/v1/admin/users`, {
    method: "POST",
    headers: { "Content-Type": "application/json", apikey: secret },
    body: JSON.stringify({ ...account, email_confirm: true }),
  });
  if (!response.ok) throw new Error(`no account: ${response.status} ${await response.text()}`);
  const { id } = (await response.json()) as { id: string };
  const [address] = await asShop()<{ id: string }[]>`
    insert into addresses (customer_id, recipient, phone, region_code, postal_code, street)
    values (${id}, ${account.email}, ${`+62812${String(n).padStart(8, "0")}`}, '3273191001', '40111', 'Jl. Braga 1') returning id`;
  return { ...account, addressId: address?.id ?? "" };
}

/** Six different things: the first two are always scarce, so that people compete for the last pieces. */
export async function chooseVariants(max = 6): Promise<string[]> {
  const rows = await asShop()<{ variant_id: string }[]>`
    select distinct on (v.product_id) i.variant_id
    from stock_items i join product_variants v on v.id = i.variant_id
    where i.available > 5 and not v.archived order by v.product_id, v.position limit ${max}`;
  return rows.map((row) => row.variant_id);
}

/** Two things scarce, the others plenty, and nobody has ordered today as far as the limits know. */
export async function refill(variants: readonly string[], plenty = 400): Promise<void> {
  await asShop()`delete from private.rate_limits`;
  for (const [index, variant] of variants.entries()) {
    await asShop()`
      insert into stock_movements (variant_id, kind, quantity, reason)
      select variant_id, 'adjusted', ${index < 2 ? 6 : plenty} - available, 'refilled for the next round'
      from stock_items where variant_id = ${variant} and available <> ${index < 2 ? 6 : plenty}`;
  }
}
