import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { importWords } from "#app/admin/messages/imports.ts";
import { taskWords } from "#app/admin/tasks/messages/tasks.ts";
import { languages } from "#base/language.ts";
import type { Person } from "#shop/kernel/access.ts";
import { findTask } from "#shop/staff/tasks/read-tasks.server.ts";
import { readTaskFile } from "#shop/staff/tasks/task-files.server.ts";
import {
  checkFile,
  exportText,
  finishTask,
  importFile,
  startRun,
} from "#tests/support/builders/imports.ts";
import { testStore } from "#tests/support/builders/media.ts";
import { mailsAbout, paidOrder } from "#tests/support/builders/orders.ts";
import {
  failures,
  fileOf,
  type Row,
  rowsOf,
  undoRun,
} from "#tests/support/builders/sheet-files.ts";
import {
  demoPerson,
  makeCustomer,
  openTestProviders,
  provenAdmin,
  withProof,
} from "#tests/support/builders/shop.ts";
import { findBreaches } from "#tests/support/oracles/invariants.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { exportFile, startExport } from "./export.server.ts";
import { findImport, runImport } from "./imports.server.ts";
import { importTasks, kindNamed, kinds } from "./kinds.server.ts";

testDatabase({ demo: true, max: 6 });
testStore();

let staff: Person;
beforeAll(async () => {
  openTestProviders();
  staff = await provenAdmin();
});

async function counts(id: string) {
  return (await findImport(staff, id))?.counts;
}
async function entries(): Promise<number> {
  const [row] = await asSeed()<{ n: number }[]>`
    select count(*)::int as n from audit_entries where subject_kind not in ('import', 'staff_task')`;
  return row?.n ?? 0;
}

describe("tracking numbers", () => {
  const shippedNumbers = async (order: string) =>
    (
      await asSeed()<{ number: string }[]>`
        select tracking_number as number from shipments where order_id = ${order} and status = 'shipped'`
    ).map(({ number }) => number);

  test("ship orders as their page does, once; what cannot ship says why, and undoing too", async () => {
    const order = await paidOrder("resi-berkas", [2, 1]);
    const other = await paidOrder("resi-lain", [1]);
    const [row] = await asSeed()<{ number: string; other: string }[]>`
      select (select number from orders where id = ${order.id}) as number,
        (select number from orders where id = ${other.id}) as other`;
    if (!row) throw new Error("no order");
    const exported = rowsOf(await exportText(staff, "tracking"));
    expect(exported.map(({ nomor_pesanan }) => nomor_pesanan)).toEqual(
      expect.arrayContaining([row.number, row.other]),
    );
    const unchanged = await checkFile(staff, fileOf(exported));
    expect(await counts(unchanged)).toMatchObject({ change: 0, create: 0, failed: 0 });

    const file = fileOf([
      { nomor_pesanan: row.number.toLowerCase(), kurir: "JNE", resi: "JN-CSV-1" },
      { nomor_pesanan: "TIDAK-ADA", kurir: "JNE", resi: "JN-CSV-2" },
      { nomor_pesanan: row.other, kurir: "JNE", resi: "" },
    ]);
    const checked = await checkFile(staff, file);
    expect(await counts(checked)).toMatchObject({ change: 1, unchanged: 1, failed: 1 });
    // The check ships nothing and writes to nobody.
    expect(await shippedNumbers(order.id)).toEqual([]);
    expect(await mailsAbout(order.id)).toEqual(["paid"]);

    const task = await startRun(staff, checked);
    await finishTask(task);
    expect(await failures(task)).toEqual([
      { row_no: 3, code: "order_not_found", field: "nomor_pesanan" },
    ]);
    expect(await shippedNumbers(order.id)).toEqual(["JN-CSV-1"]);
    expect(await mailsAbout(order.id)).toEqual(["paid", "shipped"]);
    expect(await findBreaches()).toEqual([]);

    await importFile(staff, file);
    expect(await mailsAbout(order.id)).toEqual(["paid", "shipped"]);
    const undone = await undoRun(staff, task);
    expect(await failures(undone)).toMatchObject([{ code: "shipment_left" }]);
    expect(await shippedNumbers(order.id)).toEqual(["JN-CSV-1"]);
  });
});

