import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "#backend/auth/context.server.ts";
import { whenAnswered } from "./when-answered.ts";

export interface ConnectionShares {
  /** Connections from which on another one takes the place of an idle one of whoever has most. */
  readonly crowded: number;
  /** Connections of one address, or of one IPv6 network of 64 bits. */
  readonly perAddress: number;
  /** Websockets altogether. */
  readonly websockets: number;
  /** Websockets of one address. */
  readonly websocketsPerAddress: number;
}

/**
 * Who may have how many of all connections. A quarter for one address is room for a few hundred phones behind one carrier's
 * address, and leaves three quarters to everybody else; websockets never take the places of pages (decision 0055).
 * @param total connections that may be open at once
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
 * Bounds the connections of one address. Another one of an address that has its share takes the place of the connection
 * that has asked nothing for longest; when all of them are busy, it is closed. When nearly all connections are taken, the address
 * that has most of them gives up such a one for whoever comes, so that a few addresses together keep nobody out either.
 * @param isProxy whether connections from there carry many visitors, so that they are not bounded
 */
export function limitConnections(
  server: Server,
  { perAddress, crowded }: Pick<ConnectionShares, "perAddress" | "crowded">,
  isProxy: (address: string) => boolean,
): void {
  /** Of each network its connections, the one that was used last at the end. */
  const networks = new Map<string, Set<Socket>>();
  const running = new Map<Socket, number>();
  let total = 0;
  /** @returns false when all of them are busy */
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
    // Without an address it has been closed meanwhile.
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
  // A websocket is in use for as long as it is open.
  server.prependListener("upgrade", (_request, socket: Socket) => {
    const isBounded = networks.get(networkOf(socket.remoteAddress ?? ""))?.has(socket);
    if (isBounded) running.set(socket, 1);
  });
}
