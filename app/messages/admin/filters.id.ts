import type { SegmentField } from "#shop/campaigns/segments/segment-fields.ts";
import type { Operator } from "#shop/filters/filter.ts";
import type { OrderField } from "#shop/orders/order-fields.ts";
import type { ProductField, ProductSort } from "#shop/products/product-fields.ts";
import type { PromotionField } from "#shop/promotion-editor/promotion-fields.ts";
import type { AuditField } from "#shop/staff/audit-filter.ts";

type Texts = Readonly<Record<string, string>>;
type Choices = Readonly<Record<string, Texts>>;

/** Filters, orders and saved views of the lists of the back office. */
export const id = {
  bar: "Filter",
  add: "Tambah filter",
  remove: (filter: string) => `Hapus filter: ${filter}`,
  clear: "Hapus semua",
  apply: "Terapkan",
  cancel: "Batal",
  yes: "ya",
  no: "tidak",
  joins: { and: "dan", or: "atau" },
  join: "Hubungan",
  joinChoices: {
    and: "dan: semuanya cocok",
    or: "atau: cukup salah satu dengan filter terakhir",
  },
  condition: "Syarat",
  value: "Nilai",
  operators: {
    is: "sama dengan",
    starts: "diawali",
    any: "salah satu dari",
    none: "bukan",
    gte: "minimal",
    lte: "maksimal",
    from: "sejak",
    until: "sampai",
  } satisfies Record<Operator, string>,
  terms: {
    is: (field: string, value: string) => `${field} = ${value}`,
    starts: (field: string, value: string) => `${field} diawali ${value}`,
    any: (field: string, value: string) => `${field}: ${value}`,
    none: (field: string, value: string) => `${field} bukan ${value}`,
    gte: (field: string, value: string) => `${field} ≥ ${value}`,
    lte: (field: string, value: string) => `${field} ≤ ${value}`,
    from: (field: string, value: string) => `${field} sejak ${value}`,
    until: (field: string, value: string) => `${field} sampai ${value}`,
  } satisfies Record<Operator, (field: string, value: string) => string>,
  amountHint: "Rupiah, misalnya 150.000 atau 1,5 jt",
  problemTitle: "Filter ini tidak bisa dipakai",
  problemText:
    "Tidak ada baris yang ditampilkan, supaya daftar tidak lebih luas dari yang dimaksud.",
  problems: {
    filter_unreadable: "Filter di alamat ini tidak terbaca. Hapus, lalu susun lagi.",
    filter_too_deep: "Filter terlalu bertingkat: maksimal tiga tingkat.",
    filter_too_long: "Filter terlalu panjang: maksimal 20 syarat.",
    field_unknown: "Kolom ini tidak ada di daftar ini.",
    operator_unknown: "Syarat ini tidak berlaku untuk kolom ini.",
    value_invalid: "Nilai ini tidak berlaku. Periksa lalu isi lagi.",
    filter_too_wide: "Filter terlalu luas: perlu lebih dari 5 detik.",
  },
  narrow: (field: string) => `Persempit dengan filter ${field}.`,
  inField: (field: string, problem: string) => `${field}: ${problem}`,
  sort: "Urutan",
  views: {
    save: "Simpan tampilan",
    name: "Nama tampilan",
    share: "Bagikan ke semua anggota tim",
    submit: "Simpan",
    manage: "Atur tampilan",
    rename: "Ganti nama",
    replace: "Pakai filter dan urutan sekarang",
    remove: "Hapus tampilan",
    shared: "bersama",
    broken: "perlu diperbaiki",
    brokenText:
      "Tampilan ini memakai filter yang sudah tidak ada. Susun filternya lagi, lalu simpan.",
    problems: {
      view_name_taken: "Sudah ada tampilan dengan nama ini.",
      view_name_invalid: "Isi nama, maksimal 60 huruf.",
      too_many_saved_views: "Sudah ada 50 tampilan di daftar ini. Hapus yang tidak dipakai.",
      view_not_found: "Tampilan ini sudah dihapus.",
      not_permitted: "Anda tidak punya izin untuk ini.",
      filter_invalid: "Filter ini tidak bisa disimpan.",
    },
  },
  lists: {
    products: {
      fields: {
        status: "Status",
        category: "Kategori",
        price: "Harga mulai",
        stock: "Stok varian",
        band: "Persediaan",
        missing: "Belum ada",
        brand: "Merek",
        created: "Dibuat",
        updated: "Diubah",
      } satisfies Record<ProductField, string> as Texts,
      choices: {
        status: { published: "Terbit", draft: "Draf", scheduled: "Terjadwal", archived: "Arsip" },
        band: { in: "ada", low: "menipis", out: "habis" },
        missing: { picture: "foto", weight: "berat", english: "teks Inggris" },
      } as Choices,
      sorts: {
        newest: "Terbaru",
        updated: "Terakhir diubah",
        name: "Nama",
        price: "Harga terendah",
        price_down: "Harga tertinggi",
      } satisfies Record<ProductSort, string> as Texts,
    },
    promos: {
      fields: {
        state: "Status",
        type: "Jenis",
        used: "Terpakai",
        ends: "Berakhir",
        created: "Dibuat",
      } satisfies Record<PromotionField, string> as Texts,
      choices: {
        state: {
          active: "Aktif",
          scheduled: "Terjadwal",
          exhausted: "Habis",
          ended: "Berakhir",
          off: "Mati",
          archived: "Arsip",
        },
        type: {
          percent: "persen",
          fixed: "potongan rupiah",
          free_shipping: "gratis ongkir",
          fixed_shipping: "ongkir tetap",
          buy_x_get_y: "beli sekian dapat sekian",
          gift: "hadiah",
        },
      } as Choices,
      sorts: { newest: "Terbaru" } as Texts,
    },
    orders: {
      fields: {
        stage: "Tahap",
        payment: "Pembayaran",
        total: "Total",
        created: "Dibuat",
      } satisfies Record<OrderField, string> as Texts,
      choices: {
        stage: {
          awaiting_payment: "menunggu pembayaran",
          processing: "diproses",
          shipped: "dikirim",
          done: "selesai",
          canceled: "batal",
        },
        payment: {
          none: "belum dibayar",
          authorized: "ditahan",
          partially_paid: "dibayar sebagian",
          paid: "lunas",
          overcharged: "lebih bayar",
          partially_refunded: "kembali sebagian",
          refunded: "dikembalikan",
          voided: "batal",
        },
      } as Choices,
      sorts: { newest: "Terbaru" } as Texts,
    },
    segments: {
      fields: {
        language: "Bahasa",
        mailbox: "Kotak surat",
        level: "Bukti persetujuan",
        since: "Berlangganan",
        registered: "Punya akun",
        group: "Grup pelanggan",
        orders: "Jumlah pesanan",
        spent: "Total belanja",
        first_order: "Pesanan pertama",
        last_order: "Pesanan terakhir",
        bought: "Pernah membeli",
        province: "Provinsi",
      } satisfies Record<SegmentField, string> as Texts,
      choices: {
        language: { id: "Indonesia", en: "Inggris" },
        mailbox: {
          gmail: "Gmail",
          microsoft: "Microsoft",
          yahoo: "Yahoo",
          apple: "Apple",
          other: "lainnya",
        },
        level: {
          confirmed: "dikonfirmasi",
          single: "tanpa konfirmasi",
          imported: "diimpor",
        },
      } as Choices,
      sorts: {} as Texts,
    },
    audit: {
      fields: {
        by: "Oleh",
        kind: "Jenis",
        subject: "Kode barang atau hal",
        action: "Tindakan",
        changed: "Kolom yang berubah",
        at: "Waktu",
      } satisfies Record<AuditField, string> as Texts,
      choices: {} as Choices,
      sorts: { newest: "Terbaru" } as Texts,
    },
  },
};