test("a tracking number rounded by a spreadsheet is refused with its own code, and no shipment or mail is made", async () => {
  const order = await paidOrder("resi-bulat", [1]);
  const [row] = await asSeed()<
    { number: string }[]
  >`select number from orders where id = ${order.id}`;
  const sample = readFileSync(
    new URL("../../tests/support/files/tracking-scientific.csv", import.meta.url),
    "utf8",
  );
  const task = await importFile(staff, sample.replace("INV-10400", row?.number ?? ""));
  expect(await failures(task)).toEqual([{ row_no: 2, code: "code_scientific", field: "resi" }]);
  expect(await mailsAbout(order.id)).toEqual(["paid"]);
  expect([
    ...(await asSeed()`select from shipments where order_id = ${order.id} and status = 'shipped'`),
  ]).toEqual([]);
});

describe("delivery rates", () => {
  const state = () =>
    asSeed()`
      select method_id, zone_id, pricing, first_kg, next_kg, flat_price, percent, tiers, min_days, max_days, free_from, max_subsidy
      from shipping_rates order by method_id, zone_id`;

  test("go out and in unchanged without a write; a change, a new rate and their undo give the table as it was", async () => {
    const before = await state();
    const entriesBefore = await entries();
    const exported = rowsOf(await exportText(staff, "rates"));
    expect(exported).toHaveLength(before.length);
    const task = await importFile(staff, fileOf(exported));
    expect(await findTask(staff, task)).toMatchObject({ state: "done", failed: 0 });
    expect(await entries()).toBe(entriesBefore);

    const perKg = exported.find(({ cara }) => cara === "per kg");
    if (!perKg) throw new Error("no rate");
    const changed = {
      ...perKg,
      cara: "jenjang berat",
      jenjang: "0-1.000=9rb | 1000-5000=20.000 | 5000-=50000",
    };
    const [free] = await asSeed()<{ method: string; zone: string }[]>`
      select m.name ->> 'id' as method, z.name ->> 'id' as zone from shipping_methods m, shipping_zones z
      where not exists (select from shipping_rates r where r.method_id = m.id and r.zone_id = z.id) limit 1`;
    if (!free) throw new Error("every rate exists");
    const fresh = {
      ...Object.fromEntries(Object.keys(perKg).map((column) => [column, ""])),
      metode: free.method,
      zona: free.zone,
      cara: "tetap",
      harga_tetap: "12.000",
      hari_min: "1",
      hari_maks: "3",
    };
    const run = await importFile(staff, fileOf([changed, fresh]));
    expect(await failures(run)).toEqual([]);
    const after = rowsOf(await exportText(staff, "rates"));
    expect(
      after.find(({ metode, zona }) => metode === perKg.metode && zona === perKg.zona),
    ).toMatchObject({
      cara: "jenjang berat",
      jenjang: "0-1000=9000|1000-5000=20000|5000-=50000",
      kg_pertama: "",
    });
    expect(after).toHaveLength(before.length + 1);
    expect(await failures(await undoRun(staff, run))).toEqual([]);
    expect(await state()).toEqual(before);
  });

  test.each<[string, Row, { code: string; field: string }]>([
    [
      "a gap",
      { cara: "jenjang berat", jenjang: "0-1000=9000|2000-=15000" },
      { code: "tier_gap", field: "jenjang" },
    ],
    [
      "an overlap",
      { cara: "jenjang berat", jenjang: "0-1000=9000|500-=15000" },
      { code: "tier_overlap", field: "jenjang" },
    ],
    [
      "no tiers",
      { cara: "jenjang belanja", jenjang: "mahal" },
      { code: "tier_invalid", field: "jenjang" },
    ],
    [
      // A search that takes cubic time blocks the process for hours.
      "many blanks",
      { cara: "jenjang belanja", jenjang: `0-${" ".repeat(20_000)}=${" ".repeat(20_000)}\n9000` },
      { code: "tier_invalid", field: "jenjang" },
    ],
    [
      "a price of another way",
      { harga_tetap: "9000" },
      { code: "not_of_pricing", field: "harga_tetap" },
    ],
    [
      "days the wrong way round",
      { hari_min: "9", hari_maks: "2" },
      { code: "days_reversed", field: "hari_maks" },
    ],
    ["a zone that there is not", { zona: "Bulan" }, { code: "zone_not_found", field: "zona" }],
  ])("%s is refused by name as on the screen, and nothing changes", async (_, change, problem) => {
    const before = await state();
    const row = rowsOf(await exportText(staff, "rates")).find(({ cara }) => cara === "per kg");
    const id = await checkFile(staff, fileOf([{ ...row, ...change }]));
    const file = await findImport(staff, id);
    expect(await failures(file?.check?.id)).toEqual([{ row_no: 2, ...problem }]);
    expect(await state()).toEqual(before);
  });
});

