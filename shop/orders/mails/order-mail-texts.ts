import type { Language } from "#base/language.ts";
import { depositMailKinds, depositMailTexts } from "./deposit-mail-texts.ts";
import type { OrderMailText } from "./order-mail-text.ts";

export const orderMailKinds = [
  "awaiting_payment",
  "placed_for_cash",
  "placed_for_nothing",
  "paid",
  ...depositMailKinds,
  "shipped",
  "tracking_corrected",
  "not_shipped",
  "address_changed",
  "delivered",
  "not_delivered",
  "canceled",
  "expired",
  "refund_account",
  "refund_account_given",
  "refunded",
] as const;
/** `supplement_reminder`: what a dearer design costs is still to be paid (docs/why/orders.md). */
export type OrderMailKind = (typeof orderMailKinds)[number] | "supplement_reminder";

/** Mails about a supplement that differ from those of goods (docs/why/orders.md). */
export type SupplementMailKind = "awaiting_payment" | "paid" | "canceled" | "expired";

type Texts = Readonly<Record<OrderMailKind, OrderMailText>> & {
  readonly deposit: (typeof depositMailTexts)[Language]["deposit"];
  readonly supplement: Readonly<Record<SupplementMailKind, OrderMailText>>;
  readonly greeting: (name: string) => string;
  readonly track: string;
  readonly view: string;
  readonly pay: (total: string) => string;
  readonly fillAccount: string;
  /** The order's page, which needs signing in. */
  readonly account: string;
  readonly ordered: string;
  readonly replaces: string;
  readonly arrives: string;
  readonly ready: string;
  readonly quantity: (pieces: number) => string;
  readonly free: string;
  readonly paidStamp: string;
  readonly discount: string;
  readonly shipping: string;
  readonly pickup: string;
  /** Paid once for a design. */
  readonly setup: string;
  /** Below the receipt of goods with a design. */
  readonly madeToOrder: string;
  readonly paymentFee: string;
  /** The deduction that identifies a transfer. */
  readonly transferCode: string;
  /** The amount that staff accepted as missing. */
  readonly difference: string;
  readonly total: string;
  /** `hasEmail`: whether the shop has an address that receives replies. */
  readonly footer: (shop: string, hasEmail: boolean) => string;
};

