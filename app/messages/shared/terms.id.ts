/** Delivery and returns, and the terms. */
export const id = {
  shipping: {
    title: "Pengiriman & pengembalian",
    lead: "Ongkir, waktu, dan aturan yang sama dengan yang dipakai keranjang Anda.",
    when: "Kapan berangkat",
    cutoff: (hour: string) =>
      `Pesanan yang dibayar sebelum pukul ${hour} kami serahkan ke kurir pada hari kerja yang sama. Sesudahnya pada hari kerja berikutnya.`,
    noCutoff: "Pesanan kami serahkan ke kurir pada hari kerja berikutnya.",
    cutoffsDiffer: "Kami serahkan ke kurir pada hari yang sama bila dibayar sebelum:",
    workdays: (days: string) => `Hari kerja kami ${days}, kecuali hari libur di bawah ini.`,
    workdaysOnly: (days: string) => `Hari kerja kami ${days}. Belum ada hari libur yang tercatat.`,
    holidays: "Hari libur",
    resi: "Nomor resi kami kirim lewat email dan tertulis di pesanan.",
    zones: "Ongkir per wilayah",
    zonesText:
      "Berat dihitung per kilogram yang dimulai, dari berat atau ukuran paket, mana yang lebih besar. Jumlah tepatnya tampil di keranjang setelah Anda memilih kecamatan.",
    rest: "Semua wilayah yang tidak disebut di atas.",
    noZones:
      "Daftar ongkir sedang disusun. Tulis kecamatan Anda di keranjang untuk melihat ongkirnya.",
    method: "Cara kirim",
    first: "Kilogram pertama",
    next: "Tiap kilogram berikutnya",
    days: "Waktu tempuh",
    free: "Gratis ongkir",
    workingDays: (least: number, max: number) =>
      least === max
        ? max === 0
          ? "Hari yang sama"
          : `${max} hari kerja`
        : `${least}–${max} hari kerja`,
    freeFrom: (amount: string) => `mulai ${amount}`,
    freeUpTo: (amount: string) => `potongan sampai ${amount}`,
    inCart: "Dihitung di keranjang",
    never: "Tidak",
    always: "Selalu",
    nothing: "Gratis",
    from: (kilograms: string) => `mulai ${kilograms}\u00a0kg`,
    upTo: (kilograms: string) => `sampai ${kilograms}\u00a0kg`,
    refunds: [
      {
        heading: "Pengembalian dana",
        paragraphs: [
          "Dana kami kembalikan lewat cara bayar yang Anda pakai, atau lewat transfer bank bila cara itu tidak mendukung pengembalian.",
        ],
      },
    ],
    contact: "Laporkan masalah",
  },
  terms: {
    title: "Syarat & ketentuan",
    lead: "Perjanjian antara Anda dan kami saat berbelanja di sini.",
    version: (version: string, day: string) => `Versi ${version}, berlaku sejak ${day}`,
    old: "Ini versi lama. Pesanan baru memakai versi yang berlaku sekarang.",
    future: (day: string) =>
      `Versi ini berlaku mulai ${day}. Sampai saat itu pesanan tunduk pada versi sekarang.`,
    toCurrent: "Baca versi sekarang",
    versions: "Semua versi",
    ofOrder: "Syarat yang disetujui",
  },
};