describe("promo codes", () => {
  const codes = () => asSeed()`
    select code, promotion_id, active, single_use, batch from promo_codes order by code`;

  test("go out and in unchanged; new ones, a switched one and their undo leave the codes as they were; a used one stays", async () => {
    const before = await codes();
    const exported = rowsOf(await exportText(staff, "codes"));
    const same = await importFile(staff, fileOf(exported));
    expect(await findTask(staff, same)).toMatchObject({ failed: 0 });
    expect(await codes()).toEqual(before);
    const [promotion] = await asSeed()<{ id: string; name: string; version: number }[]>`
      select id, name ->> 'id' as name, version from promotions p where not automatic and archived_at is null
        and exists (select from promo_codes c where c.promotion_id = p.id and c.active and c.batch is null) limit 1`;
    await asSeed()`
      insert into promotions (name, class, type, value, automatic)
      values ('{"id": "Otomatis uji", "en": ""}', 'order', 'percent', 10, true)`;
    const known = exported.find(
      ({ promosi, aktif }) => promosi === promotion?.name && aktif === "ya",
    );
    if (!promotion || !known) throw new Error("no promotion");
    const make = (kode: string, more: Row = {}): Row => ({
      kode,
      versi: "",
      promosi: promotion.name,
      aktif: "",
      sekali_pakai: "ya",
      ...more,
    });
    const task = await importFile(
      staff,
      fileOf([
        { ...known, aktif: "tidak" },
        make("unik-1"),
        make("UNIK-2"),
        make("ada spasi"),
        make("UNIK-3", { promosi: "otomatis uji" }),
        make("UNIK-4", { promosi: "Tidak ada" }),
        make("UNIK-5", { sekali_pakai: "mungkin" }),
      ]),
    );
    expect(await failures(task)).toEqual([
      { row_no: 5, code: "promo_code_invalid", field: "kode" },
      { row_no: 6, code: "promotion_automatic", field: "promosi" },
      { row_no: 7, code: "promotion_unknown", field: "promosi" },
      { row_no: 8, code: "answer_invalid", field: "sekali_pakai" },
    ]);
    const [now] = await asSeed()<{ version: number }[]>`
      select version from promotions where id = ${promotion.id}`;
    expect(now?.version).toBeGreaterThan(promotion.version);
    await asSeed()`update promo_codes set used = true where code = 'UNIK-2'`;
    expect(await failures(await undoRun(staff, task))).toMatchObject([
      { row_no: 4, code: "code_used" },
    ]);
    await asSeed()`delete from promo_codes where code = 'UNIK-2'`;
    expect(await codes()).toEqual(before);
  });

  test("run only after a fresh proof", async () => {
    const id = await checkFile(
      staff,
      fileOf([{ kode: "BUKTI-1", promosi: "x", aktif: "", sekali_pakai: "" }]),
    );
    expect(
      await runImport(demoPerson("admin@etalase.test"), id, {
        task_id: crypto.randomUUID(),
        confirmed: true,
      }),
    ).toEqual({ ok: false, problem: "reauthentication_needed" });
  });
});