const id: Texts = {
  ...depositMailTexts.id,
  greeting: (name) => `Halo ${name},`,
  track: "Lacak pesanan",
  view: "Lihat pesanan",
  pay: (total) => `Bayar ${total}`,
  fillAccount: "Isi rekening",
  account: "Buka pesanan lengkap",
  ordered: "Dipesan",
  replaces: "Menggantikan pesanan",
  arrives: "Perkiraan tiba",
  ready: "Perkiraan siap",
  quantity: (pieces) => `Jumlah ${pieces}`,
  free: "Gratis",
  paidStamp: "LUNAS",
  discount: "Potongan",
  shipping: "Ongkir",
  pickup: "Ambil di toko",
  setup: "Biaya persiapan desain",
  madeToOrder:
    "Barang dengan nama atau gambar Anda dibuat khusus untuk Anda, jadi tidak dapat dikembalikan karena berubah pikiran. Bila salah cetak, rusak, atau berbeda dari desain yang Anda pesan atau setujui, kami cetak ulang atau kembalikan dana Anda.",
  paymentFee: "Biaya COD",
  transferCode: "Kode unik",
  difference: "Selisih pembayaran",
  total: "Total",
  footer: (shop, hasEmail) =>
    `Email ini tentang pesanan Anda di ${shop}. ${
      hasEmail
        ? "Balas email ini bila ada yang ingin ditanyakan."
        : "Ada pertanyaan? Hubungi kami lewat halaman Kontak."
    }`,
  supplement: {
    awaiting_payment: ({ supplementOf, total, deadline }) => ({
      subject: `Desain baru pesanan ${supplementOf}: bayar tambahan ${total}`,
      heading: "Tambahan untuk desain baru",
      body: `Desain yang Anda ubah pada pesanan ${supplementOf} lebih mahal ${total}. Bayar sebelum ${deadline}; setelah itu desainnya kami periksa. Selama belum dibayar, barang ini tidak kami cetak.`,
    }),
    paid: ({ supplementOf }) => ({
      subject: `Tambahan untuk pesanan ${supplementOf} kami terima`,
      heading: "Lunas, terima kasih",
      body: `Tambahan untuk desain baru pesanan ${supplementOf} sudah kami terima. Desainnya kami periksa sekarang.`,
    }),
    canceled: ({ supplementOf }) => ({
      subject: `Tambahan untuk pesanan ${supplementOf} batal`,
      heading: "Tambahan ini batal",
      body: `Tambahan untuk desain baru pesanan ${supplementOf} tidak perlu dibayar lagi, dan desain itu tidak dicetak. Bila sudah dibayar, dana Anda kami kembalikan.`,
    }),
    expired: ({ supplementOf }) => ({
      subject: `Waktu membayar tambahan pesanan ${supplementOf} habis`,
      heading: "Waktu pembayaran habis",
      body: `Tambahan untuk desain baru pesanan ${supplementOf} belum kami terima, jadi desain itu tidak kami teruskan. Pesanannya tetap ada: ubah lagi desainnya atau tulis kepada kami.`,
    }),
  },
  supplement_reminder: ({ supplementOf, total, deadline }) => ({
    subject: `Desain baru pesanan ${supplementOf} masih menunggu tambahan ${total}`,
    heading: "Tambahan desain belum dibayar",
    body: `Tambahan ${total} untuk desain baru pesanan ${supplementOf} belum kami terima. Bayar sebelum ${deadline}; setelah itu desain baru ini tidak kami teruskan. Selama belum dibayar, barang ini tidak kami cetak.`,
  }),
  awaiting_payment: ({ number, total, deadline }) => ({
    subject: `Pesanan ${number} menunggu pembayaran`,
    heading: "Menunggu pembayaran",
    body: `Kami sudah mencatat pesanan ${number}. Bayar ${total} sebelum ${deadline} agar barang Anda tetap kami sisihkan.`,
  }),
  placed_for_cash: ({ number, total, pickup }) => ({
    subject: `Pesanan ${number} kami siapkan, bayar ${pickup ? "saat diambil" : "di tempat"}`,
    heading: "Pesanan kami siapkan",
    body: pickup
      ? `Kami mulai menyiapkan pesanan ${number}. Siapkan uang tunai ${total} saat mengambilnya di ${pickup.place}. Kami kabari begitu siap.`
      : `Kami mulai menyiapkan pesanan ${number}. Siapkan uang tunai ${total} untuk kurir saat barang tiba.`,
  }),
  placed_for_nothing: ({ number }) => ({
    subject: `Pesanan ${number} kami siapkan`,
    heading: "Pesanan kami siapkan",
    body: `Kami mulai menyiapkan pesanan ${number}. Tidak ada yang perlu dibayar.`,
  }),
  paid: ({ number }) => ({
    subject: `Pembayaran pesanan ${number} kami terima`,
    heading: "Lunas, terima kasih",
    body: `Pembayaran untuk pesanan ${number} sudah kami terima. Kami mulai menyiapkannya.`,
  }),
  shipped: ({ number, courier, tracking, pickup }) =>
    pickup
      ? {
          subject: `Pesanan ${number} siap diambil`,
          heading: "Siap diambil",
          body: `Pesanan ${number} siap diambil di ${pickup.place}.${pickup.hours ? ` Jam buka: ${pickup.hours}.` : ""} Sebutkan nomor pesanan ini kepada tim kami.`,
        }
      : {
          subject: `Pesanan ${number} dikirim`,
          heading: "Pesanan Anda dikirim",
          body: `Pesanan ${number} berangkat dengan ${courier}${tracking ? `, nomor resi ${tracking}` : ""}.`,
        },
  tracking_corrected: ({ number, courier, tracking }) => ({
    subject: `Nomor resi pesanan ${number} diperbaiki`,
    heading: "Nomor resi diperbaiki",
    body: `Nomor resi yang benar untuk pesanan ${number}: ${courier}, ${tracking}. Abaikan nomor di email sebelumnya.`,
  }),
  not_shipped: ({ number, pickup }) =>
    pickup
      ? {
          subject: `Ralat: pesanan ${number} belum siap diambil`,
          heading: "Belum siap diambil",
          body: `Email kami sebelumnya keliru: pesanan ${number} belum siap diambil. Mohon datang setelah kami kabari lagi.`,
        }
      : {
          subject: `Ralat: pesanan ${number} belum dikirim`,
          heading: "Belum dikirim",
          body: `Email kami sebelumnya keliru: paket pesanan ${number} dengan barang di bawah ini belum berangkat. Kami kabari lagi begitu dikirim.`,
        },
  address_changed: ({ number, to }) => ({
    subject: `Alamat pesanan ${number} diubah`,
    heading: "Alamat diubah",
    body: `Alamat kirim pesanan ${number} kami ubah menjadi:\n${to}\n\nBila keliru, balas email ini sebelum pesanan dikirim.`,
  }),
  delivered: ({ number, pickup }) => ({
    subject: `Pesanan ${number} sudah ${pickup ? "diambil" : "sampai"}`,
    heading: pickup ? "Pesanan Anda sudah diambil" : "Pesanan Anda sampai",
    body: `Pesanan ${number} tercatat sudah ${pickup ? "diambil" : "diterima"}. Bila ada yang kurang, laporkan di halaman pesanan.`,
  }),
  not_delivered: ({ number, pickup }) => ({
    subject: `Ralat: pesanan ${number} belum ${pickup ? "diambil" : "diterima"}`,
    heading: pickup ? "Belum diambil" : "Belum diterima",
    body: `Email kami sebelumnya keliru: pesanan ${number} belum ${pickup ? "diambil" : "sampai"}. Anda tidak perlu melakukan apa pun.`,
  }),
  canceled: ({ number, money }) => ({
    subject: `Pesanan ${number} dibatalkan`,
    heading: "Pesanan dibatalkan",
    body: {
      none: `Pesanan ${number} sudah dibatalkan dan tidak perlu dibayar.`,
      kept: `Pesanan ${number} sudah dibatalkan. Hubungi kami bila ada pertanyaan tentang pembayaran Anda.`,
      refunded: `Pesanan ${number} sudah dibatalkan. Dana Anda kami kembalikan dan kami kabari lagi begitu dananya kami transfer.`,
    }[money],
  }),
  expired: ({ number }) => ({
    subject: `Waktu pembayaran pesanan ${number} habis`,
    heading: "Waktu pembayaran habis",
    body: `Pesanan ${number} tidak kami teruskan karena pembayarannya belum kami terima. Anda dapat memesan lagi kapan saja.`,
  }),
  refund_account: ({ number, amount }) => ({
    subject: `Ke rekening mana ${amount} kami kembalikan?`,
    heading: "Isi rekening Anda",
    body: `Dana untuk pesanan ${number} sebesar ${amount} kami kembalikan lewat transfer bank. Buka pesanan Anda dan isi rekening tujuannya. Kami tidak pernah menanyakan PIN atau kode lewat email.`,
  }),
  refund_account_given: ({ number, amount, bank, lastDigits }) => ({
    subject: `Rekening pengembalian pesanan ${number} diisi`,
    heading: "Rekening pengembalian diisi",
    body: `Dana ${amount} untuk pesanan ${number} akan kami transfer ke rekening ${bank} yang berakhiran ${lastDigits}. Bukan Anda? Segera ganti kata sandi Anda, keluarkan semua perangkat lain, isi rekening yang benar di pesanan Anda, lalu hubungi kami.`,
  }),
  refunded: ({ number, amount, channel }) => ({
    subject: `${amount} untuk pesanan ${number} dikembalikan`,
    heading: "Dana dikembalikan",
    body: {
      by_hand: `Kami sudah mengembalikan ${amount} untuk pesanan ${number} langsung kepada Anda.`,
      bank_transfer: `Kami sudah mentransfer ${amount} untuk pesanan ${number} ke rekening Anda.`,
      original: `Kami sudah mengembalikan ${amount} untuk pesanan ${number} melalui cara bayar yang sama. Bank dapat memerlukan beberapa hari kerja sampai dananya terlihat.`,
    }[channel],
  }),
};

