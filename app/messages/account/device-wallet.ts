import { defineMessages } from "#app/messages/define-messages.ts";

const id = {
  text: "Kartu yang tersimpan di perangkat Anda dipakai tanpa mengetik nomornya.",
  open: "Bayar dengan dompet",
  title: "Dompet di perangkat ini",
  amount: "Jumlah",
  cards: "Kartu yang tersimpan",
  card: (digits: string) => `Kartu •••• ${digits}`,
  outcomes: {
    kept_4242: "Disetujui",
    kept_3155: "Bank meminta kode",
    kept_9995: "Saldo tidak cukup",
    kept_0002: "Ditolak bank",
  },
  approve: (amount: string) => `Setujui ${amount}`,
  cancel: "Batal",
  test: "Dompet percobaan: pilih kartu menurut hasil yang ingin Anda lihat. Tidak ada uang sungguhan.",
};

const en: typeof id = {
  text: "A card that your device keeps is used without typing its number.",
  open: "Pay with the wallet",
  title: "Wallet on this device",
  amount: "Amount",
  cards: "Cards kept here",
  card: (digits) => `Card •••• ${digits}`,
  outcomes: {
    kept_4242: "Approved",
    kept_3155: "The bank asks for a code",
    kept_9995: "Not enough money",
    kept_0002: "Refused by the bank",
  },
  approve: (amount) => `Approve ${amount}`,
  cancel: "Cancel",
  test: "A wallet for trying out: choose a card by the outcome you want to see. No real money.",
};

export const { use: useDeviceWalletWords } = defineMessages(id, en);