describe("redirects", () => {
  const redirects = () => asSeed()`
    select kind, old_slug, target_id from slug_redirects order by kind, old_slug`;

  test("lead old addresses to products and categories, each with its reason when it cannot; undoing takes them back", async () => {
    const collection = crypto.randomUUID();
    await asSeed()`
      insert into collections (id, slug, name, kind) values (${collection}, 'pilihan-uji', '{"id": "Uji", "en": ""}', 'manual')`;
    await asSeed()`update collections set slug = 'pilihan-baru' where id = ${collection}`;
    expect(rowsOf(await exportText(staff, "redirects"))).toContainEqual(
      expect.objectContaining({
        jenis: "koleksi",
        alamat_lama: "pilihan-uji",
        tujuan: "pilihan-baru",
      }),
    );
    const before = await redirects();
    const [product] = await asSeed()<{ id: string; slug: string; other: string }[]>`
      select id, slug, (select max(slug) from products) as other from products order by slug limit 1`;
    const [category] = await asSeed()<{ slug: string }[]>`select slug from categories limit 1`;
    if (!product || !category) throw new Error("no product");
    const make = (jenis: string, alamat_lama: string, tujuan: string): Row => ({
      jenis,
      alamat_lama,
      tujuan,
    });
    const task = await importFile(
      staff,
      fileOf([
        make("barang", "https://toko-lama.id/products/Kaos-Lama?ref=1", product.slug),
        make("category", "baju-lama", category.slug),
        make("barang", product.other, product.slug),
        make("barang", "lama-2", "tidak-ada"),
        make("halaman", "lama-3", product.slug),
        make("koleksi", "promo-lama", "pilihan-baru"),
        make("koleksi", "pilihan-baru", "pilihan-baru"),
        // A pattern that takes quadratic time blocks the process for minutes.
        make("barang", `${"?".repeat(400_000)}\nx`, product.slug),
      ]),
    );
    expect(await failures(task)).toEqual([
      { row_no: 4, code: "slug_in_use", field: "alamat_lama" },
      { row_no: 5, code: "target_unknown", field: "tujuan" },
      { row_no: 6, code: "kind_invalid", field: "jenis" },
      { row_no: 8, code: "slug_in_use", field: "alamat_lama" },
      { row_no: 9, code: "slug_invalid", field: "alamat_lama" },
    ]);
    const made = await asSeed()`
      select kind from slug_redirects where old_slug in ('kaos-lama', 'baju-lama', 'promo-lama') order by kind`;
    expect(made).toEqual([{ kind: "category" }, { kind: "collection" }, { kind: "product" }]);
    const entry = await asSeed()`
      select action, actor_id, changes from audit_entries where subject_id = ${product.id} and row_key = 'kaos-lama'`;
    expect(entry).toEqual([
      {
        action: "slug_redirects.created",
        actor_id: staff.id,
        changes: { old_slug: [null, "kaos-lama"] },
      },
    ]);
    const again = await importFile(staff, await exportText(staff, "redirects"));
    expect(await findTask(staff, again)).toMatchObject({ failed: 0 });
    expect(await failures(await undoRun(staff, task))).toEqual([]);
    expect(await redirects()).toEqual(before);
  });
});

