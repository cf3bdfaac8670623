/** Beside the tracking number of a shipment. */
export const id = {
  at: (courier: string) => `Lacak di ${courier}`,
  requestNumber: "Minta nomor resi ke kurir",
  track: "Tanya kurir",
  noStatus: "Kurir belum menyebut statusnya.",
};
