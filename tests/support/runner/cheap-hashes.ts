import { vi } from "vitest";

/*
 * A password costs a fiftieth of a second of a core to hash or to check, and the tests of sign-in do it thousands of times.
 * In the test's own process bcrypt hashes with its least cost, so that also every later check of that password is quick. The
 * programs that tests start hash as in a shop. A test of the time itself calls `vi.unmock("@node-rs/bcrypt")`.
 */
vi.mock("@node-rs/bcrypt", async (load) => {
  const bcrypt = await load<typeof import("@node-rs/bcrypt")>();
  return { ...bcrypt, hash: (password: string) => bcrypt.hash(password, { cost: 4 }) };
});