describe("postcodes", () => {
  test("of regions change by their code and come back", async () => {
    const regions = () =>
      asSeed()`select code, postal_code from regions where full_name like '%, Kota Bandung, %' order by code`;
    const before = await regions();
    const [first, second] = before as unknown as { code: string; postal_code: string | null }[];
    if (!first || !second) throw new Error("no region");
    const dotted = `${first.code.slice(0, 2)}.${first.code.slice(2, 4)}.${first.code.slice(4, 6)}.${first.code.slice(6)}`;
    const file = fileOf([
      { kode_wilayah: dotted, kode_pos: "99999" },
      { kode_wilayah: second.code, kode_pos: second.postal_code ?? "" },
      { kode_wilayah: "3273", kode_pos: "40111" },
      { kode_wilayah: second.code.replace(/.$/, "0"), kode_pos: "4011" },
    ]);
    const task = await importFile(staff, file);
    expect((await failures(task)).map(({ code }) => code)).toEqual([
      "region_unknown",
      "postcode_invalid",
    ]);
    expect(await findTask(staff, task)).toMatchObject({ done: 2 });
    const [entry] = await asSeed()`
      select changes from audit_entries where subject_kind = 'region' order by id desc limit 1`;
    expect(entry).toEqual({ changes: { postal_code: [first.postal_code, "99999"] } });
    expect(await failures(await undoRun(staff, task))).toEqual([]);
    expect(await regions()).toEqual(before);
  });
});

describe("customers", () => {
  const people = () => asSeed()`
    select u.email, u.encrypted_password is null as no_password, u.email_confirmed_at is null as unconfirmed, p.full_name, p.phone,
      p.language, p.role, array(select g.name from customer_group_members m join customer_groups g on g.id = m.group_id
        where m.customer_id = u.id order by 1) as groups
    from auth.users u join profiles p on p.id = u.id order by u.email`;
  const row = (email: string, more: Row = {}): Row => ({
    email,
    nama: "Budi Uji",
    telepon: "",
    bahasa: "",
    kelompok: "",
    ...more,
  });
  beforeAll(async () => {
    await asSeed()`insert into customer_groups (name) values ('Grosir'), ('Reseller') on conflict do nothing`;
  });

  test("change and are added without password or consent; staff are left alone; undoing gives the people as they were", async () => {
    const before = await people();
    const task = await importFile(
      staff,
      fileOf([
        row("Customer@Etalase.test", { telepon: "0812 1111 2222", kelompok: "reseller | Grosir" }),
        row("baru@uji.test", { telepon: "+62 812-3333-4444", bahasa: "en", kelompok: "Grosir" }),
        row("staff@etalase.test"),
        row("bukan-alamat"),
        row("lain@uji.test", { telepon: "123" }),
        row("lagi@uji.test", { kelompok: "Tidak ada" }),
        row("kosong@uji.test", { nama: "" }),
        // A pattern that takes quadratic time blocks the process for minutes.
        row(`a@${".".repeat(400_000)}(`),
      ]),
    );
    expect(await failures(task)).toEqual([
      { row_no: 4, code: "person_is_staff", field: "email" },
      { row_no: 5, code: "email_invalid", field: "email" },
      { row_no: 6, code: "phone_invalid", field: "telepon" },
      { row_no: 7, code: "group_unknown", field: "kelompok" },
      { row_no: 8, code: "required", field: "nama" },
      { row_no: 9, code: "email_invalid", field: "email" },
    ]);
    const after = await people();
    expect(after).toContainEqual({
      email: "baru@uji.test",
      no_password: true,
      unconfirmed: true,
      full_name: "Budi Uji",
      phone: "+6281233334444",
      language: "en",
      role: "CUSTOMER",
      groups: ["Grosir"],
    });
    expect(after).toContainEqual(
      expect.objectContaining({
        email: "customer@etalase.test",
        no_password: false,
        phone: "+6281211112222",
        groups: ["Grosir", "Reseller"],
      }),
    );
    expect(
      await asSeed()`select from private.mail_recipients where email = 'baru@uji.test'`,
    ).toEqual([]);
    // The log says that something changed, and holds no personal data.
    const log = await asSeed()<{ details: object; changes: object }[]>`
      select details, changes from audit_entries where subject_kind = 'customer'`;
    expect(log).toHaveLength(2);
    expect(JSON.stringify(log)).not.toMatch(/Budi|0812|6281/);
    expect(await failures(await undoRun(staff, task))).toEqual([]);
    expect(await people()).toEqual(before);
  });

  test("who are erased are in no imported row and no outcome", async () => {
    const task = await importFile(staff, fileOf([row("hapus@uji.test")]));
    const [person] = await asSeed()<{ id: string }[]>`
      select id from auth.users where email = 'hapus@uji.test'`;
    await asSeed()`select private.erase_person(${person?.id ?? ""})`;
    expect(
      await asSeed()`
        select 1 from private.import_rows where cells::text like '%hapus@uji%'
        union all select 1 from staff_task_rows r where r::text like '%hapus@uji%'`,
    ).toEqual([]);
    expect(await findTask(staff, task)).toMatchObject({ state: "done" });
  });

  test("go out only after a fresh proof, into a private file, with an entry in the log; unchanged they write nothing", async () => {
    const id = crypto.randomUUID();
    expect(
      await startExport(kindNamed("customers"), demoPerson("admin@etalase.test"), {
        id,
        delimiter: ";",
      }),
    ).toEqual({
      ok: false,
      problem: "reauthentication_needed",
    });
    expect(exportFile(kindNamed("customers"), staff, ";")).toBeUndefined();
    expect(await startExport(kindNamed("customers"), staff, { id, delimiter: ";" })).toMatchObject({
      ok: true,
    });
    await finishTask(id);
    expect(
      await asSeed()`select actor_id, details from audit_entries where action = 'export.started' and subject_id = ${id}`,
    ).toEqual([{ actor_id: staff.id, details: { kind: "customers" } }]);
    const text = await new Response(await readTaskFile(staff, id)).text();
    expect(text).toContain("customer@etalase.test");
    expect(text).not.toContain("staff@etalase.test");
    const kept = staff.permissions.filter((permission) => permission !== "customers.read");
    expect(await readTaskFile({ ...staff, permissions: kept }, id)).toBeUndefined();
    const before = await people();
    const task = await importFile(staff, text);
    expect(await findTask(staff, task)).toMatchObject({ failed: 0 });
    expect(await people()).toEqual(before);
  });
});

