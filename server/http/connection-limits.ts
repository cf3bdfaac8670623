import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "#backend/auth/context.server.ts";
import { whenAnswered } from "#server/metrics/when-answered.ts";

export interface ConnectionShares {
  /** Number of connections above which a new one replaces an idle one of the address with the most. */
  readonly crowded: number;
  /** Maximum connections of one address, or of one /64 IPv6 network. */
  readonly perAddress: number;
  /** Maximum websockets. */
  readonly websockets: number;
  /** Maximum websockets of one address. */
  readonly websocketsPerAddress: number;
}

/**
 * Shares of all connections. A quarter for one address suffices for a few hundred phones behind one carrier's
 * address and leaves three quarters to others; websockets never use the connections reserved for pages
 * (docs/why/server.md).
 * @param total maximum open connections
 * @param chosen the operator's share for one address
 */
export function connectionShares(total: number, chosen?: number): ConnectionShares {
  const perAddress = Math.min(total, chosen ?? Math.max(64, Math.floor(total / 4)));
  const websockets = Math.floor(total / 2);
  return {
    crowded: Math.floor(total * 0.95),
    perAddress,
    websockets,
    websocketsPerAddress: Math.max(1, Math.min(websockets, Math.floor(perAddress / 2))),
  };
}

/**
 * Limits the connections of one address. A connection beyond the limit replaces the address's longest idle
 * one; when all are busy, the new one is closed. When nearly all connections are in use, the address with the
 * most loses an idle one to each new connection, so that a few addresses together cannot lock out others.
 * @param isProxy whether connections from there carry many visitors and are not limited
 */
export function limitConnections(
  server: Server,
  { perAddress, crowded }: Pick<ConnectionShares, "perAddress" | "crowded">,
  isProxy: (address: string) => boolean,
): void {
  /** The connections of each network, least recently used first. */
  const networks = new Map<string, Set<Socket>>();
  const running = new Map<Socket, number>();
  let total = 0;
  /** @returns false when all connections are busy */
  const closeIdle = (connections: Set<Socket>): boolean => {
    const idle = connections.values().find((socket) => !running.has(socket));
    if (!idle) return false;
    connections.delete(idle);
    total--;
    idle.destroy();
    return true;
  };
  const makeRoom = () => {
    const bySize = [...networks.values()].sort((a, b) => b.size - a.size);
    bySize.some(closeIdle);
  };
  server.prependListener("connection", (socket: Socket) => {
    const { remoteAddress } = socket;
    // A socket without an address has already closed.
    if (remoteAddress === undefined || isProxy(remoteAddress)) return;
    const network = networkOf(remoteAddress);
    const connections = networks.get(network) ?? new Set<Socket>();
    if (connections.size >= perAddress && !closeIdle(connections)) {
      socket.destroy();
      return;
    }
    if (total >= crowded) makeRoom();
    connections.add(socket);
    networks.set(network, connections);
    total++;
    socket.once("close", () => {
      if (connections.delete(socket)) total--;
      running.delete(socket);
      if (connections.size === 0 && networks.get(network) === connections) networks.delete(network);
    });
  });
  server.prependListener("request", ({ socket }, response: ServerResponse) => {
    const connections = networks.get(networkOf(socket.remoteAddress ?? ""));
    running.set(socket, (running.get(socket) ?? 0) + 1);
    whenAnswered(response, socket, () => {
      const left = (running.get(socket) ?? 1) - 1;
      if (left > 0) return running.set(socket, left);
      running.delete(socket);
      if (connections?.delete(socket)) connections.add(socket);
    });
  });
  // A websocket counts as busy until it closes.
  server.prependListener("upgrade", (_request, socket: Socket) => {
    const isBounded = networks.get(networkOf(socket.remoteAddress ?? ""))?.has(socket);
    if (isBounded) running.set(socket, 1);
  });
}
