/** The header that sends replies to the shop. @param email of the shop; empty when it has none */
export function replyTo(email: string): Record<string, string> {
  return email ? { "Reply-To": email } : {};
}