describe("pictures", () => {
  test("of the media library are shown by their file names, in order; an unknown one is named; undoing takes them off", async () => {
    const [product] = await asSeed()<{ id: string; slug: string }[]>`
      select id, slug from products order by slug limit 1`;
    if (!product) throw new Error("no product");
    for (const name of ["depan.jpg", "belakang.jpg", "kembar.jpg", "kembar.jpg"]) {
      await asSeed()`
        insert into media (id, path, sha256, original_name, kind, width, height, bytes, colour, thumbhash)
        select gen_random_uuid(), 'uji/' || gen_random_uuid(), encode(sha256(gen_random_uuid()::text::bytea), 'hex'), ${name}, 'jpeg', 800,
          800, 1000, '#aabbcc', 'AAAA'`;
    }
    const pictures = async () =>
      await asSeed()`
        select m.original_name as name, i.position from product_images i left join media m on m.id = i.media_id
        where product_id = ${product.id} order by position`;
    const before = await pictures();
    const row = (gambar: string): Row => ({ alamat: product.slug, gambar });
    for (const [gambar, code] of [
      ["tidak-ada.jpg", "picture_unknown"],
      ["kembar.jpg", "picture_ambiguous"],
    ] as const) {
      const file = await findImport(staff, await checkFile(staff, fileOf([row(gambar)])));
      expect(await failures(file?.check?.id)).toEqual([{ row_no: 2, code, field: "gambar" }]);
    }
    const task = await importFile(staff, fileOf([row("belakang.jpg | depan.jpg")]));
    expect(await failures(task)).toEqual([]);
    expect((await pictures()).slice(0, 2)).toMatchObject([
      { name: "belakang.jpg", position: 0 },
      { name: "depan.jpg", position: 1 },
    ]);
    expect(await failures(await undoRun(staff, task))).toEqual([]);
    expect(await pictures()).toEqual(before);
  });
});

