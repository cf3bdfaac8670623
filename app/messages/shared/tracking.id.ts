/** Beside the tracking number of a shipment. */
export const id = {
  at: (courier: string) => `Lacak di situs ${courier}`,
};