const en: Texts = {
  ...depositMailTexts.en,
  greeting: (name) => `Hello ${name},`,
  track: "Track order",
  view: "View order",
  pay: (total) => `Pay ${total}`,
  fillAccount: "Enter account",
  account: "Open the full order",
  ordered: "Ordered",
  replaces: "Replaces order",
  arrives: "Estimated arrival",
  ready: "Estimated pickup",
  quantity: (pieces) => `Quantity ${pieces}`,
  free: "Free",
  paidStamp: "PAID",
  discount: "Discount",
  shipping: "Delivery",
  pickup: "Pick up in store",
  setup: "Design set-up",
  madeToOrder:
    "Pieces with your name or picture are made for you, so they can't be returned for a change of mind. If they are misprinted, damaged or unlike the design you ordered or approved, we reprint them or refund you.",
  paymentFee: "Cash on delivery fee",
  transferCode: "Unique code",
  difference: "Payment difference",
  total: "Total",
  footer: (shop, hasEmail) =>
    `This email is about your order at ${shop}. ${
      hasEmail ? "Reply to it with any questions." : "Questions? Use the contact page."
    }`,
  supplement: {
    awaiting_payment: ({ supplementOf, total, deadline }) => ({
      subject: `New design for order ${supplementOf}: ${total} more to pay`,
      heading: "Supplement for the new design",
      body: `The design that you changed in order ${supplementOf} costs ${total} more. Pay before ${deadline}, and we'll check the design then. Until it is paid, we don't print this item.`,
    }),
    paid: ({ supplementOf }) => ({
      subject: `We received the supplement for order ${supplementOf}`,
      heading: "Paid, thank you",
      body: `We've received the supplement for the new design in order ${supplementOf} and are checking the design now.`,
    }),
    canceled: ({ supplementOf }) => ({
      subject: `The supplement for order ${supplementOf} was cancelled`,
      heading: "Supplement cancelled",
      body: `The supplement for the new design in order ${supplementOf} no longer needs to be paid, and that design won't be printed. If you had paid, we'll refund you.`,
    }),
    expired: ({ supplementOf }) => ({
      subject: `The supplement for order ${supplementOf} expired unpaid`,
      heading: "Payment time is over",
      body: `We didn't receive the supplement for the new design in order ${supplementOf}, so we won't use that design. Your order stands: change the design again or write to us.`,
    }),
  },
  supplement_reminder: ({ supplementOf, total, deadline }) => ({
    subject: `The new design for order ${supplementOf} still waits for ${total}`,
    heading: "The supplement is not paid yet",
    body: `We haven't received the supplement of ${total} for the new design in order ${supplementOf}. Pay before ${deadline}; after that we won't use the new design. Until it is paid, we don't print this item.`,
  }),
  awaiting_payment: ({ number, total, deadline }) => ({
    subject: `Order ${number} is waiting for payment`,
    heading: "Waiting for payment",
    body: `We've received order ${number}. Pay ${total} before ${deadline} and we'll keep your items reserved.`,
  }),
  placed_for_cash: ({ number, total, pickup }) => ({
    subject: `Order ${number} is being prepared, cash ${pickup ? "at pickup" : "on delivery"}`,
    heading: "We are preparing your order",
    body: pickup
      ? `We have begun to prepare order ${number}. Have ${total} in cash ready when you pick it up at ${pickup.place}. We'll email you once it's ready.`
      : `We have begun to prepare order ${number}. Keep ${total} in cash ready for the courier.`,
  }),
  placed_for_nothing: ({ number }) => ({
    subject: `We are preparing order ${number}`,
    heading: "We are preparing your order",
    body: `We have begun to prepare order ${number}. There is nothing to pay.`,
  }),
  paid: ({ number }) => ({
    subject: `We received the payment for order ${number}`,
    heading: "Paid, thank you",
    body: `We've received the payment for order ${number} and are starting on it now.`,
  }),
  shipped: ({ number, courier, tracking, pickup }) =>
    pickup
      ? {
          subject: `Order ${number} is ready for pickup`,
          heading: "Ready for pickup",
          body: `Order ${number} is ready at ${pickup.place}.${pickup.hours ? ` Opening hours: ${pickup.hours}.` : ""} Give our team this order number.`,
        }
      : {
          subject: `Order ${number} is on its way`,
          heading: "Your order is on its way",
          body: `Order ${number} left with ${courier}${tracking ? `, tracking number ${tracking}` : ""}.`,
        },
  tracking_corrected: ({ number, courier, tracking }) => ({
    subject: `Corrected tracking number for order ${number}`,
    heading: "Your tracking number was corrected",
    body: `The correct tracking number for order ${number}: ${courier}, ${tracking}. Ignore the number in our earlier email.`,
  }),
  not_shipped: ({ number, pickup }) =>
    pickup
      ? {
          subject: `Correction: order ${number} is not ready for pickup yet`,
          heading: "Not ready for pickup yet",
          body: `Our earlier email was wrong: order ${number} is not ready for pickup yet. Please come once we email you again.`,
        }
      : {
          subject: `Correction: order ${number} has not been sent yet`,
          heading: "Not sent yet",
          body: `Our earlier email was wrong: the package of order ${number} with the goods below has not left yet. We'll email you again once it is sent.`,
        },
  address_changed: ({ number, to }) => ({
    subject: `Address of order ${number} changed`,
    heading: "Address changed",
    body: `We changed the delivery address of order ${number} to:\n${to}\n\nIf it is wrong, reply to this email before we send the order.`,
  }),
  delivered: ({ number, pickup }) => ({
    subject: `Order ${number} ${pickup ? "was picked up" : "has arrived"}`,
    heading: pickup ? "Your order was picked up" : "Your order has arrived",
    body: `Order ${number} is recorded as ${pickup ? "picked up" : "received"}. If anything is missing, report it on the order's page.`,
  }),
  not_delivered: ({ number, pickup }) => ({
    subject: `Correction: order ${number} ${pickup ? "has not been picked up yet" : "has not arrived yet"}`,
    heading: pickup ? "Not picked up yet" : "Not arrived yet",
    body: `Our earlier email was wrong: order ${number} ${pickup ? "has not been picked up" : "has not arrived"} yet. You do not need to do anything.`,
  }),
  canceled: ({ number, money }) => ({
    subject: `Order ${number} was cancelled`,
    heading: "Order cancelled",
    body: {
      none: `Order ${number} has been cancelled. You do not need to pay for it.`,
      kept: `Order ${number} has been cancelled. Contact us if you have a question about your payment.`,
      refunded: `Order ${number} has been cancelled. We'll refund you and email you once the money is on its way.`,
    }[money],
  }),
  expired: ({ number }) => ({
    subject: `Order ${number} expired unpaid`,
    heading: "Payment time is over",
    body: `We didn't receive a payment for order ${number}, so we won't make it. You can order again at any time.`,
  }),
  refund_account: ({ number, amount }) => ({
    subject: `Which account should ${amount} go to?`,
    heading: "Tell us your account",
    body: `We're refunding ${amount} for order ${number} by bank transfer. Open your order and enter the account. We never ask for a PIN or a code by email.`,
  }),
  refund_account_given: ({ number, amount, bank, lastDigits }) => ({
    subject: `The account for the refund of order ${number} was entered`,
    heading: "Account for the refund entered",
    body: `We'll transfer ${amount} for order ${number} to the ${bank} account that ends in ${lastDigits}. Not you? Change your password now, sign out all other devices, enter the right account in your order, then contact us.`,
  }),
  refunded: ({ number, amount, channel }) => ({
    subject: `${amount} for order ${number} was refunded`,
    heading: "Refund sent",
    body: {
      by_hand: `We returned ${amount} for order ${number} to you in person.`,
      bank_transfer: `We transferred ${amount} for order ${number} to your account.`,
      original: `We refunded ${amount} for order ${number} to your payment method. Your bank may need a few working days to show it.`,
    }[channel],
  }),
};

export const orderMailTexts: Readonly<Record<Language, Texts>> = { id, en };