describe("every kind", () => {
  test.each(
    kinds.filter(({ name }) => name !== "products").map((kind) => [kind.name, kind] as const),
  )("%s: a hostile file gets a reason for each row, and nothing is written", async (_, kind) => {
    const [first = ""] = kind.columns;
    const before = await entries();
    const make = (cell: string): Row =>
      Object.fromEntries(kind.columns.map((column) => [column, column === "versi" ? "" : cell]));
    const rows = [
      make("=HYPERLINK(1)"),
      make("a\0b"),
      make("x".repeat(5_000)),
      make("-"),
      make("\u202e<b>"),
    ];
    const shuffled = rows.map((row) => Object.fromEntries(Object.entries(row).reverse()));
    const text = `${fileOf(shuffled)}\r\n${"zz;".repeat(kind.columns.length + 3)}\r\n"kurang"`;
    const task = await importFile(staff, text);
    const failed = await failures(task);
    expect(failed.map(({ row_no }) => row_no)).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(failed.at(-2)?.code).toBe("too_many_columns");
    expect(failed.at(-1)?.code).toBe("too_few_columns");
    const words = taskWords("id").codes;
    for (const { code } of failed) expect(words[code ?? ""], `${first}: ${code}`).toBeDefined();
    expect(await entries()).toBe(before);
  });

  test("has words for its name, its things, its tasks and its columns in both languages", () => {
    for (const language of languages) {
      const words = importWords(language);
      const { kinds: tasks } = taskWords(language);
      for (const { name, columns } of kinds) {
        expect(words.kinds[name], name).toBeDefined();
        expect(words.things[name], name).toBeDefined();
        for (const verb of ["check", "import", "export"]) {
          expect(tasks[`${verb}-${name}`], `${verb}-${name}`).toBeDefined();
        }
        for (const column of columns) expect(words.columns[column], column).toBeDefined();
      }
    }
  });
});

test("an export that needs two permissions asks for both at its start, in each chunk and at the download", async () => {
  const kind = kindNamed("products");
  const sql = asSeed();
  await sql`insert into staff_roles (id, name) values ('ekspor', 'Ekspor')`;
  const both = ["products.read", "stock.read", "imports.run"] as const;
  const grant = (keys: readonly string[]) =>
    sql`update staff_roles set permissions = ${[...keys]} where id = 'ekspor'`;
  await grant(both);
  const { person } = await makeCustomer("ekspor");
  await sql`update profiles set role = 'USER', staff_role = 'ekspor' where id = ${person.id}`;
  const user = await withProof({ ...person, role: "USER", permissions: [...both] });
  const start = (id: string) => startExport(kind, user, { id, delimiter: ";" });

  const first = crypto.randomUUID();
  expect(await start(first)).toMatchObject({ ok: true });
  await grant(["products.read", "imports.run"]);
  // The request began before the permission was taken.
  expect(await start(crypto.randomUUID())).toMatchObject({ problem: "not_permitted" });
  await finishTask(first);
  expect(await sql`select state, error from staff_tasks where id = ${first}`).toEqual([
    { state: "failed", error: "not_permitted" },
  ]);

  await grant(both);
  const second = crypto.randomUUID();
  expect(await start(second)).toMatchObject({ ok: true });
  await finishTask(second);
  expect(await readTaskFile(user, second, importTasks)).toBeDefined();
  const permissions = user.permissions.filter((permission) => permission !== "stock.read");
  expect(await readTaskFile({ ...user, permissions }, second, importTasks)).toBeUndefined();
});
