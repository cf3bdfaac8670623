import { createHash } from "node:crypto";
import type { TransactionSql } from "../driver.server.ts";
import { accountId } from "./accounts.server.ts";
import { seedId } from "./deterministic.ts";

/*
 * The demo customer's personalised goods: three saved designs, and past orders of personalisable goods, each
 * in a state that fits its order.
 */

interface Drawing {
  readonly name: string;
  readonly product: string;
  readonly ground: string;
  readonly ink: string;
  readonly accent: string;
  readonly title: string;
  readonly line: string;
}

const drawings: readonly Drawing[] = [
  {
    name: "Mug ulang tahun Ibu",
    product: "mug-nama-anda",
    ground: "#fbf7ee",
    ink: "#14183a",
    accent: "#be1633",
    title: "Ibu Ratna",
    line: "60 tahun, tetap paling sibuk",
  },
  {
    name: "Kaos tim futsal",
    product: "kaos-nama-tim",
    ground: "#2b39a6",
    ink: "#ffffff",
    accent: "#ffefa0",
    title: "NARIPAN 12",
    line: "futsal tiap Kamis",
  },
  {
    name: "Tote warung kopi",
    product: "tote-desain-anda",
    ground: "#f6f1e4",
    ink: "#0b6448",
    accent: "#ffefa0",
    title: "Kopi Rani",
    line: "Jl. Naripan, Bandung",
  },
];

/** Members are sorted by name, so that the text is canonical. */
function documentOf({ ground, ink, accent, title, line }: Omit<Drawing, "name" | "product">) {
  const text = (value: string, y: number, size: number, font: string) => ({
    colour: ink,
    font,
    kind: "text",
    rotation: 0,
    size,
    text: value,
    x: 40,
    y,
  });
  return {
    sides: [
      {
        elements: [
          {
            colour: accent,
            height: 3,
            kind: "shape",
            rotation: 0,
            shape: "rectangle",
            width: 44,
            x: 18,
            y: 47,
          },
          text(title, 40, 11, "display"),
          text(line, 60, 5, "sans"),
        ],
        ground,
        height: 80,
        id: "front",
        width: 80,
      },
    ],
    version: 1,
  };
}

const ordered = {
  ground: "#f6f7f5",
  ink: "#2b39a6",
  accent: "#fbd7e2",
  title: "Rani & Dimas",
  line: "Bandung, 12 September",
};

interface PastLine {
  readonly id: string;
  readonly order_id: string;
  readonly status: string;
  readonly fulfilment_status: string;
  readonly placed_at: Date;
}

export async function seedCustomisations(sql: TransactionSql): Promise<void> {
  const customer = accountId("customer@etalase.test");
  for (const drawing of drawings) {
    await sql`
      insert into public.designs (id, customer_id, product_id, name, document)
      select ${seedId(`design:${drawing.product}`)}, ${customer}, id, ${drawing.name},
        ${sql.json(documentOf(drawing))}
      from public.products where slug = ${drawing.product}`;
  }
  const lines = await sql<PastLine[]>`
    select l.id, o.id as order_id, o.status, o.fulfilment_status, o.placed_at
    from public.order_lines l join public.orders o on o.id = l.order_id
      join public.products p on p.id = l.product_id
    where o.customer_id = ${customer} and p.personalisable and o.placed_at is not null and o.status <> 'canceled'
    order by o.placed_at desc, l.position`;
  for (const [index, line] of lines.entries()) await seedOne(sql, customer, line, index);
}

const drawing = documentOf(ordered);
const hash = createHash("sha256").update(JSON.stringify(drawing)).digest("hex");
const hourMs = 3_600_000;

async function seedOne(
  sql: TransactionSql,
  customer: string,
  line: PastLine,
  index: number,
): Promise<void> {
  const id = seedId(`customisation:${line.id}`);
  const isMade = line.fulfilment_status !== "unfulfilled";
  const after = (hours: number) => new Date(line.placed_at.getTime() + hours * hourMs);
  const status = isMade ? "done" : index % 2 === 0 ? "proof_sent" : "in_production";
  const isDecided = status !== "proof_sent";
  await sql`
    insert into public.customisations
      (id, order_id, order_line_id, customer_id, name, document, status, created_at, updated_at)
    values (${id}, ${line.order_id}, ${line.id}, ${customer}, 'Rani & Dimas', ${sql.json(drawing)}, ${status},
      ${line.placed_at}, ${after(isDecided ? 8 : 5)})`;
  await sql`
    insert into public.proofs (id, customisation_id, customer_id, version, document, document_hash, note, sent_at,
      decision, decided_at, decided_by, decided_ip)
    values (${seedId(`proof:${line.id}`)}, ${id}, ${customer}, 1, ${sql.json(drawing)}, ${hash},
      'Warna cetak sedikit lebih lembut daripada di layar.', ${after(5)}, ${isDecided ? "approved" : null},
      ${isDecided ? after(8) : null}, ${isDecided ? customer : null}, ${isDecided ? "127.0.0.1" : null})`;
  await sql`
    insert into public.customisation_messages (id, customisation_id, customer_id, from_shop, text, at)
    values
      (${seedId(`message:1:${line.id}`)}, ${id}, ${customer}, false, 'Boleh tulisannya di tengah?', ${after(1)}),
      (${seedId(`message:2:${line.id}`)}, ${id}, ${customer}, true,
        'Boleh. Contohnya kami kirim sore ini, mohon dicek ejaannya.', ${after(4)})`;
}
